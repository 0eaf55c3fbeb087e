import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';

export type EmailReader = { id: string; name: string; contact_name: string; contact_email: string };

/** The next so many approved sponsors who have no letter about this week, in the order of their ids. */
export async function listEmailReadersAfter(
  db: Db,
  weekStart: string,
  after: string | null,
  limit: number,
): Promise<EmailReader[]> {
  // Without it at first, so that the index is entered at the id.
  const isAfter = after === null ? sql`true` : sql`id > ${after}`;
  const { rows } = await sql<EmailReader>`
    select id, name, contact_name, contact_email from sponsor
    where status = 'approved' and ${isAfter}
      and not exists (select from sponsor_digest where sponsor_id = sponsor.id and week_start = ${weekStart}::date)
    order by id limit ${limit}`.execute(db);
  return rows;
}

/** Claims the letters about a week to these sponsors; returns whose nobody has claimed before. */
export async function claimEmails(
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
