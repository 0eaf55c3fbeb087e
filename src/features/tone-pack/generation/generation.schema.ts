import Type, { type Static } from 'typebox';
import { TONES, Tone } from '#features/tone';
import { declareErrors } from '#platform/errors.ts';
import { PackImage } from '../pack/pack-image.schema.ts';

export const ImagesToGenerate = Type.Object(
  {
    tones: Type.Optional(Type.Array(Tone, { minItems: 1, maxItems: TONES.length, description: 'Default: all tones.' })),
  },
  { title: 'TonePackImageRequest', default: {} },
);
export type ImagesToGenerate = Static<typeof ImagesToGenerate>;

const FailedImage = Type.Object(
  { tone: Tone, code: Type.String(), error: Type.String() },
  { title: 'FailedTonePackImage' },
);
export type FailedImage = Static<typeof FailedImage>;

export const GeneratedImages = Type.Object(
  { images: Type.Array(PackImage), failed: Type.Array(FailedImage) },
  { title: 'GeneratedTonePackImages' },
);
export type GeneratedImages = Static<typeof GeneratedImages>;

export const generationErrors = declareErrors({
  alreadyRunning: {
    status: 400,
    code: 'tone-pack.generation-under-way',
    message: 'Images of this pack are already being generated. Try again in a few minutes.',
  },
  outOfTime: {
    status: 503,
    code: 'tone-pack.out-of-time',
    message: 'There was not enough time for this image. Request it again with fewer tones.',
  },
  packGone: {
    status: 404,
    code: 'tone-pack.gone',
    message: 'The pack was deleted before this image was ready.',
  },
  unexpected: {
    status: 500,
    code: 'tone-pack.image-failed',
    message: 'This image failed unexpectedly. Request it again.',
  },
});
