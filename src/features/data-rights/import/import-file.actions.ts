import type { RandomAccessFile } from '#platform/files/random-access-file.ts';
import { type ReceivedFile, receiveFile } from '#platform/http/upload/upload.file.ts';
import type { ImportDeps } from '../deps.ts';
import { listImportsWithUnusedFile, updateDeletedFile } from './import.store.ts';

const CHUNK_BYTES = 1024 * 1024;
const DELETION_BATCH_SIZE = 20;

const fileKey = (id: string) => `imports/${id}.zip`;

/** Stores the file of an import, so that every node can run it. */
export async function storeFile({ storage }: ImportDeps, id: string, file: RandomAccessFile): Promise<void> {
  async function* read(): AsyncGenerator<Buffer> {
    for (let at = 0; at < file.byteLength; at += CHUNK_BYTES) yield await file.readAt(at, CHUNK_BYTES);
  }
  await storage.putStream(fileKey(id), read());
}

export async function deleteFile({ storage }: Pick<ImportDeps, 'storage'>, id: string): Promise<void> {
  await storage.delete(fileKey(id));
}

/** Copies the file of an import to this node. The caller releases it. */
export async function fetchFile({ storage, uploadFolder }: ImportDeps, id: string): Promise<ReceivedFile> {
  const file = await storage.open(fileKey(id));
  if (file === null) throw new Error('The file of an import is missing.');
  const received = await receiveFile(file.stream, uploadFolder);
  if (received.byteLength === file.sizeBytes) return received;
  await received.release();
  throw new Error('The file of an import is incomplete.');
}

/** Deletes the files of imports that have ended, and imports of deleted users. */
export async function discardUnusedFiles(deps: ImportDeps): Promise<void> {
  let ids: string[];
  do {
    ids = await listImportsWithUnusedFile(deps.db, DELETION_BATCH_SIZE);
    for (const id of ids) {
      await deleteFile(deps, id);
      await updateDeletedFile(deps.db, id);
    }
  } while (ids.length === DELETION_BATCH_SIZE);
}
