import type { ImportedPhoto } from '#features/journal';
import { type Archive, readFile } from '../archive.actions.ts';

/** Larger than the photos of any camera that Meadow can decode. */
export const MAX_PHOTO_BYTES = 40_000_000;

/** A photo of the archive, read when it is stored. */
export function photoAt(archive: Archive, path: string): ImportedPhoto {
  return { name: path, read: () => readFile(archive, path, MAX_PHOTO_BYTES) };
}
