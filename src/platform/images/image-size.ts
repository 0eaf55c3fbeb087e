import { sharp } from './image-library.ts';

/** The size of a picture, or of a frame if it has several, read from its header. Null if the library cannot read it. */
export async function sizeOf(bytes: Uint8Array): Promise<{ width: number; height: number } | null> {
  try {
    const { width, height, pageHeight } = await sharp(bytes, { limitInputPixels: false }).metadata();
    return { width, height: pageHeight ?? height };
  } catch {
    return null;
  }
}
