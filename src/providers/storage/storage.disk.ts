import { randomUUID } from 'node:crypto';
import { mkdir, open, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '#platform/errors.ts';
import { syncFolder } from '#platform/files/sync-folder.ts';
import type { ByteStore, ListedFile } from './storage.ts';

/** Stores files in a folder, which the first `put` creates. */
export function createDiskStorage(folder: string): ByteStore {
  return {
    put: (key, bytes) => replaceFile(join(folder, key), bytes),
    putStream: (key, chunks) => replaceFile(join(folder, key), chunks),
    read: async (key) => {
      try {
        return await readFile(join(folder, key));
      } catch (error) {
        if (isAbsence(error)) return null;
        throw error;
      }
    },
    open: async (key) => {
      try {
        const file = await open(join(folder, key));
        // The stream closes the file.
        return { stream: file.createReadStream(), sizeBytes: (await file.stat()).size };
      } catch (error) {
        if (isAbsence(error)) return null;
        throw error;
      }
    },
    delete: async (key) => {
      try {
        await rm(join(folder, key));
      } catch (error) {
        if (!isAbsence(error)) throw error;
      }
    },
    list: () => listBelow(folder, ''),
  };
}

async function* listBelow(folder: string, prefix: string): AsyncGenerator<ListedFile> {
  const entries = await opendir(join(folder, prefix)).catch((error: unknown) => {
    if (isAbsence(error)) return [];
    throw error;
  });
  for await (const entry of entries) {
    const key = prefix + entry.name;
    if (entry.isDirectory()) yield* listBelow(folder, `${key}/`);
    else if (entry.isFile()) {
      const modifiedAt = await modificationOf(join(folder, key));
      if (modifiedAt !== null) yield { key, modifiedAt };
    }
  }
}

async function modificationOf(path: string): Promise<Date | null> {
  try {
    return (await stat(path)).mtime;
  } catch (error) {
    if (isAbsence(error)) return null;
    throw error;
  }
}

async function replaceFile(path: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  // A rename replaces the file atomically. The draft's name is no valid key.
  const draft = join(dirname(path), `.${randomUUID()}.part`);
  try {
    await writeDurably(draft, content);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

async function writeDurably(path: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await writeFile(file, content);
    await file.sync();
  } finally {
    await file.close();
  }
}

function isAbsence(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}
