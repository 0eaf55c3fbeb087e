import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { lockNamed } from '../../platform/db/named-lock.ts';
import type { Links } from './chain.rules.ts';
import type { ChainRow } from './rebuild.rules.ts';
import type { TeamColor } from './team.rules.ts';

/** Holds the chains of one group on one date until the transaction ends: they are rebuilt as a whole, one rebuild at a time. */
export async function lockGroupOn(tx: Tx, group: string, date: string): Promise<void> {
  await lockNamed(tx, lockNameOf(group, date));
}

/** The name of the lock of a group's chains on a date. */
export function lockNameOf(group: string, date: string): string {
  return `chains of ${group} on ${date}`;
}

export async function listChainsOf(db: Db, group: string, date: string): Promise<ChainRow[]> {
  const { rows } = await sql<ChainRow>`
    select user_id as "userId", before_user_id as "beforeUserId", after_user_id as "afterUserId",
      team_color as "teamColor", squad_id as "squadId", has_check_in as "hasCheckIn"
    from chain where match_group = ${group} and date = ${date}`.execute(db);
  return rows;
}

/** Who of these has checked in for the date as one of another group: they stay there for that date. */
export async function listSettledElsewhere(
  db: Db,
  group: string,
  date: string,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from chain
    where user_id = any (${[...userIds]}::uuid[]) and date = ${date} and has_check_in and match_group <> ${group}`.execute(
    db,
  );
  return new Set(rows.map(({ user_id }) => user_id));
}

/** The colours that these people have on any date from `monday` to `sunday`. */
export async function listColors(
  db: Db,
  userIds: readonly string[],
  monday: string,
  sunday: string,
): Promise<ReadonlyMap<string, TeamColor>> {
  const { rows } = await sql<{ user_id: string; team_color: TeamColor }>`
    select distinct on (user_id) user_id, team_color from chain
    where user_id = any (${[...userIds]}::uuid[]) and date between ${monday} and ${sunday}
    order by user_id, date`.execute(db);
  return new Map(rows.map(({ user_id, team_color }) => [user_id, team_color]));
}

/** A squad with its id, and its two or three members in the order of their windows. */
export type SquadToWrite = { id: string; teamColor: TeamColor; userIds: readonly string[] };

/** Writes the squads that there are then on a date in a group; others of the group, which `had` squads before, go. */
export async function replaceSquads(
  tx: Tx,
  date: string,
  had: readonly string[],
  squads: readonly SquadToWrite[],
  now: Date,
): Promise<void> {
  const ids = squads.map(({ id }) => id);
  const member = (position: number) => squads.map(({ userIds }) => userIds[position] ?? null);
  await sql`
    delete from squad where id = any (${[...had]}::uuid[]) and id <> all (${ids}::uuid[])`.execute(tx);
  await sql`
    insert into squad (id, date, user_1_id, user_2_id, user_3_id, team_color, created_at)
    select id, ${date}, user_1_id, user_2_id, user_3_id, team_color, ${now}
    from unnest(${ids}::uuid[], ${member(0)}::uuid[], ${member(1)}::uuid[], ${member(2)}::uuid[],
      ${squads.map(({ teamColor }) => teamColor)}::text[]) as given (id, user_1_id, user_2_id, user_3_id, team_color)
    on conflict (id) do update set
      user_1_id = excluded.user_1_id, user_2_id = excluded.user_2_id, user_3_id = excluded.user_3_id`.execute(tx);
}

/** Somebody's row of a date, without what stays as it is. */
export type ChainToWrite = Links & { id: string; userId: string; teamColor: TeamColor; squadId: string | null };

/** Writes these rows of a date, as the group's; one that carries a check-in stays as it is. */
export async function upsertChains(
  tx: Tx,
  { date, group, now }: { date: string; group: string; now: Date },
  chains: readonly ChainToWrite[],
): Promise<void> {
  await sql`
    insert into chain (id, date, user_id, before_user_id, after_user_id, team_color, squad_id, match_group, created_at)
    select id, ${date}, user_id, before_user_id, after_user_id, team_color, squad_id, ${group}, ${now}
    from unnest(${chains.map(({ id }) => id)}::uuid[], ${chains.map(({ userId }) => userId)}::uuid[],
      ${chains.map(({ beforeUserId }) => beforeUserId)}::uuid[], ${chains.map(({ afterUserId }) => afterUserId)}::uuid[],
      ${chains.map(({ teamColor }) => teamColor)}::text[], ${chains.map(({ squadId }) => squadId)}::uuid[])
      as given (id, user_id, before_user_id, after_user_id, team_color, squad_id)
    on conflict (user_id, date) do update set
      before_user_id = excluded.before_user_id, after_user_id = excluded.after_user_id,
      team_color = excluded.team_color, squad_id = excluded.squad_id, match_group = excluded.match_group
    where not chain.has_check_in and (chain.before_user_id, chain.after_user_id, chain.team_color, chain.squad_id,
      chain.match_group) is distinct from (excluded.before_user_id, excluded.after_user_id, excluded.team_color,
      excluded.squad_id, excluded.match_group)`.execute(tx);
}

/** Deletes the rows of people who take part no more; one that carries a check-in stays. */
export async function deleteChains(tx: Tx, date: string, group: string, userIds: readonly string[]): Promise<void> {
  await sql`
    delete from chain
    where user_id = any (${[...userIds]}::uuid[]) and date = ${date} and match_group = ${group} and not has_check_in`.execute(
    tx,
  );
}

/** The groups that have chains on a date already. */
export async function listGroupsWithChains(db: Db, date: string): Promise<string[]> {
  const rows = await db.selectFrom('chain').select('match_group').distinct().where('date', '=', date).execute();
  return rows.map(({ match_group }) => match_group);
}
