import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { BACKUP_RUN } from './backup.schema.ts';

export type LastBackup = { finished_at: Date; size_bytes: number | null };

/** The last backup that succeeded: a scheduled one, or one of `meadow backup`. Undefined if there was none. */
export async function findLastBackup(db: Db): Promise<LastBackup | undefined> {
  const row = await db
    .selectFrom('job_run')
    .select(['finished_at', sql<string | null>`result ->> 'size_bytes'`.as('size')])
    .where('job', '=', BACKUP_RUN)
    .where('succeeded', '=', true)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined || row.finished_at === null) return undefined;
  return { finished_at: row.finished_at, size_bytes: row.size === null ? null : Number(row.size) };
}
