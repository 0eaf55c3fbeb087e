import { Readable } from 'node:stream';
import { Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import type { RandomAccessFile } from '../files/random-access-file.ts';
import { zipErrors } from './zip.errors.ts';

/** The files of an archive, by their paths in it. A path is a name only: nothing is unpacked to disk. */
export type ZipReader = {
  /** The paths of the files in the order of the archive, without folders. */
  paths: readonly string[];
  has(path: string): boolean;
  /** The unpacked size. Throws an `Error` for an unknown path, as `stream` does. */
  byteLength(path: string): number;
  /** When the file was changed, as the archive says; null if it does not. */
  changedAt(path: string): FileTime | null;
  /**
   * The unpacked bytes in chunks.
   * @throws {archive.broken}
   */
  stream(path: string): AsyncIterable<Buffer>;
};

/** An instant, or a time of the clock where the archive was made, as in `2024-05-31T18:04`. */
export type FileTime = { instant: Date } | { local: string };

const MAX_FILES = 200_000;
/** The maximum size of all unpacked files. */
const MAX_TOTAL_BYTES = 8_000_000_000;
/** Above this size a file that shrinks by more than `MAX_RATIO` is a bomb. Real diaries shrink by up to 30. */
const MAX_UNCHECKED_BYTES = 10_000_000;
const MAX_RATIO = 200;
/** The same of the whole archive: many small files are a bomb as well. */
const MAX_UNCHECKED_ARCHIVE_BYTES = 20_000_000;
const MAX_ARCHIVE_RATIO = 50;

const CHUNK_BYTES = 64 * 1024;

/**
 * Opens a ZIP archive with bounds: 200,000 files, 8 GB unpacked, no bombs, no encryption. A bomb is a file of more than 10 MB that
 * shrinks by more than 200, or an archive of more than 20 MB that shrinks by more than 50.
 * @throws {archive.broken}
 * @throws {archive.encrypted}
 * @throws {archive.too-many-files}
 * @throws {archive.too-large}
 */
export async function openZip(file: RandomAccessFile): Promise<ZipReader> {
  const zip = await reading(
    fromRandomAccessReaderPromise(new FileReader(file), file.byteLength, { autoClose: false, lazyEntries: true }),
  );
  const entries = await readEntries(zip, file.byteLength);
  const entryAt = (path: string): TimedEntry => {
    const entry = entries.get(path);
    if (entry === undefined) throw new Error('The archive has no such file.');
    return entry;
  };

  async function* stream(path: string): AsyncGenerator<Buffer> {
    const bytes = await reading(zip.openReadStreamPromise(entryAt(path)));
    try {
      for await (const chunk of bytes) yield chunk as Buffer;
    } catch {
      throw zipErrors.broken();
    } finally {
      bytes.destroy();
    }
  }

  return {
    paths: [...entries.keys()],
    has: (path) => entries.has(path),
    byteLength: (path) => entryAt(path).uncompressedSize,
    changedAt: (path) => timeOf(entryAt(path)),
    stream,
  };
}

async function readEntries(zip: ZipFile, archiveBytes: number): Promise<ReadonlyMap<string, TimedEntry>> {
  if (zip.entryCount > MAX_FILES) throw zipErrors.tooManyFiles();
  const entries = new Map<string, TimedEntry>();
  let total = 0;
  const iterator = zip.eachEntry();
  for (;;) {
    const { done, value: entry } = await reading(iterator.next());
    if (done) return entries;
    if (entry.fileName.endsWith('/')) continue;
    if (entry.isEncrypted()) throw zipErrors.encrypted();
    if (!entry.canDecodeFileData()) throw zipErrors.broken();
    total += entry.uncompressedSize;
    const isArchiveBomb = total > MAX_UNCHECKED_ARCHIVE_BYTES && total > archiveBytes * MAX_ARCHIVE_RATIO;
    if (total > MAX_TOTAL_BYTES || isArchiveBomb || isBomb(entry)) throw zipErrors.tooLarge();
    entries.set(entry.fileName, withoutDetails(entry));
  }
}

function isBomb({ uncompressedSize, compressedSize }: Entry): boolean {
  return uncompressedSize > MAX_UNCHECKED_BYTES && uncompressedSize > compressedSize * MAX_RATIO;
}

/** `changedSeconds` is since 1970; null without that field. */
type TimedEntry = Entry & { changedSeconds: number | null };

/** Keeps what reading needs: an entry with its names and extra fields takes 2 KB. */
function withoutDetails(entry: Entry): TimedEntry {
  const { compressedSize, uncompressedSize, compressionMethod, crc32, generalPurposeBitFlag } = entry;
  const { relativeOffsetOfLocalHeader, lastModFileDate, lastModFileTime } = entry;
  return Object.assign(Object.create(Entry.prototype) as Entry, {
    ...{ compressedSize, uncompressedSize, compressionMethod, crc32, generalPurposeBitFlag },
    ...{ relativeOffsetOfLocalHeader, lastModFileDate, lastModFileTime },
    changedSeconds: changedSecondsOf(entry),
  });
}

/** The extended timestamp of Info-ZIP: a byte that says which times follow, the change first. */
const TIMESTAMP_FIELD = 0x5455;

function changedSecondsOf({ extraFields }: Entry): number | null {
  const data = extraFields.find(({ id }) => id === TIMESTAMP_FIELD)?.data;
  return data !== undefined && data.length >= 5 && ((data[0] ?? 0) & 1) === 1 ? data.readInt32LE(1) : null;
}

/** The time of MS-DOS begins in 1980, which stands for an unknown time as well. */
function timeOf({ changedSeconds, lastModFileDate: date, lastModFileTime: time }: TimedEntry): FileTime | null {
  if (changedSeconds !== null && changedSeconds > 0) return { instant: new Date(changedSeconds * 1_000) };
  const [year, month, day] = [1980 + (date >> 9), (date >> 5) & 15, date & 31];
  if (year === 1980 || month === 0 || day === 0) return null;
  return { local: `${year}-${pad(month)}-${pad(day)}T${pad(time >> 11)}:${pad((time >> 5) & 63)}` };
}

const pad = (number: number) => String(number).padStart(2, '0');

/** The library fails with plain errors, over the archive. */
async function reading<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch {
    throw zipErrors.broken();
  }
}

/** Reads small ranges from a block in memory: the directory has two for each file. */
class FileReader extends RandomAccessReader {
  readonly #file: RandomAccessFile;
  #block: { position: number; bytes: Buffer } = { position: 0, bytes: Buffer.alloc(0) };

  constructor(file: RandomAccessFile) {
    super();
    this.#file = file;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#bytesAt(position, length).then((bytes) => {
      bytes.copy(buffer, offset);
      callback(bytes.length < length ? new Error('The archive ends too early.') : null);
    }, callback);
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#chunks(start, end), { objectMode: false });
  }

  async #bytesAt(position: number, length: number): Promise<Buffer> {
    if (length > CHUNK_BYTES) return this.#file.readAt(position, length);
    const { position: start, bytes } = this.#block;
    if (position < start || position + length > start + bytes.length) {
      this.#block = { position, bytes: await this.#file.readAt(position, CHUNK_BYTES) };
    }
    const from = position - this.#block.position;
    return this.#block.bytes.subarray(from, from + length);
  }

  async *#chunks(start: number, end: number): AsyncGenerator<Buffer> {
    for (let position = start; position < end; position += CHUNK_BYTES) {
      yield await this.#file.readAt(position, Math.min(CHUNK_BYTES, end - position));
    }
  }
}
