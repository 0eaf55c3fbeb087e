import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { deleteOldDrafts, isDraft, namesIn } from '#platform/backup/drafts.ts';
import { readDisks } from '#platform/files/disk-space.ts';
import type { Storage } from '#providers/storage/storage.ts';
import type { BackupFolder } from '../../features/operations/deps.ts';
import type { Config } from '../config.ts';

export type BackupFolderOptions = {
  config: Config;
  connectionString: string;
  storage: Storage;
  /** A node that stops ends its backup. */
  isDraining: () => boolean;
};

/** The folder of BACKUP_DIR, created by the first backup. Null if it is off. Rejects if a recipient is none. */
export async function createBackupFolder(options: BackupFolderOptions): Promise<BackupFolder | null> {
  const { folder, recipients, keepDays, keepWeeks } = options.config.backup;
  if (folder === null) return null;
  // The modules are loaded here and below, because a start needs neither.
  if (recipients.length > 0) (await import('#platform/backup/encryption.ts')).encryptTo(recipients);
  const signal = {
    throwIfAborted: () => {
      if (options.isDraining()) throw new Error('This node is stopping.');
    },
  };
  const deleteFile = (name: string) => rm(join(folder, name), { force: true });
  return {
    isEncrypted: recipients.length > 0,
    retention: { keepDays, keepWeeks },
    write: async (name) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const { writeBackup } = await import('./writing.ts');
      const path = join(folder, name);
      await writeBackup({
        ...options,
        path,
        recipients,
        signal,
        isPaced: true,
        show: (_what, work) => work({ step: () => undefined }),
      });
      return (await stat(path)).size;
    },
    list: async () => {
      const names = (await namesIn(folder)).filter((name) => !isDraft(name));
      return Promise.all(names.map(async (name) => ({ name, sizeBytes: (await stat(join(folder, name))).size })));
    },
    delete: deleteFile,
    deleteOldDrafts: (now) => deleteOldDrafts(folder, now),
    readDisk: async () => (await readDisks({ backups: folder }))[0] ?? null,
  };
}
