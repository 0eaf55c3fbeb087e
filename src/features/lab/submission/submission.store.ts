import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';

/** What is handed in lies here until somebody decides about it: in `status`, `decline_reason` and `decided_at`. */
export type Submissions = 'lab_video' | 'sponsor' | 'opportunity';

/** Approves something without a reason, and declines it with one; undefined where it is not pending. */
export async function claimSubmission<Row>(
  tx: Tx,
  submissions: Submissions,
  { id, reason, now }: { id: string; reason: string | null; now: Date },
): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    update ${sql.table(submissions)}
    set status = ${reason === null ? 'approved' : 'declined'}, decline_reason = ${reason}, decided_at = ${now}
    where id = ${id} and status = 'pending'
    returning *`.execute(tx);
  return rows[0];
}

export async function existsSubmission(db: Db, submissions: Submissions, id: string): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(submissions)} where id = ${id}`.execute(db);
  return rows.length > 0;
}
