/** The types of pictures that the server takes. */
export type PhotoType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp' | 'image/heic' | 'image/avif';

const AVIF_BRANDS = new Set(['avif', 'avis']);
const HEIC_BRANDS = new Set(['heic', 'heix', 'hevc', 'heim', 'heis', 'mif1', 'msf1']);

/** The type of a picture by its first bytes, whatever its name says. Null for anything else. */
export function photoTypeOf(bytes: Uint8Array): PhotoType | null {
  const text = (start: number, end: number) => String.fromCharCode(...bytes.slice(start, end));
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (bytes[0] === 0x89 && text(1, 4) === 'PNG') return 'image/png';
  if (text(0, 4) === 'GIF8') return 'image/gif';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp';
  if (text(4, 8) === 'ftyp' && AVIF_BRANDS.has(text(8, 12))) return 'image/avif';
  if (text(4, 8) === 'ftyp' && HEIC_BRANDS.has(text(8, 12))) return 'image/heic';
  return null;
}

/** Whether a picture moves, as a GIF or WebP may. The server keeps its first frame. */
export function isMoving(bytes: Uint8Array, type: PhotoType): boolean {
  // A flag of the extended format.
  if (type === 'image/webp')
    return String.fromCharCode(...bytes.slice(12, 16)) === 'VP8X' && ((bytes[20] ?? 0) & 2) !== 0;
  return type === 'image/gif' && framesIn(bytes) > 1;
}

/** The frames of a GIF: each has a block of control before it, which ends with a zero. */
function framesIn(bytes: Uint8Array): number {
  let frames = 0;
  for (let at = bytes.indexOf(0x21); at !== -1 && frames < 2; at = bytes.indexOf(0x21, at + 1)) {
    if (bytes[at + 1] === 0xf9 && bytes[at + 2] === 4 && bytes[at + 7] === 0) frames += 1;
  }
  return frames;
}

export const MAX_PHOTO_BYTES = 10 * 1024 * 1024;
/** The server keeps 2,048 pixels a side. More would only take longer to send. */
export const MAX_SIDE = 2_560;

/** Longer pictures keep more of their long side, up to the area of a square: the server does the same. */
const LONG_RATIO = 2.5;

/** The size in which a picture is sent. */
export function sizeToSend(width: number, height: number): { width: number; height: number } {
  const [short, long] = [Math.max(1, Math.min(width, height)), Math.max(1, width, height)];
  const readable = Math.min(MAX_SIDE / Math.sqrt(short * long), MAX_SIDE / LONG_RATIO / short);
  const scale = Math.min(1, long > LONG_RATIO * short ? Math.max(MAX_SIDE / long, readable) : MAX_SIDE / long);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
