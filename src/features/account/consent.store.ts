import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';

/** What somebody lets the assistant do: read their notes; or, beyond that, send them a drop a day. */
export type Consent = 'notes' | 'notes-and-drops';

/** Worded as the indexes of the profiles are. */
const GIVEN: Readonly<Record<Consent, RawBuilder<boolean>>> = {
  notes: sql<boolean>`read_notes_enabled and is_active and not is_ai`,
  'notes-and-drops': sql<boolean>`read_notes_enabled and check_in_enabled and is_active and not is_ai`,
};

export async function listConsenting(db: Db, consent: Consent, after: string | null, limit: number): Promise<string[]> {
  let query = db.selectFrom('profile').select('id').where(GIVEN[consent]);
  if (after !== null) query = query.where('id', '>', after);
  return (await query.orderBy('id').limit(limit).execute()).map(({ id }) => id);
}

/** Whoever takes it back at this moment is waited for, and whoever wants to do so later waits for the end of the transaction. */
export async function lockConsent(tx: Tx, userId: string, consent: Consent): Promise<boolean> {
  const row = await tx
    .selectFrom('profile')
    .select('id')
    .where('id', '=', userId)
    .where(GIVEN[consent])
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}
