import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { Timestamp, Uuid } from '#platform/http/shapes.ts';
import { FileInBody } from '#platform/http/upload/upload.ts';

export const MAX_PHOTO_BYTES = 10 * 1024 * 1024;
export const MAX_PHOTOS_OF_ENTRY = 10;
/** Photos of a user that no entry contains. */
export const MAX_UNATTACHED_PHOTOS = 50;
/** Further photos, of a running import and of runs that were interrupted within a day. */
export const MAX_UNATTACHED_IMPORTED_PHOTOS = 1_000;

/** The longest side of each stored size, in pixels. */
export const PHOTO_SIDES = { small: 320, medium: 960, large: 2_048 } as const;

const PhotoSize = Type.Object(
  { url: Type.String({ description: 'A signed URL that expires.' }), width: Type.Integer(), height: Type.Integer() },
  { title: 'PhotoSize' },
);

export const Photo = Type.Object(
  {
    id: Uuid,
    width: Type.Integer({ description: 'Of the largest size, in pixels.' }),
    height: Type.Integer({ description: 'Of the largest size, in pixels.' }),
    color: Type.String({ description: 'The dominant colour, to show until the photo is loaded.' }),
    sizes: Type.Object(
      { small: PhotoSize, medium: PhotoSize, large: PhotoSize },
      {
        title: 'PhotoSizes',
        description: 'WebP files with at most 320, 960 and 2048 pixels a side. No photo is enlarged.',
      },
    ),
    created_at: Timestamp,
  },
  { title: 'Photo' },
);
export type Photo = Static<typeof Photo>;

export const PhotoIds = Type.Array(Uuid, {
  maxItems: MAX_PHOTOS_OF_ENTRY,
  uniqueItems: true,
  description:
    'Your photos in the order of the entry, uploaded with POST /api/media. Each is in no other entry. Photos that you leave out can be added again for a day.',
});

export const PhotoForm = Type.Object({ file: FileInBody }, { title: 'NewMedia' });
export type PhotoForm = Static<typeof PhotoForm>;

export const PhotoBody = Type.Object({ media: Photo }, { title: 'MediaBody' });

export const photoErrors = declareErrors({
  unavailable: {
    status: 400,
    code: 'journal.photo-unavailable',
    message:
      'A photo of photo_ids is not yours, is in another entry, or was deleted a day after its upload. Upload it again.',
  },
  tooManyUnattached: {
    status: 409,
    code: 'media.too-many-unattached',
    message:
      'You have 50 photos that no entry contains. Add some to an entry, or wait until they are deleted, a day after their upload.',
  },
});
