import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';

/** A lease on the analysis of users. `id` is new for each batch; `holder` is the name of the job. */
export type AnalysisLease = { id: string; holder: string; now: Date; expiresAt: Date };

/** Leases users for analysis and returns those that no other holder has leased. A holder can take over its own lease. */
export async function leaseUsers(db: Db, userIds: readonly string[], lease: AnalysisLease): Promise<string[]> {
  const { id, holder, now, expiresAt } = lease;
  // Rows are locked in the order of ids, so that concurrent calls cannot deadlock.
  const { rows } = await sql<{ user_id: string }>`
    insert into note_analysis_lease as lease (user_id, id, holder, expires_at)
    select profile.id, ${id}::uuid, ${holder}::text, ${expiresAt}::timestamptz
    from profile where profile.id = any (${[...userIds]}::uuid[])
    order by profile.id
    on conflict (user_id) do update set id = excluded.id, holder = excluded.holder, expires_at = excluded.expires_at
      where lease.holder = excluded.holder or lease.expires_at <= ${now}
    returning user_id`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** Ends a lease on these users. Returns those who had it. */
export async function deleteLeases(db: Db, userIds: readonly string[], id: string): Promise<ReadonlySet<string>> {
  // Rows are locked in the order of ids, as for the lease, so that concurrent calls cannot deadlock.
  const { rows } = await sql<{ user_id: string }>`
    with leased as (
      select user_id from note_analysis_lease
      where id = ${id} and user_id = any (${[...userIds]}::uuid[])
      order by user_id for update
    )
    delete from note_analysis_lease as lease using leased
    where lease.user_id = leased.user_id and lease.id = ${id}
    returning lease.user_id`.execute(db);
  return new Set(rows.map(({ user_id }) => user_id));
}

/** Deletes any lease on the user. */
export async function deleteLeaseOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('note_analysis_lease').where('user_id', '=', userId).execute();
}
