import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';

/** Tables with the columns `status`, `decline_reason` and `decided_at`. */
export type SubmissionTable = 'lab_video' | 'sponsor' | 'opportunity';

/** Approves a pending submission, or declines it if a reason is given. undefined if it is not pending. */
export async function claimSubmission<Row>(
  tx: Tx,
  table: SubmissionTable,
  { id, reason, now }: { id: string; reason: string | null; now: Date },
): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    update ${sql.table(table)}
    set status = ${reason === null ? 'approved' : 'declined'}, decline_reason = ${reason}, decided_at = ${now}
    where id = ${id} and status = 'pending'
    returning *`.execute(tx);
  return rows[0];
}

export async function existsSubmission(db: Db, table: SubmissionTable, id: string): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(table)} where id = ${id}`.execute(db);
  return rows.length > 0;
}
