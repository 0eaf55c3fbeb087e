import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';

export type DigestRecipient = { id: string; name: string; contact_name: string; contact_email: string };

/** The next `limit` approved sponsors without a digest email about this week, by id. */
export async function listDigestRecipientsAfter(
  db: Db,
  weekStart: string,
  after: string | null,
  limit: number,
): Promise<DigestRecipient[]> {
  // The condition on the id is absent at first, so that the index scan starts at the id.
  const isAfter = after === null ? sql`true` : sql`id > ${after}`;
  const { rows } = await sql<DigestRecipient>`
    select id, name, contact_name, contact_email from sponsor
    where status = 'approved' and ${isAfter}
      and not exists (select from sponsor_digest where sponsor_id = sponsor.id and week_start = ${weekStart}::date)
    order by id limit ${limit}`.execute(db);
  return rows;
}

/** Claims the digest emails about a week. Returns the sponsors whose claim won. */
export async function claimDigests(
  tx: Tx,
  sponsorIds: readonly string[],
  weekStart: string,
  now: Date,
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    insert into sponsor_digest (sponsor_id, week_start, created_at)
    select id, ${weekStart}::date, ${now} from unnest(${[...sponsorIds]}::uuid[]) as given (id) order by id
    on conflict do nothing
    returning sponsor_id as id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
