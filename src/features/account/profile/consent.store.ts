import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';

/** What a user allows the assistant: to read the entries, or also to send a daily drop. */
export type Consent = 'notes' | 'notes-and-drops';

/** Must match the predicates of the partial indexes of `profile`. */
const GIVEN: Readonly<Record<Consent, RawBuilder<boolean>>> = {
  notes: sql<boolean>`read_notes_enabled and is_active and not is_ai`,
  'notes-and-drops': sql<boolean>`read_notes_enabled and check_in_enabled and is_active and not is_ai`,
};

/** The next users by id who consent. Excludes synthetic and inactive users. */
export async function listConsentingUserIds(
  db: Db,
  consent: Consent,
  after: string | null,
  limit: number,
): Promise<string[]> {
  let query = db.selectFrom('profile').select('id').where(GIVEN[consent]);
  if (after !== null) query = query.where('id', '>', after);
  return (await query.orderBy('id').limit(limit).execute()).map(({ id }) => id);
}

/** Whether the user consents. If so, the lock prevents a withdrawal until the transaction ends. */
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
