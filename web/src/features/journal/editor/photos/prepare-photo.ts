import { newId } from '../../../../app/ids.ts';
import type { LocalPhoto } from '../../../../app/local/database.ts';
import { isMoving, MAX_PHOTO_BYTES, photoTypeOf, sizeToSend } from './photo-file.rules.ts';

/** Why a file cannot be a photo of an entry. */
export type PhotoProblem = 'notAPhoto' | 'tooLarge';

/**
 * Reads a file for an entry: checks what it is, and makes it smaller where the server would refuse or shrink it anyway. `isStilled`:
 * the picture moves, and will stand still.
 */
export async function preparePhoto(
  file: File,
  entryId: string,
): Promise<{ photo: LocalPhoto; isStilled: boolean } | PhotoProblem> {
  const bytes = await file.arrayBuffer();
  const type = photoTypeOf(new Uint8Array(bytes, 0, Math.min(16, bytes.byteLength)));
  if (type === null) return 'notAPhoto';
  const photo = {
    id: newId(),
    entryId,
    bytes,
    type: type as string,
    name: file.name || 'photo',
    width: 0,
    height: 0,
    mediaId: null,
    uploadedAt: null,
  };
  const isStilled = isMoving(new Uint8Array(bytes), type);
  const picture = await decode(new Blob([bytes], { type }));
  // Browsers other than Safari cannot read HEIC. The server can.
  if (picture === null) return bytes.byteLength > MAX_PHOTO_BYTES ? 'tooLarge' : { photo, isStilled };
  const { width, height } = picture;
  const size = sizeToSend(width, height);
  const isShrunk = size.width < width || bytes.byteLength > MAX_PHOTO_BYTES;
  // A moving picture would stand still.
  const smaller = isShrunk && type !== 'image/gif' ? await draw(picture, size) : null;
  picture.close();
  if (smaller !== null) return { photo: { ...photo, ...size, bytes: smaller, type: 'image/jpeg' }, isStilled };
  return bytes.byteLength > MAX_PHOTO_BYTES ? 'tooLarge' : { photo: { ...photo, width, height }, isStilled };
}

/** Null if this browser cannot show the picture. */
async function decode(blob: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(blob);
  } catch {
    return null;
  }
}

async function draw(picture: ImageBitmap, { width, height }: { width: number; height: number }) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.88));
  return blob === null ? null : blob.arrayBuffer();
}
