import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, ReadDb, Tx } from '#platform/db/database.ts';
import type { Position } from '#platform/db/pagination.ts';
import type { Battle } from '#platform/db/tables.generated.ts';
import type { BattleResult, Winner } from './battle.schema.ts';
import type { DailyStats, Standings } from './standings/standings.rules.ts';
import type { BattleStatus } from './week.rules.ts';

declare module '../../platform/db/json-columns.ts' {
  interface JsonTypes {
    'battle.battle_result': BattleResult;
    'battle.daily_stats': DailyStats[];
  }
}

/** The check constraints of the table: a completed battle has all parts of a result, any other battle has none. */
type Outcome =
  | { battle_status: 'completed'; winner: Winner; battle_result: BattleResult; daily_stats: DailyStats[] }
  | { battle_status: 'pending' | 'in_progress'; winner: null; battle_result: null; daily_stats: null };

export type BattleRow = Omit<Selectable<Battle>, keyof Outcome> & Outcome;
export type CompletedBattleRow = BattleRow & { battle_status: 'completed' };

export async function findBattle(db: Db, weekStart: string): Promise<BattleRow | undefined> {
  return db
    .selectFrom('battle')
    .selectAll()
    .$narrowType<Outcome>()
    .where('week_start_date', '=', weekStart)
    .executeTakeFirst();
}

export async function lockBattle(tx: Tx, weekStart: string): Promise<BattleRow | undefined> {
  return tx
    .selectFrom('battle')
    .selectAll()
    .$narrowType<Outcome>()
    .where('week_start_date', '=', weekStart)
    .forUpdate()
    .executeTakeFirst();
}

export type NewBattleValues = { id: string; weekStart: string; weekEnd: string; status: BattleStatus; now: Date };

/** Inserts the battle of a week unless it exists. */
export async function insertBattle(db: Db, battle: NewBattleValues): Promise<void> {
  await db
    .insertInto('battle')
    .values(valuesOf(battle))
    .onConflict((conflict) => conflict.column('week_start_date').doNothing())
    .execute();
}

/** `insertBattle` for a week in which a user was in a chain. */
export async function insertBattleOfChains(tx: Tx, battle: NewBattleValues): Promise<void> {
  const { id, weekStart, weekEnd, status, now } = battle;
  await sql`
    insert into battle (id, week_start_date, week_end_date, battle_status, created_at, updated_at)
    select ${id}::uuid, ${weekStart}::date, ${weekEnd}::date, ${status}, ${now}::timestamptz, ${now}::timestamptz
    where exists (select from chain where date between ${weekStart} and ${weekEnd})
    on conflict (week_start_date) do nothing`.execute(tx);
}

function valuesOf({ id, weekStart, weekEnd, status, now }: NewBattleValues): Insertable<Battle> {
  return {
    id,
    week_start_date: weekStart,
    week_end_date: weekEnd,
    battle_status: status,
    created_at: now,
    updated_at: now,
  };
}

export type Completion = { standings: Standings; winner: Winner; battleResult: BattleResult };

/** Stores the result of a battle. Returns undefined if it was already executed. */
export async function claimCompletion(
  tx: Tx,
  id: string,
  { standings: { red, blue, dailyStats }, winner, battleResult }: Completion,
  now: Date,
): Promise<CompletedBattleRow | undefined> {
  return tx
    .updateTable('battle')
    .set({
      red_team_chips: red.chips,
      red_team_members: red.members,
      red_team_robot_power: red.robotPower,
      blue_team_chips: blue.chips,
      blue_team_members: blue.members,
      blue_team_robot_power: blue.robotPower,
      battle_status: 'completed',
      winner,
      battle_result: JSON.stringify(battleResult),
      daily_stats: JSON.stringify(dailyStats),
      updated_at: now,
    })
    .where('id', '=', id)
    .where('battle_status', '<>', 'completed')
    .returningAll()
    .$narrowType<Outcome & { battle_status: 'completed' }>()
    .executeTakeFirst();
}

/** Lists a page of completed battles, latest weeks first. */
export async function listCompletedBattles(
  db: ReadDb,
  after: Position | null,
  limit: number,
): Promise<CompletedBattleRow[]> {
  let query = db
    .selectFrom('battle')
    .selectAll()
    .$narrowType<Outcome & { battle_status: 'completed' }>()
    .where('battle_status', '=', 'completed');
  if (after !== null)
    query = query.where(sql<boolean>`week_start_date < (${after.createdAt} at time zone 'UTC')::date`);
  return query.orderBy('week_start_date', 'desc').limit(limit).execute();
}

/** Lists earlier weeks without an executed battle, oldest first. Includes weeks with chains but without a battle row. */
export async function listUnexecutedWeeks(db: Db, before: string): Promise<string[]> {
  const { rows } = await sql<{ week_start_date: string }>`
    select week_start_date from battle where week_start_date < ${before} and battle_status <> 'completed'
    union
    select monday::date
    from generate_series(
      date_trunc('week', (select min(date) from chain)::timestamp), ${before}::timestamp - interval '1 week', interval '1 week'
    ) as monday
    where exists (select from chain where date between monday::date and monday::date + 6)
      and not exists (select from battle where week_start_date = monday::date)
    order by week_start_date`.execute(db);
  return rows.map(({ week_start_date }) => week_start_date);
}

/** Lists completed battles whose results were not sent to all users, oldest first. */
export async function listUnannouncedBattles(db: Db): Promise<CompletedBattleRow[]> {
  return db
    .selectFrom('battle')
    .selectAll()
    .$narrowType<Outcome & { battle_status: 'completed' }>()
    .where('battle_status', '=', 'completed')
    .where('results_notified_at', 'is', null)
    .orderBy('week_start_date')
    .execute();
}

/** Records that all users were notified. */
export async function updateNotifiedAt(
  db: Db,
  id: string,
  what: 'opening_notified_at' | 'results_notified_at',
  now: Date,
): Promise<void> {
  await db
    .updateTable('battle')
    .set({ [what]: now })
    .where('id', '=', id)
    .execute();
}
