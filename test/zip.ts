import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { fromBuffer, type Options, type ZipFile } from 'yauzl';

const openBuffer = promisify<Buffer, Options, ZipFile>(fromBuffer);

/** The files of a ZIP archive by their names, in the order of the archive. */
export async function readZip(archive: Buffer): Promise<Map<string, Buffer>> {
  const zip = await openBuffer(archive, { lazyEntries: true });
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return files;
}
