import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { afterCursor, type Position } from '#platform/db/pagination.ts';
import type { WaitlistEntry as WaitlistTable } from '#platform/db/tables.generated.ts';
import type { WaitlistStatus } from './waitlist.schema.ts';

export type WaitlistRow = Selectable<WaitlistTable>;

export type NewWaitlistValues = { id: string; email: string; name: string | null; note: string | null; now: Date };

/**
 * Inserts an entry, or updates only `asked_at` of a known email address. Each call writes one row, so that its duration does not
 * reveal whether the address was known.
 */
export async function insertWaitlistEntry(db: Db, { id, email, name, note, now }: NewWaitlistValues): Promise<void> {
  await sql`
    insert into waitlist_entry (id, email, name, note, created_at, asked_at)
    values (${id}, ${email}, ${name}, ${note}, ${now}, ${now})
    on conflict (lower(email)) do update set asked_at = excluded.asked_at`.execute(db);
}

export async function listWaitlistEntries(
  db: Db,
  status: WaitlistStatus | undefined,
  after: Position | null,
  limit: number,
): Promise<WaitlistRow[]> {
  let query = db.selectFrom('waitlist_entry').selectAll();
  if (status !== undefined) query = query.where('status', '=', status);
  return query.where(afterCursor(after)).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

export type WaitlistDecision = { status: 'approved' | 'declined'; decidedBy: string; now: Date };

/** Decides a pending entry; undefined if no pending entry has this id. */
export async function claimWaitlistDecision(
  tx: Tx,
  id: string,
  { status, decidedBy, now }: WaitlistDecision,
): Promise<WaitlistRow | undefined> {
  return tx
    .updateTable('waitlist_entry')
    .set({ status, decided_by: decidedBy, decided_at: now })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst();
}

export async function existsWaitlistEntry(tx: Tx, id: string): Promise<boolean> {
  return (await tx.selectFrom('waitlist_entry').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}
