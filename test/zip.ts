import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** A ZIP archive of these files by their paths. */
export async function zipOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<Buffer> {
  const zip = new ZipFile();
  const mtime = new Date('2024-01-01T00:00:00Z');
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content as string), path, { mtime });
  zip.end();
  return buffer(zip.outputStream);
}
