import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { executeRead, mapRead, type Read, toRead } from '#platform/db/read.ts';
import type { Links, TeamColor } from '../chain.rules.ts';

/** The chain row of a user on one date. */
export type ChainPosition = Links & {
  id: string;
  group: string;
  teamColor: TeamColor;
  squadId: string | null;
  /** The users of the squad in the order of their windows. Empty if there is no squad. */
  squadUserIds: string[];
};

export function selectChainPosition(userId: string, date: string): Read<ChainPosition | undefined> {
  const query = sql<ChainPosition>`
    select chain.id, match_group as "group", before_user_id as "beforeUserId", after_user_id as "afterUserId",
      chain.team_color as "teamColor", squad_id as "squadId",
      array_remove(array[user_1_id, user_2_id, user_3_id], null) as "squadUserIds"
    from chain left join squad on squad.id = squad_id
    where user_id = ${userId} and chain.date = ${date}`;
  return mapRead(toRead(query, {}), ([position]) => position);
}

export async function findChainPosition(db: Db, userId: string, date: string): Promise<ChainPosition | undefined> {
  return executeRead(db, selectChainPosition(userId, date));
}

/** The ids of a user, and of the users before and after them and in their squad on a date, as an array. */
export function neighbourIds(userId: string, date: string): RawBuilder<string[]> {
  return sql`array(
    select ${userId}::uuid
    union
    select neighbour.id from chain left join squad on squad.id = squad_id
      cross join unnest(array[before_user_id, after_user_id, user_1_id, user_2_id, user_3_id]) as neighbour (id)
    where user_id = ${userId} and chain.date = ${date} and neighbour.id is not null)`;
}

/** Each of the users with a row in a chain of a date, and the users before and after them and in their squad. */
export async function listNeighbours(
  db: Db,
  date: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const { rows } = await sql<{ user_id: string; ids: string[] }>`
    select user_id, array(
      select distinct id
      from unnest(array[user_id, before_user_id, after_user_id, user_1_id, user_2_id, user_3_id]) as neighbour (id)
      where id is not null) as ids
    from chain left join squad on squad.id = squad_id
    where user_id = any (${[...userIds]}::uuid[]) and chain.date = ${date}`.execute(db);
  return new Map(rows.map(({ user_id, ids }) => [user_id, ids]));
}

/** Lists the dates between two dates (inclusive) on which a user is in a chain. */
export async function listChainDates(db: Db, userId: string, from: string, to: string): Promise<string[]> {
  const rows = await db
    .selectFrom('chain')
    .select('date')
    .where('user_id', '=', userId)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .execute();
  return rows.map(({ date }) => date);
}

/** Lists the groups in which a user has chain rows on or after a date. */
export async function listGroupsOfMember(db: Db, userId: string, from: string): Promise<string[]> {
  const rows = await db
    .selectFrom('chain')
    .select('match_group')
    .distinct()
    .where('user_id', '=', userId)
    .where('date', '>=', from)
    .execute();
  return rows.map(({ match_group }) => match_group);
}

/** Reduces the user's squads of three to two members, and deletes their squads of two. */
export async function removeFromSquads(tx: Tx, userId: string): Promise<void> {
  await sql`
    update squad set
      user_1_id = case when user_1_id = ${userId} then user_2_id else user_1_id end,
      user_2_id = case when user_3_id = ${userId} then user_2_id else user_3_id end,
      user_3_id = null
    where user_3_id is not null and (user_1_id = ${userId} or user_2_id = ${userId} or user_3_id = ${userId})`.execute(
    tx,
  );
  await sql`delete from squad where user_1_id = ${userId} or user_2_id = ${userId}`.execute(tx);
}

/** Deletes the user's chain rows, and clears links of other users to them. Returns the other users, with the dates. */
export async function deleteChainRows(tx: Tx, userId: string): Promise<{ user_id: string; date: string }[]> {
  const { rows } = await sql<{ user_id: string; date: string }>`
    update chain set
      before_user_id = nullif(before_user_id, ${userId}), after_user_id = nullif(after_user_id, ${userId})
    where before_user_id = ${userId} or after_user_id = ${userId}
    returning user_id, date`.execute(tx);
  await tx.deleteFrom('chain').where('user_id', '=', userId).execute();
  return rows;
}

/** Marks chain rows as checked in, so that rebuilds leave them unchanged. Lock the chains first. */
export async function freezeChainRows(tx: Tx, date: string, userIds: readonly string[]): Promise<void> {
  await freezing(tx, date, userIds).execute();
}

/** The statement of `freezeChainRows`. */
export function freezing(tx: Tx, date: string, userIds: readonly string[]) {
  return tx
    .updateTable('chain')
    .set({ has_check_in: true })
    .where(sql<boolean>`user_id = any (${[...userIds]}::uuid[])`)
    .where('date', '=', date);
}
