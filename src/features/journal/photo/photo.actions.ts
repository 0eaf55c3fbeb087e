import type { Actor } from '#access/actor.ts';
import { signedUrl } from '#features/media';
import type { Tx } from '#platform/db/database.ts';
import { AppError } from '#platform/errors.ts';
import type { ImageForm, ImageSource } from '#platform/images/images.ts';
import { randomToken } from '#platform/random.ts';
import type { JournalDeps } from '../deps.ts';
import { lockJournal } from '../visibility/visibility.store.ts';
import {
  MAX_PHOTOS_OF_ENTRY,
  MAX_UNATTACHED_IMPORTED_PHOTOS,
  MAX_UNATTACHED_PHOTOS,
  PHOTO_SIDES,
  type Photo,
  photoErrors,
} from './photo.schema.ts';
import {
  claimPhotos,
  deletePhotoRows,
  insertPhoto,
  listUnusedPhotos,
  type PhotoFiles,
  type PhotoRow,
  type PhotosOfEntry,
} from './photo.store.ts';

/** How long a photo without an entry can be added to one. */
const UNATTACHED_MS = 24 * 60 * 60 * 1_000;

/** What storing a photo needs. */
export type PhotoDeps = Pick<JournalDeps, 'db' | 'clock' | 'ids' | 'log' | 'random' | 'images' | 'storage'>;

const SIZES = ['small', 'medium', 'large'] as const;

/**
 * Stores a photo that an entry can take within a day.
 * Also throws the errors of `Images.prepare`.
 */
export async function uploadPhoto(deps: JournalDeps, { userId }: Actor, file: ImageSource): Promise<Photo> {
  return viewOfPhoto(deps, await storePhoto(deps, userId, file));
}

/**
 * Stores the first ten readable pictures as photos that no entry contains. Stops at one that takes too long, and if the user has too
 * many such photos.
 * Also throws the errors of `Images.prepare` that a later call may not have.
 */
export async function storePictures(
  deps: PhotoDeps,
  userId: string,
  pictures: readonly Uint8Array[],
): Promise<PhotoFiles[]> {
  const photos: PhotoFiles[] = [];
  for (const bytes of pictures) {
    if (photos.length === MAX_PHOTOS_OF_ENTRY) break;
    try {
      photos.push(await storePhoto(deps, userId, { read: async () => bytes }));
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 429) throw error;
      if (error.code === 'image.too-slow' || error.code === 'media.too-many-unattached') break;
    }
  }
  return photos;
}

/**
 * Stores a photo of an import, besides those that the user uploaded, and returns its id.
 * Also throws the errors of `Images.prepare`.
 */
export async function storeImportedPhoto(deps: PhotoDeps, userId: string, file: ImageSource): Promise<string> {
  const max = MAX_UNATTACHED_PHOTOS + MAX_UNATTACHED_IMPORTED_PHOTOS;
  return (await storePhoto(deps, userId, file, max)).id;
}

async function storePhoto(
  deps: PhotoDeps,
  userId: string,
  file: ImageSource,
  max = MAX_UNATTACHED_PHOTOS,
): Promise<PhotoRow> {
  const { files, color } = await preparePhoto(deps, userId, file);
  const now = deps.clock.now();
  const row = {
    id: deps.ids.next(),
    key: `entry-photos/${userId}-${randomToken(deps.random)}`,
    color,
    sizes: {
      small: { width: files.small.width, height: files.small.height },
      medium: { width: files.medium.width, height: files.medium.height },
      large: { width: files.large.width, height: files.large.height },
    },
  };
  // The row comes before the files, so that a crash leaves no file without a row.
  await deps.db.transaction().execute(async (tx) => {
    await lockJournal(tx, userId);
    const photo = { ...row, userId, now, expiresAt: new Date(now.getTime() + UNATTACHED_MS) };
    if (!(await insertPhoto(tx, photo, max))) throw photoErrors.tooManyUnattached();
  });
  await Promise.all(SIZES.map((size) => deps.storage.put(fileKey(row, size), files[size].bytes)));
  return { ...row, created_at: now };
}

async function preparePhoto({ images }: PhotoDeps, userId: string, file: ImageSource) {
  const { forms, color } = await images.prepareForms(userId, file, [
    formOf(PHOTO_SIDES.large),
    formOf(PHOTO_SIDES.medium),
    formOf(PHOTO_SIDES.small),
  ]);
  const [large, medium, small] = forms;
  return { files: { small, medium, large }, color };
}

const formOf = (side: number): ImageForm => ({ width: side, height: side, fit: 'inside', format: 'webp' });

/** Gives an entry these photos, in the caller's transaction. See `claimPhotos` for its locks. */
export async function attachPhotos(
  deps: Pick<JournalDeps, 'clock'>,
  tx: Tx,
  { userId, entryId, photoIds }: { userId: string; entryId: string; photoIds: readonly string[] },
): Promise<void> {
  const now = deps.clock.now();
  const expiresAt = new Date(now.getTime() + UNATTACHED_MS);
  const isComplete = await claimPhotos(tx, { userId, entryId, photoIds, now, expiresAt });
  if (!isComplete) throw photoErrors.unavailable();
}

/** A photo as its owner sees it, or as the users of an audience do. */
export function viewOfPhoto(
  deps: JournalDeps,
  photo: PhotoRow | PhotosOfEntry['photos'][number],
  audience: string | null = null,
): Photo {
  const { id, color, sizes, created_at } = photo;
  const sizeOf = (size: keyof typeof sizes) => ({
    url: signedUrl(deps, fileKey(photo, size), audience),
    ...sizes[size],
  });
  return {
    id,
    ...sizes.large,
    color,
    sizes: { small: sizeOf('small'), medium: sizeOf('medium'), large: sizeOf('large') },
    created_at: new Date(created_at).toISOString(),
  };
}

/** Deletes detached photos. After a failure, which is logged, the retention job deletes them. */
export async function discardPhotos(
  deps: Pick<JournalDeps, 'db' | 'storage' | 'log'>,
  photos: readonly PhotoFiles[],
): Promise<void> {
  if (photos.length === 0) return;
  try {
    await deletePhotos(deps, photos);
  } catch {
    deps.log.warn({ event: 'photo.delete-failed' }, 'Could not delete photos; the job will');
  }
}

/** Deletes up to `limit` photos that no entry could take since before an instant, or of deleted users, with their files. */
export async function purgeUnusedPhotos(
  deps: Pick<JournalDeps, 'db' | 'storage'>,
  expiredBefore: Date,
  limit: number,
): Promise<number> {
  const photos = await listUnusedPhotos(deps.db, expiredBefore, limit);
  if (photos.length > 0) await deletePhotos(deps, photos);
  return photos.length;
}

/** The files come before the rows, so that a crash leaves no file without a row. */
async function deletePhotos(
  { db, storage }: Pick<JournalDeps, 'db' | 'storage'>,
  photos: readonly PhotoFiles[],
): Promise<void> {
  for (const photo of photos) await Promise.all(SIZES.map((size) => storage.delete(fileKey(photo, size))));
  await deletePhotoRows(
    db,
    photos.map(({ id }) => id),
  );
}

function fileKey({ key }: Pick<PhotoRow, 'key'>, size: (typeof SIZES)[number]): string {
  return `${key}-${size}.webp`;
}
