import Type, { type Static } from 'typebox';
import { Tone } from '#features/tone';
import { Picture, Timestamp } from '#platform/http/shapes.ts';
import { TonePack } from './pack.schema.ts';

export type { Tone } from '#features/tone';

export const PackImage = Type.Object(
  {
    tone: Tone,
    image_url: Type.String({
      description:
        'A PNG of 1024 by 1024 pixels, whose URL expires within two days. For a pack that is for sale, the thumbnail.',
    }),
    picture: Picture,
    thumbnail: Picture,
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
      description: 'Returns only the image for this mood of an entry. Case-insensitive.',
    }),
  ),
});
export type ImageQuery = Static<typeof ImageQuery>;

export const PackWithImages = Type.Object(
  { pack: TonePack, images: Type.Array(PackImage) },
  { title: 'TonePackWithImagesBody' },
);
export type PackWithImages = Static<typeof PackWithImages>;
