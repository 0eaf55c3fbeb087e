/** The size of a PNG, read from its first bytes. */
export function sizeOfPng(bytes: Uint8Array): { width: number; height: number } {
  const header = Buffer.from(bytes.buffer, bytes.byteOffset, 24);
  return { width: header.readUInt32BE(16), height: header.readUInt32BE(20) };
}

export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'heic' | 'avif';

/** The brands of HEIF files that contain AV1 pictures. */
const AVIF_BRANDS = new Set(['avif', 'avis']);

/** The brands of HEIF files that contain HEVC pictures, or any. */
const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

const GENERAL_BRANDS = new Set(['mif1', 'msf1']);

const MAX_BRANDS_BYTES = 256;

/** The format of a file by its first bytes; null for any other format. */
export function formatOf(bytes: Uint8Array): ImageFormat | null {
  const beginning = String.fromCharCode(...bytes.subarray(0, 12));
  if (beginning.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (beginning.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (beginning.startsWith('GIF87a') || beginning.startsWith('GIF89a')) return 'gif';
  if (beginning.slice(4, 8) === 'ftyp') return formatOfBrands(bytes);
  return beginning.startsWith('RIFF') && beginning.endsWith('WEBP') ? 'webp' : null;
}

/** Some encoders name only the container first (`mif1`), and the codec among the compatible brands. */
function formatOfBrands(bytes: Uint8Array): ImageFormat | null {
  const box = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = Math.min(box.readUInt32BE(0), box.length, MAX_BRANDS_BYTES);
  const brandAt = (start: number) => box.toString('latin1', start, start + 4);
  const major = brandAt(8);
  if (AVIF_BRANDS.has(major)) return 'avif';
  if (!HEIC_BRANDS.has(major)) return null;
  for (let start = 16; start + 4 <= end; start += 4) {
    if (GENERAL_BRANDS.has(major) && AVIF_BRANDS.has(brandAt(start))) return 'avif';
  }
  return 'heic';
}
