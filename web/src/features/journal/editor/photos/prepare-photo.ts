import { newId } from '../../../../app/ids.ts';
import type { LocalPhoto } from '../../../../app/local/database.ts';
import { type PhotoProblem, readPhoto } from '../../../../shared/photo/read-photo.ts';

/** Reads a file for an entry. `isStilled`: the picture moves, and will stand still. */
export async function preparePhoto(
  file: File,
  entryId: string,
): Promise<{ photo: LocalPhoto; isStilled: boolean } | PhotoProblem> {
  const read = await readPhoto(file);
  if (typeof read === 'string') return read;
  const { bytes, type, width, height, isStilled } = read;
  const upload = { mediaId: null, uploadedAt: null };
  return {
    photo: { id: newId(), entryId, bytes, type, name: file.name || 'photo', width, height, ...upload },
    isStilled,
  };
}
