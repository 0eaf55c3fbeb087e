/** A backup in the folder of backups. */
export type StoredBackup = { name: string; madeAt: Date; sizeBytes: number };

export type BackupRetention = {
  /** The number of days (UTC) whose last backup is kept. */
  keepDays: number;
  /** The same of weeks, which start on Monday. */
  keepWeeks: number;
};

const NAME = /^meadow-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.gz(?:\.age)?$/;
const MAX_AGE_MS = 2 * 24 * 60 * 60 * 1_000;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** The name of a backup of an instant, such as `meadow-2026-01-31T04-30-00Z.tar.gz`. Retention considers only those of `meadow`. */
export function backupNameOf(madeAt: Date, isEncrypted: boolean, prefix = 'meadow'): string {
  const instant = madeAt.toISOString().slice(0, 19).replaceAll(':', '-');
  return `${prefix}-${instant}Z.tar.gz${isEncrypted ? '.age' : ''}`;
}

/** The instant in the name of a scheduled backup; null for other files, which are left alone. */
export function madeAtOf(name: string): Date | null {
  const [, day, hour, minute, second] = NAME.exec(name) ?? [];
  const madeAt = new Date(`${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(madeAt.getTime()) ? null : madeAt;
}

/** The backups to delete: all but the last one of each of the newest days and weeks that have any. */
export function listExpiredBackups(
  backups: readonly StoredBackup[],
  { keepDays, keepWeeks }: BackupRetention,
): StoredBackup[] {
  const newestFirst = [...backups].sort((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
  const kept = new Set<StoredBackup>();
  for (const [periodOf, count] of [[dayOf, keepDays] as const, [weekOf, keepWeeks] as const]) {
    const lastOf = new Map<number, StoredBackup>();
    for (const backup of newestFirst) {
      const period = periodOf(backup.madeAt);
      if (!lastOf.has(period) && lastOf.size < count) lastOf.set(period, backup);
    }
    for (const backup of lastOf.values()) kept.add(backup);
  }
  return newestFirst.filter((backup) => !kept.has(backup));
}

const dayOf = (instant: Date) => Math.floor(instant.getTime() / DAY_MS);
/** The first day of 1970 was a Thursday. */
const weekOf = (instant: Date) => Math.floor((dayOf(instant) + 3) / 7);

/** Whether the last backup is too old, or there has been none for as long. */
export function isOverdue(lastBackupAt: Date | null, startedAt: Date, now: Date): boolean {
  const since = lastBackupAt ?? startedAt;
  return now.getTime() - since.getTime() > MAX_AGE_MS;
}
