import type { Db } from '../../../platform/db/database.ts';

/** The end of the last successful run under this name. Undefined if there was none. */
export async function findLastRunEnd(db: Db, name: string): Promise<Date | undefined> {
  const query = db.selectFrom('job_run').select('finished_at').where('job', '=', name).where('succeeded', '=', true);
  const row = await query.orderBy('started_at', 'desc').limit(1).executeTakeFirst();
  return row?.finished_at ?? undefined;
}
