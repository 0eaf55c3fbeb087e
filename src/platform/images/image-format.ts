/** The size of a PNG, read from its first bytes. */
export function sizeOfPng(bytes: Uint8Array): { width: number; height: number } {
  const header = Buffer.from(bytes.buffer, bytes.byteOffset, 24);
  return { width: header.readUInt32BE(16), height: header.readUInt32BE(20) };
}

export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'heic';

/** The brands of HEIF files that contain HEVC pictures, or any. AVIF has other ones. */
const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

/** The format of a file by its first bytes; null for any other format. */
export function formatOf(bytes: Uint8Array): ImageFormat | null {
  const beginning = String.fromCharCode(...bytes.subarray(0, 12));
  if (beginning.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (beginning.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (beginning.startsWith('GIF87a') || beginning.startsWith('GIF89a')) return 'gif';
  if (beginning.slice(4, 8) === 'ftyp') return HEIC_BRANDS.has(beginning.slice(8)) ? 'heic' : null;
  return beginning.startsWith('RIFF') && beginning.endsWith('WEBP') ? 'webp' : null;
}
