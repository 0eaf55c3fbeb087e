import { isMoving, MAX_PHOTO_BYTES, type PhotoType, photoTypeOf, sizeToSend } from './photo-file.rules.ts';

/** Why a file cannot be sent as a photo. */
export type PhotoProblem = 'notAPhoto' | 'tooLarge';

/** A photo as it is sent. Its size in pixels is 0 if this browser cannot show it. */
export type PhotoFile = {
  bytes: ArrayBuffer;
  type: PhotoType;
  width: number;
  height: number;
  /** Whether the picture moves, and will stand still. */
  isStilled: boolean;
  /** Whether it was made smaller here. */
  isShrunk: boolean;
};

/** Reads a file to be sent as a photo: checks what it is, and makes it smaller where the server would refuse or shrink it anyway. */
export async function readPhoto(file: Blob): Promise<PhotoFile | PhotoProblem> {
  const bytes = await file.arrayBuffer();
  const type = photoTypeOf(new Uint8Array(bytes, 0, Math.min(16, bytes.byteLength)));
  if (type === null) return 'notAPhoto';
  const isStilled = isMoving(new Uint8Array(bytes), type);
  const unread = { bytes, type, width: 0, height: 0, isStilled, isShrunk: false };
  const picture = await decode(new Blob([bytes], { type }));
  // Browsers other than Safari cannot read HEIC. The server can.
  if (picture === null) return bytes.byteLength > MAX_PHOTO_BYTES ? 'tooLarge' : unread;
  const { width, height } = picture;
  const size = sizeToSend(width, height);
  const isTooMuch = size.width < width || bytes.byteLength > MAX_PHOTO_BYTES;
  // A moving picture would stand still.
  const smaller = isTooMuch && type !== 'image/gif' ? await draw(picture, size) : null;
  picture.close();
  if (smaller !== null) return { ...unread, ...size, bytes: smaller, type: 'image/jpeg', isShrunk: true };
  return bytes.byteLength > MAX_PHOTO_BYTES ? 'tooLarge' : { ...unread, width, height };
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
