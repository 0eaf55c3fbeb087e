import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';

/** The chain position of a user, and what decides about their check-in. */
export type ChainPositionRow = {
  user_id: string;
  full_name: string;
  chain_id: string;
  match_group: string;
  before_user_id: string | null;
  after_user_id: string | null;
  /** Whether the before user has a check-in for the date that is not rejected. */
  had_before: boolean;
  last_date: string | null;
  last_zone: string | null;
};

/** Lists the positions of those of the users who are in a chain on the date. */
export async function listChainPositions(
  db: Db,
  date: string,
  userIds: readonly string[],
): Promise<ChainPositionRow[]> {
  const { rows } = await sql<ChainPositionRow>`
    select chain.user_id, full_name, chain.id as chain_id, match_group, before_user_id, after_user_id,
      exists (
        select from check_in before
        where before.user_id = before_user_id and before.date = chain.date and before.status <> 'rejected'
      ) as had_before,
      last.date as last_date, last.timezone as last_zone
    from chain
    join profile on profile.id = chain.user_id
    left join lateral (
      select date, timezone from check_in where check_in.user_id = chain.user_id order by date desc limit 1
    ) last on true
    where chain.user_id = any (${[...userIds]}::uuid[]) and chain.date = ${date}`.execute(db);
  return rows;
}

/** Lists the matching groups of these users on a date. */
export async function listGroupsOn(db: Db, date: string, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ match_group: string }>`
    select distinct match_group from chain
    where user_id = any (${[...userIds]}::uuid[]) and date = ${date}`.execute(db);
  return rows.map(({ match_group }) => match_group);
}

/** Returns those of the users who have a check-in for the date. */
export async function listCheckedIn(db: Db, date: string, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from check_in where user_id = any (${[...userIds]}::uuid[]) and date = ${date}`.execute(db);
  return new Set(rows.map(({ user_id }) => user_id));
}

export type VerifiedCheckIn = {
  id: string;
  userId: string;
  chainId: string;
  timezone: string;
  activityType: string;
  isWithinWindow: boolean;
  continuesChain: boolean;
  chips: number;
};

/** Inserts check-ins of a date and returns the users of the new ones. Existing check-ins are not changed. */
export async function insertVerifiedCheckIns(
  tx: Tx,
  date: string,
  checkIns: readonly VerifiedCheckIn[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ user_id: string }>`
    insert into check_in (id, user_id, chain_id, date, timezone, activity_type, within_window, photo_timestamp, status,
      continues_chain, battle_chips_earned, created_at)
    select id, "userId", "chainId", ${date}, timezone, "activityType", "isWithinWindow", ${now}, 'verified',
      "continuesChain", chips, ${now}
    from jsonb_to_recordset(${JSON.stringify(checkIns)}::jsonb) as given (
      "id" uuid, "userId" uuid, "chainId" uuid, "timezone" text, "activityType" text, "isWithinWindow" boolean,
      "continuesChain" boolean, "chips" integer)
    on conflict (user_id, date) do nothing
    returning user_id`.execute(tx);
  return new Set(rows.map(({ user_id }) => user_id));
}
