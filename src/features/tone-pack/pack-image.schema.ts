import Type, { type Static } from 'typebox';
import { declareErrors } from '../../platform/errors.ts';
import { Timestamp } from '../../platform/http/shapes.ts';
import { TONES, Tone } from '../tone/index.ts';
import { TonePack } from './tone-pack.schema.ts';

export type { Tone } from '../tone/index.ts';

export const PackImage = Type.Object(
  {
    tone: Tone,
    image_url: Type.String({
      description:
        'A PNG of 1024 by 1024 pixels, for less than an hour. Of a pack that is for sale, a preview of 256 by 256 pixels.',
    }),
    storage_path: Type.String(),
    created_at: Timestamp,
  },
  { title: 'TonePackImage' },
);
export type PackImage = Static<typeof PackImage>;

export const ImageQuery = Type.Object({
  mood: Type.Optional(
    Type.String({
      maxLength: 50,
      description: 'Only the image for this mood of an entry, in any case of its letters.',
    }),
  ),
});
export type ImageQuery = Static<typeof ImageQuery>;

export const PackWithImages = Type.Object(
  { pack: TonePack, images: Type.Array(PackImage) },
  { title: 'TonePackWithImagesBody' },
);
export type PackWithImages = Static<typeof PackWithImages>;

export const ImagesToGenerate = Type.Object(
  {
    tones: Type.Optional(
      Type.Array(Tone, { minItems: 1, maxItems: TONES.length, description: 'All where not given.' }),
    ),
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
  inFlight: {
    status: 400,
    code: 'tone-pack.generation-under-way',
    message: 'Images of this pack are being made. Wait until they are there, some minutes at most.',
  },
  outOfTime: {
    status: 503,
    code: 'tone-pack.out-of-time',
    message: 'There was no time left for this image. Ask for it again, with fewer tones.',
  },
  packGone: {
    status: 404,
    code: 'tone-pack.gone',
    message: 'The pack was deleted before this image was ready.',
  },
  unexpected: {
    status: 500,
    code: 'tone-pack.image-failed',
    message: 'Something went wrong on our side with this image. Ask for it again.',
  },
});
