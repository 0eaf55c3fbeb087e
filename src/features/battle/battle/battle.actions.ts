import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#features/account';
import { publishEvents } from '#features/event';
import {
  type Battle,
  type BattleResult,
  type BattleScore,
  type BattleWeek,
  battleErrors,
  type Execution,
} from '../battle.schema.ts';
import {
  type BattleRow,
  type CompletedBattleRow,
  claimCompletion,
  findBattle,
  insertBattle,
  insertBattleOfChains,
  lockBattle,
} from '../battle.store.ts';
import type { BattleDeps } from '../deps.ts';
import { notifyResults } from '../notification/notification.actions.ts';
import { findOwnPart } from '../standings/own-part.store.ts';
import { computeStandings, type Standings, type TeamStanding } from '../standings/standings.rules.ts';
import { countWeek } from '../standings/standings.store.ts';
import { battleStatusAt, daysOf, hasEndedEverywhere, isWeekStart, weekEndOf, weekStartAt } from '../week.rules.ts';
import { badGuyPowerOf, fight, luckAfterRounds } from './fight.rules.ts';
import { describeOutcome, drawBadGuy } from './outcome.template.ts';

/**
 * Returns the battle and standings of a week, live or final if it was executed, with the actor's part. Creates the battle of the
 * current week.
 */
export async function readBattleWeek(deps: BattleDeps, actor: Actor, weekStart: string): Promise<BattleWeek> {
  if (!isWeekStart(weekStart)) throw battleErrors.notMonday();
  const now = deps.clock.now();
  if (weekStart === weekStartAt(now)) await insertBattle(deps.db, newBattle(deps, weekStart));
  const battle = await findBattle(deps.db, weekStart);
  if (battle === undefined) throw battleErrors.notFound();
  const [standings, toCome, ownPart] = await Promise.all([
    findStandings(deps, battle),
    battle.battle_status === 'completed' ? { red: 0, blue: 0 } : deps.countToCome(weekStart),
    findOwnPart(deps.db, actor.userId, daysOf(weekStart)),
  ]);
  return {
    battle: viewOf(battle, standings, now),
    redTeam: { ...viewOfTeam(standings.red), toCome: toCome.red },
    blueTeam: { ...viewOfTeam(standings.blue), toCome: toCome.blue },
    ownPart: ownPart ?? null,
    dailyStats: standings.dailyStats,
  };
}

/** Returns the live score of the current week. */
export async function readScore(deps: Pick<BattleDeps, 'clock' | 'liveStandings'>): Promise<BattleScore> {
  const weekStart = weekStartAt(deps.clock.now());
  const { red, blue } = await deps.liveStandings(weekStart);
  return {
    week_start_date: weekStart,
    red_team_chips: red.chips,
    blue_team_chips: blue.chips,
    red_team_robot_power: red.robotPower,
    blue_team_robot_power: blue.robotPower,
  };
}

/**
 * Executes the battle of a week that has ended in all time zones, and notifies its users. Repeating returns the first result.
 *
 * Creates the battle if the week has chains but no battle yet.
 */
export async function executeBattle(deps: BattleDeps, actor: Actor | null, weekStart: string): Promise<Execution> {
  if (!isWeekStart(weekStart)) throw battleErrors.notMonday();
  if (!hasEndedEverywhere(weekStart, deps.clock.now())) throw battleErrors.notOver();
  const { battle, isNew } = await completeBattle(deps, actor, weekStart);
  if (isNew) {
    // The battle is committed. The weekly job sends the notifications that fail here.
    await notifyResults(deps, battle).catch((error: unknown) =>
      deps.log.error(
        { err: error, event: 'battle.notification-failed', week: weekStart },
        'Battle results could not be sent',
      ),
    );
  }
  const battleResult = viewOfResult(battle.battle_result);
  return { battle: viewOf(battle, storedStandings(battle), deps.clock.now()), winner: battle.winner, battleResult };
}

