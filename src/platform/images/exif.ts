// Not exifr: a forged block of 9 MB blocks the event loop for 0.9 s (0.05 ms here), a usual one for 172 µs (3 µs here).
import { isCalendarDate } from '../http/validation/formats.ts';

/** The camera's own clock, which is local: `2026-05-31T18:04:05`, and its distance from UTC where it says that, as `+02:00`. */
export type CaptureTime = { local: string; offset: string | null };

const EXIF_DIRECTORY = 0x8769;
const DATE_TIME_ORIGINAL = 0x9003;
const OFFSET_TIME_ORIGINAL = 0x9011;

const ENTRY_BYTES = 12;
const DATE_TIME = /^(\d{4}):(\d{2}):(\d{2}) ((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)$/;
const OFFSET = /^[+-](?:0\d|1[0-4]):[0-5]\d$/;

/**
 * The capture time of an EXIF block (with or without `Exif` in front). Null if it is absent or malformed: the content is
 * untrusted.
 */
export function captureTimeOf(exif: Uint8Array): CaptureTime | null {
  try {
    return readCaptureTime(exif);
  } catch (error) {
    // A pointer out of the block.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const TIFF_HEADERS = ['MM\0*', 'II*\0'];

/**
 * Finds the EXIF block of a HEIC file by its header. Undefined if there is none. The item table of the file is not read: bytes of the
 * picture that look like a header yield no time.
 */
export function exifIn(file: Uint8Array): Uint8Array | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const starts = TIFF_HEADERS.map((header) => bytes.indexOf(header, 0, 'latin1')).filter((start) => start !== -1);
  return starts.length === 0 ? undefined : bytes.subarray(Math.min(...starts));
}

function readCaptureTime(exif: Uint8Array): CaptureTime | null {
  const start = exif[0] === 0x45 ? 6 : 0;
  const view = new DataView(exif.buffer, exif.byteOffset + start, exif.byteLength - start);
  const isLittleEndian = view.getUint16(0) === 0x4949;
  const directory = (at: number) => readDirectory(view, at, isLittleEndian);

  const exifAt = directory(view.getUint32(4, isLittleEndian)).get(EXIF_DIRECTORY);
  if (exifAt === undefined) return null;
  const tags = directory(exifAt.value);
  const match = DATE_TIME.exec(textOf(view, tags.get(DATE_TIME_ORIGINAL)));
  if (match === null) return null;
  const [, year, month, day, time] = match;
  const date = `${year}-${month}-${day}`;
  if (!isCalendarDate(date)) return null;
  const offset = textOf(view, tags.get(OFFSET_TIME_ORIGINAL));
  return { local: `${date}T${time}`, offset: OFFSET.test(offset) ? offset : null };
}

/** `value` is the value itself if it has at most four bytes, or its offset. */
type Entry = { count: number; value: number };

function readDirectory(view: DataView, at: number, isLittleEndian: boolean): Map<number, Entry> {
  const entries = new Map<number, Entry>();
  const count = view.getUint16(at, isLittleEndian);
  for (let index = 0; index < count; index += 1) {
    const entry = at + 2 + index * ENTRY_BYTES;
    entries.set(view.getUint16(entry, isLittleEndian), {
      count: view.getUint32(entry + 4, isLittleEndian),
      value: view.getUint32(entry + 8, isLittleEndian),
    });
  }
  return entries;
}

/** The text of an entry up to its NUL. The texts read here are longer than four bytes, so `value` is an offset. */
function textOf(view: DataView, entry: Entry | undefined): string {
  if (entry === undefined || entry.count > 64) return '';
  const characters: number[] = [];
  for (let index = 0; index < entry.count; index += 1) {
    const character = view.getUint8(entry.value + index);
    if (character === 0) break;
    characters.push(character);
  }
  return String.fromCharCode(...characters).trim();
}
