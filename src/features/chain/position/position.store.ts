import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { Links } from '../matching/matching.rules.ts';
import { lockName } from '../rebuild/rebuild.store.ts';
import type { TeamColor } from '../squad/team-color.rules.ts';

/**
 * Holds the chains of groups on a date until the transaction ends: others may hold them as well, and nobody rebuilds them. The
 * locks are taken in one order by all who take several.
 */
export async function lockGroupsShared(tx: Tx, groups: readonly string[], date: string): Promise<void> {
  const names = groups.map((group) => lockName(group, date)).sort();
  await sql`
    select pg_advisory_xact_lock_shared(hashtextextended(name, 0)) from unnest(${names}::text[]) as name`.execute(tx);
}

/** Holds the chains of groups on dates until the transaction ends, against everybody else. */
export async function lockGroupsOn(tx: Tx, groups: readonly string[], dates: readonly string[]): Promise<void> {
  const names = groups.flatMap((group) => dates.map((date) => lockName(group, date))).sort();
  await sql`
    select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) as name`.execute(tx);
}

/** Somebody's place in the chains of a date. */
export type ChainPosition = Links & {
  id: string;
  group: string;
  teamColor: TeamColor;
  squadId: string | null;
};

export async function findPlace(db: Db, userId: string, date: string): Promise<ChainPosition | undefined> {
  const { rows } = await sql<ChainPosition>`
    select id, match_group as "group", before_user_id as "beforeUserId", after_user_id as "afterUserId",
      team_color as "teamColor", squad_id as "squadId"
    from chain where user_id = ${userId} and date = ${date}`.execute(db);
  return rows[0];
}

/** The members of a squad in the order of their windows. */
export async function findSquadMembers(db: Db, squadId: string): Promise<string[]> {
  const squad = await db
    .selectFrom('squad')
    .select(['user_1_id', 'user_2_id', 'user_3_id'])
    .where('id', '=', squadId)
    .executeTakeFirst();
  return [squad?.user_1_id, squad?.user_2_id, squad?.user_3_id].filter((id) => id != null);
}

/** The groups in which somebody is in a chain, from a date on. */
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

/** Takes somebody out of their squads of three, so that two are left; those of two are no squads without them. */
export async function deleteFromSquads(tx: Tx, userId: string): Promise<void> {
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

/** Deletes somebody's rows; those of others that name them name nobody then. */
export async function deleteChainsOf(tx: Tx, userId: string): Promise<void> {
  await sql`
    update chain set
      before_user_id = nullif(before_user_id, ${userId}), after_user_id = nullif(after_user_id, ${userId})
    where before_user_id = ${userId} or after_user_id = ${userId}`.execute(tx);
  await tx.deleteFrom('chain').where('user_id', '=', userId).execute();
}

/** Marks people's rows of a date as ones with a check-in. */
export async function updateChainsWithCheckIn(tx: Tx, date: string, userIds: readonly string[]): Promise<void> {
  await sql`
    update chain set has_check_in = true where user_id = any (${[...userIds]}::uuid[]) and date = ${date}`.execute(tx);
}
