import type { RandomAccessFile } from '../../../platform/files/random-access-file.ts';
import { type ReceivedFile, receiveFile } from '../../../platform/http/upload/upload.file.ts';
import type { ImportDeps } from '../deps.ts';
import { listImportsWithUnusedFile, updateDeletedFile } from './import.store.ts';

/** Each is sent to the storage within its timeout, and kept in memory meanwhile. */
const PART_BYTES = 8 * 1024 * 1024;
const DELETION_BATCH_SIZE = 20;

export function countParts({ byteLength }: Pick<RandomAccessFile, 'byteLength'>): number {
  return Math.ceil(byteLength / PART_BYTES);
}

const partKey = (id: string, part: number) => `imports/${id}-${part}.bin`;

/**
 * Stores the file of an import in parts, so that every node can run it.
 * @throws {storage.unavailable}
 */
export async function storeFile({ storage }: ImportDeps, id: string, file: RandomAccessFile): Promise<void> {
  for (let part = 0; part < countParts(file); part += 1) {
    await storage.put(partKey(id, part), await file.readAt(part * PART_BYTES, PART_BYTES));
  }
}

/**
 * Copies the file of an import to this node. The caller releases it.
 * @throws {storage.unavailable}
 */
export function fetchFile(deps: ImportDeps, id: string, parts: number): Promise<ReceivedFile> {
  async function* read(): AsyncGenerator<Buffer> {
    for (let part = 0; part < parts; part += 1) {
      const file = await deps.storage.read(partKey(id, part));
      if (file === null) throw new Error('A part of the file of an import is missing.');
      yield Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength);
    }
  }
  return receiveFile(read(), deps.uploadFolder);
}

/**
 * Deletes the files of imports that have ended, and imports of deleted users.
 * @throws {storage.unavailable}
 */
export async function discardUnusedFiles({ db, storage }: ImportDeps): Promise<void> {
  let imports: Awaited<ReturnType<typeof listImportsWithUnusedFile>>;
  do {
    imports = await listImportsWithUnusedFile(db, DELETION_BATCH_SIZE);
    for (const { id, file_parts: parts } of imports) {
      for (let part = 0; part < parts; part += 1) await storage.delete(partKey(id, part));
      await updateDeletedFile(db, id);
    }
  } while (imports.length === DELETION_BATCH_SIZE);
}
