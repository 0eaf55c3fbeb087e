import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openDescriptor, type RandomAccessFile } from '../../files/random-access-file.ts';
import { uploadErrors } from './upload.errors.ts';

export type ReceivedFile = RandomAccessFile & {
  /** Threads of this process can read it until the file is released. */
  descriptor: number;
  /** The digest in hexadecimal. */
  sha256: string;
  /** What represents the file where bodies are compared: the same for each request with the same bytes. */
  toJSON(): { byteLength: number; sha256: string };
  /** @throws {upload.malformed} after the request */
  read(): Promise<Uint8Array>;
  /** Closes the file. Safe to repeat. */
  release(): Promise<void>;
};

/**
 * Streams a file to disk, so that slow and waiting uploads take no memory.
 * Its name is removed immediately: the file exists while it is open, at most as long as this process.
 */
export async function receiveFile(stream: AsyncIterable<Buffer>, folder: string): Promise<ReceivedFile> {
  const handle = await openNameless(folder);
  try {
    const hash = createHash('sha256');
    let byteLength = 0;
    for await (const chunk of stream) {
      hash.update(chunk);
      await handle.writeFile(chunk);
      byteLength += chunk.length;
    }
    return keep(handle, byteLength, hash.digest('hex'));
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function keep(handle: FileHandle, byteLength: number, sha256: string): ReceivedFile {
  let isReleased = false;

  const file = openDescriptor(handle.fd, byteLength);

  async function readAt(position: number, length: number): Promise<Buffer> {
    if (isReleased) throw uploadErrors.malformed();
    return file.readAt(position, length);
  }

  return {
    byteLength,
    descriptor: handle.fd,
    sha256,
    toJSON: () => ({ byteLength, sha256 }),
    readAt,
    read: () => readAt(0, byteLength),
    release: async () => {
      if (isReleased) return;
      isReleased = true;
      await handle.close();
    },
  };
}

async function openNameless(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const handle = await open(path, 'wx+', 0o600);
  try {
    await rm(path);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}
