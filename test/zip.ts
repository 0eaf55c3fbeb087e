import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { fromBuffer, type Options, type ZipFile } from 'yauzl';
import { createZip } from '#platform/zip/zip-writer.ts';

const openBuffer = promisify<Buffer, Options, ZipFile>(fromBuffer);

/** Returns the content of each file of a ZIP archive by its name, in the order of the archive. */
export async function readZip(archive: Buffer): Promise<Map<string, Buffer>> {
  const zip = await openBuffer(archive, { lazyEntries: true });
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return files;
}

/** Creates a ZIP archive. The keys of `files` are paths. */
export function zipOf(
  files: Readonly<Record<string, string | Uint8Array>>,
  changedAt = new Date('2024-01-01T00:00:00Z'),
): Promise<Buffer> {
  return buffer(
    createZip(changedAt, async (zip) => {
      for (const [path, content] of Object.entries(files)) {
        if (typeof content === 'string') await zip.addText(path, content);
        else await zip.addBytes(path, content);
      }
    }),
  );
}
