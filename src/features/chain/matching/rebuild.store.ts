import { sql } from 'kysely';
import { fetchInBatches } from '#platform/db/cursor.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Links, TeamColor } from '../chain.rules.ts';
import type { ChainRow } from './rebuild.rules.ts';

/** Rows per fetch. Parsing more would block the event loop for longer than a few milliseconds. */
const ROWS_PER_BATCH = 1_000;

/** Extends the transaction's idle timeout to one minute, for the computation of a large group. */
export async function allowLongPause(tx: Tx): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = '1min'`.execute(tx);
}

/**
 * The stored rows of groups on a date, in batches, because a group can have many thousands. Once in a transaction.
 *
 * Looks up each group (`offset 0`), like `listParticipants`.
 */
export function fetchChains(
  tx: Tx,
  groups: readonly string[],
  date: string,
): AsyncGenerator<(ChainRow & { group: string })[]> {
  const rows = sql<ChainRow & { group: string }>`
    select given.match_group as "group", user_id as "userId", before_user_id as "beforeUserId",
      after_user_id as "afterUserId", team_color as "teamColor", squad_id as "squadId", has_check_in as "hasCheckIn"
    from unnest(${[...groups]}::text[]) as given (match_group)
    cross join lateral (
      select * from chain where chain.match_group = given.match_group and date = ${date} offset 0
    ) as stored`;
  return fetchInBatches(tx, rows, ROWS_PER_BATCH);
}

/** The rows of a user's week in all groups, summarized. */
export type WeekRow = {
  userId: string;
  /** The colour of the first row. */
  teamColor: TeamColor;
  /** Whether the user has checked in on the date as a member of another group, and so stays there. */
  isFrozenElsewhere: boolean;
};

/**
 * Lists those of these members of groups who have a row on any date from `monday` to `sunday`.
 *
 * Looks up each user: a plan that starts from the dates reads the rows of all users.
 */
export async function listWeek(
  db: Db,
  { date, monday, sunday }: { date: string; monday: string; sunday: string },
  members: readonly { userId: string; group: string }[],
): Promise<WeekRow[]> {
  const { rows } = await sql<WeekRow>`
    select member.id as "userId", team_color as "teamColor", is_frozen_elsewhere as "isFrozenElsewhere"
    from unnest(${members.map(({ userId }) => userId)}::uuid[], ${members.map(({ group }) => group)}::text[])
      as member (id, match_group)
    cross join lateral (
      select (array_agg(team_color order by date))[1] as team_color,
        bool_or(date = ${date} and has_check_in and chain.match_group <> member.match_group) as is_frozen_elsewhere
      from chain where user_id = member.id and date between ${monday} and ${sunday}
    ) as week
    where team_color is not null`.execute(db);
  return rows;
}

/** A squad with two or three members in the order of their windows. */
export type SquadToWrite = { id: string; teamColor: TeamColor; userIds: readonly string[] };

/** Stores the squads of a date. Skips squads that already have the same members. */
export async function upsertSquads(tx: Tx, date: string, squads: readonly SquadToWrite[], now: Date): Promise<void> {
  const member = (position: number) => squads.map(({ userIds }) => userIds[position] ?? null);
  await sql`
    insert into squad (id, date, user_1_id, user_2_id, user_3_id, team_color, created_at)
    select id, ${date}, user_1_id, user_2_id, user_3_id, team_color, ${now}
    from unnest(${squads.map(({ id }) => id)}::uuid[], ${member(0)}::uuid[], ${member(1)}::uuid[], ${member(2)}::uuid[],
      ${squads.map(({ teamColor }) => teamColor)}::text[]) as given (id, user_1_id, user_2_id, user_3_id, team_color)
    where not exists (
      select from squad where squad.id = given.id and (squad.user_1_id, squad.user_2_id, squad.user_3_id)
        is not distinct from (given.user_1_id, given.user_2_id, given.user_3_id))
    on conflict (id) do update set
      user_1_id = excluded.user_1_id, user_2_id = excluded.user_2_id, user_3_id = excluded.user_3_id`.execute(tx);
}

export async function deleteSquads(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`delete from squad where id = any (${[...ids]}::uuid[])`.execute(tx);
}

export type ChainToWrite = Links & {
  id: string;
  group: string;
  userId: string;
  teamColor: TeamColor;
  squadId: string | null;
};

/** Stores rows of a date. Skips unchanged rows and rows with a check-in. Returns the users of the others. */
export async function upsertChains(
  tx: Tx,
  date: string,
  chains: readonly ChainToWrite[],
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    insert into chain (id, date, user_id, before_user_id, after_user_id, team_color, squad_id, match_group, created_at)
    select id, ${date}, user_id, before_user_id, after_user_id, team_color, squad_id, match_group, ${now}
    from unnest(${chains.map(({ id }) => id)}::uuid[], ${chains.map(({ userId }) => userId)}::uuid[],
      ${chains.map(({ beforeUserId }) => beforeUserId)}::uuid[], ${chains.map(({ afterUserId }) => afterUserId)}::uuid[],
      ${chains.map(({ teamColor }) => teamColor)}::text[], ${chains.map(({ squadId }) => squadId)}::uuid[],
      ${chains.map(({ group }) => group)}::text[])
      as given (id, user_id, before_user_id, after_user_id, team_color, squad_id, match_group)
    on conflict (user_id, date) do update set
      before_user_id = excluded.before_user_id, after_user_id = excluded.after_user_id,
      team_color = excluded.team_color, squad_id = excluded.squad_id, match_group = excluded.match_group
    where not chain.has_check_in and (chain.before_user_id, chain.after_user_id, chain.team_color, chain.squad_id,
      chain.match_group) is distinct from (excluded.before_user_id, excluded.after_user_id, excluded.team_color,
      excluded.squad_id, excluded.match_group)
    returning user_id`.execute(tx);
  return rows.map(({ user_id }) => user_id);
}

/** Deletes rows of users who are no longer participants of their groups. Keeps rows with a check-in. */
export async function deleteChains(
  tx: Tx,
  date: string,
  leavers: readonly { userId: string; group: string }[],
): Promise<void> {
  await sql`
    delete from chain
    using unnest(${leavers.map(({ userId }) => userId)}::uuid[], ${leavers.map(({ group }) => group)}::text[])
      as given (user_id, match_group)
    where chain.user_id = given.user_id and date = ${date} and chain.match_group = given.match_group
      and not has_check_in`.execute(tx);
}

/**
 * Lists the groups with chains on a date.
 *
 * A recursive query jumps from group to group in the index: one step for each group that ever had a chain, however many rows it
 * has.
 */
export async function listGroupsWithChains(db: Db, date: string): Promise<string[]> {
  const { rows } = await sql<{ match_group: string }>`
    with recursive known (match_group) as (
      (select match_group from chain order by match_group limit 1)
      union all
      select (select chain.match_group from chain where chain.match_group > known.match_group
        order by chain.match_group limit 1)
      from known where known.match_group is not null
    )
    select match_group from known
    where exists (select from chain where chain.match_group = known.match_group and date = ${date})`.execute(db);
  return rows.map(({ match_group }) => match_group);
}
