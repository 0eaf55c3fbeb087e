import type { RandomAccessFile } from '#platform/files/random-access-file.ts';
import { zipErrors } from '#platform/zip/zip.errors.ts';
import { type FileTime, openZip } from '#platform/zip/zip-reader.ts';

/** The files of an upload by their paths, without a folder around all of them and without what file managers add. */
export type Archive = {
  paths: readonly string[];
  has(path: string): boolean;
  byteLength(path: string): number;
  /** When the file was changed; null if nothing says it. */
  changedAt(path: string): FileTime | null;
  stream(path: string): AsyncIterable<Buffer>;
};

/** The path of a file that is no archive. */
export const SINGLE_FILE = 'file';

const CHUNK_BYTES = 64 * 1024;
const BY_FILE_MANAGERS = /(^|\/)(__MACOSX\/|\.DS_Store$|\._|Thumbs\.db$|desktop\.ini$)/;

/** Opens a ZIP archive, or any other file as an archive of one file. */
export async function openArchive(file: RandomAccessFile): Promise<Archive> {
  if ((await file.readAt(0, 2)).toString('latin1') !== 'PK') return archiveOfOne(file);
  const zip = await openZip(file);
  const paths = zip.paths.filter((path) => !BY_FILE_MANAGERS.test(path));
  const folder = commonFolderOf(paths);
  return {
    paths: paths.map((path) => path.slice(folder.length)),
    has: (path) => zip.has(folder + path),
    byteLength: (path) => zip.byteLength(folder + path),
    changedAt: (path) => zip.changedAt(folder + path),
    stream: (path) => zip.stream(folder + path),
  };
}

function archiveOfOne(file: RandomAccessFile): Archive {
  return {
    paths: [SINGLE_FILE],
    has: (path) => path === SINGLE_FILE,
    byteLength: () => file.byteLength,
    changedAt: () => null,
    stream: async function* () {
      for (let at = 0; at < file.byteLength; at += CHUNK_BYTES) yield await file.readAt(at, CHUNK_BYTES);
    },
  };
}

/** Reads a file of the archive. */
export async function readFile(archive: Archive, path: string, maxBytes: number): Promise<Buffer> {
  if (archive.byteLength(path) > maxBytes) throw zipErrors.tooLarge();
  return readStart(archive, path, maxBytes);
}

/** Reads at least `minBytes` of a file, if it has as many. */
export async function readStart(archive: Archive, path: string, minBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of archive.stream(path)) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= minBytes) break;
  }
  return Buffer.concat(chunks);
}

function commonFolderOf(paths: readonly string[]): string {
  const [first = ''] = paths;
  const folder = first.slice(0, first.indexOf('/') + 1);
  return paths.every((path) => path.startsWith(folder)) ? folder : '';
}