/**
 * Executes the battle of a week once. `isNew` says whether this call executed it. Later decisions about check-ins do not change
 * it.
 */
export async function completeBattle(
  deps: BattleDeps,
  actor: Actor | null,
  weekStart: string,
): Promise<{ battle: CompletedBattleRow; isNew: boolean }> {
  return deps.db.transaction().execute(async (tx) => {
    await insertBattleOfChains(tx, newBattle(deps, weekStart));
    const battle = await lockBattle(tx, weekStart);
    if (battle === undefined) throw battleErrors.notFound();
    if (battle.battle_status === 'completed') return { battle, isNew: false };

    const standings = computeStandings(weekStart, await countWeek(tx, daysOf(weekStart)));
    const { winner, battleResult } = fight(weekStart, standings.red, standings.blue, describeOutcome);
    const completion = { standings, winner, battleResult };
    const completed = await claimCompletion(tx, battle.id, completion, deps.clock.now());
    if (completed === undefined) throw new Error('The battle was executed concurrently despite its lock.');
    const progress = { kind: 'battle.progress', audience: 'everyone', data: { week_start_date: weekStart } } as const;
    await publishEvents(deps, tx, [{ ...progress, coalesceKey: `battle ${weekStart}` }]);
    if (actor !== null) {
      const details = { week_start_date: weekStart };
      await recordAudit(deps, tx, actor, {
        action: 'battle.execute',
        subjectType: 'battle',
        subjectIds: [battle.id],
        details,
      });
    }
    return { battle: completed, isNew: true };
  });
}

export function newBattle(deps: BattleDeps, weekStart: string) {
  const now = deps.clock.now();
  const status = battleStatusAt({ weekStart, isExecuted: false }, now);
  return { id: deps.ids.next(), weekStart, weekEnd: weekEndOf(weekStart), status, now };
}

/** Returns the stored standings of an executed battle, or the live ones. */
export async function findStandings(deps: BattleDeps, battle: BattleRow): Promise<Standings> {
  return battle.battle_status === 'completed' ? storedStandings(battle) : deps.liveStandings(battle.week_start_date);
}

export function storedStandings(battle: CompletedBattleRow): Standings {
  return {
    red: {
      chips: battle.red_team_chips,
      members: battle.red_team_members,
      robotPower: battle.red_team_robot_power,
    },
    blue: {
      chips: battle.blue_team_chips,
      members: battle.blue_team_members,
      robotPower: battle.blue_team_robot_power,
    },
    dailyStats: battle.daily_stats,
  };
}

export function viewOf(battle: BattleRow, { red, blue }: Standings, now: Date): Battle {
  const { week_start_date: weekStart, battle_status: status, battle_result: result } = battle;
  return {
    id: battle.id,
    week_start_date: weekStart,
    week_end_date: battle.week_end_date,
    red_team_chips: red.chips,
    blue_team_chips: blue.chips,
    red_team_robot_power: red.robotPower,
    blue_team_robot_power: blue.robotPower,
    bad_guy: drawBadGuy(luckAfterRounds(weekStart)),
    bad_guy_power: result?.badGuyPower ?? badGuyPowerOf(red.robotPower, blue.robotPower),
    battle_status: battleStatusAt({ weekStart, isExecuted: status === 'completed' }, now),
    winner: battle.winner,
    battle_result: result && viewOfResult(result),
    created_at: battle.created_at.toISOString(),
    updated_at: battle.updated_at.toISOString(),
  };
}

/** Fixes the order of keys, which jsonb does not keep. */
function viewOfResult(result: BattleResult): BattleResult {
  const { redRobotPower, blueRobotPower, badGuyPower, rounds, finalOutcome } = result;
  return { redRobotPower, blueRobotPower, badGuyPower, rounds, finalOutcome };
}

function viewOfTeam({ chips, robotPower, members }: TeamStanding): Omit<BattleWeek['redTeam'], 'toCome'> {
  return { totalChips: chips, robotPower, members };
}
