import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';

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

/**
 * Returns those of these users who consent. For them, the lock prevents a withdrawal until the transaction ends. `skip` omits
 * users whose profile another transaction has locked; `wait` waits for them.
 */
export async function lockConsents(
  tx: Tx,
  userIds: readonly string[],
  consent: Consent,
  locked: 'wait' | 'skip',
): Promise<ReadonlySet<string>> {
  const query = tx
    .selectFrom('profile')
    .select('id')
    .where(sql<boolean>`id = any (${[...userIds]}::uuid[])`)
    .where(GIVEN[consent])
    .orderBy('id')
    .forShare();
  const rows = await (locked === 'skip' ? query.skipLocked() : query).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Whether a user lets MCP clients use their personal access tokens. */
export async function existsMcpConsent(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from profile where id = ${userId} and preferences @> '{"mcp": true}'`.execute(db);
  return rows.length > 0;
}
