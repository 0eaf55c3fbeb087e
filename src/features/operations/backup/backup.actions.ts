import { isLow } from '#platform/files/disk-space.ts';
import type { BackupFolder, OperationsDeps } from '../deps.ts';
import { backupNameOf, listExpiredBackups, madeAtOf, type StoredBackup } from './backup.rules.ts';
import type { BackupRun } from './backup.schema.ts';

/** How much larger than the last backup the next one may be. */
const GROWTH = 1.25;
const MEGABYTE = 1024 ** 2;

/**
 * Writes a backup to the folder of backups, then deletes those whose retention has ended. Throws if the disk would be nearly full
 * after it, since nothing can be saved on a full disk.
 */
export async function backUp({ clock, backups, log }: OperationsDeps): Promise<BackupRun> {
  if (backups === null) return { success: true, message: 'Backups are off on this node.', size_bytes: null };
  const now = clock.now();
  await backups.deleteOldDrafts(now);
  const stored = await listBackups(backups);
  await requireRoom(backups, stored);
  const name = backupNameOf(now, backups.isEncrypted);
  const sizeBytes = await backups.write(name);
  // The new one first, so that there is always one.
  const expired = listExpiredBackups([...stored, { name, madeAt: now, sizeBytes }], backups.retention);
  for (const backup of expired) await backups.delete(backup.name);
  log.info({ event: 'backup.written', name, bytes: sizeBytes, deleted: expired.length }, 'backup written');
  const deleted = expired.length === 0 ? '' : ` Deleted ${expired.length} older.`;
  return { success: true, message: `Wrote ${name} (${megabytesOf(sizeBytes)} MB).${deleted}`, size_bytes: sizeBytes };
}

/** The scheduled backups of this node's folder. */
async function listBackups(folder: BackupFolder): Promise<StoredBackup[]> {
  const files = await folder.list();
  return files.flatMap(({ name, sizeBytes }) => {
    const madeAt = madeAtOf(name);
    return madeAt === null ? [] : [{ name, madeAt, sizeBytes }];
  });
}

async function requireRoom(folder: BackupFolder, stored: readonly StoredBackup[]): Promise<void> {
  const disk = await folder.readDisk();
  if (disk === null) return;
  const last = stored.reduce<StoredBackup | null>((a, b) => (a === null || b.madeAt > a.madeAt ? b : a), null);
  const neededBytes = (last?.sizeBytes ?? 0) * GROWTH;
  if (!isLow({ freeBytes: disk.freeBytes - neededBytes, totalBytes: disk.totalBytes })) return;
  const free = `${megabytesOf(disk.freeBytes)} MB are free, and it may need ${megabytesOf(neededBytes)} MB`;
  throw new Error(
    `No backup was made, since the disk of BACKUP_DIR would be nearly full: ${free}. Free some space, or lower BACKUP_KEEP_DAYS.`,
  );
}

const megabytesOf = (bytes: number) => Math.ceil(bytes / MEGABYTE);
