import type { WeeklyRun } from '../battle.schema.ts';
import {
  type BattleRow,
  findBattle,
  insertBattle,
  listUnannouncedBattles,
  listUnfoughtWeeks,
} from '../battle.store.ts';
import { notifyOpening, notifyResults } from '../notification/notification.actions.ts';
import { hasEndedEverywhere, weekStartAt } from '../week.rules.ts';
import { type BattleDeps, completeBattle, findStanding, newBattle, storedStanding, viewOf } from './battle.actions.ts';

/**
 * Opens the battle of the week, executes earlier ones that are over in every time zone, and notifies users of both. A week that
 * fails is named in the answer and left to the next run.
 */
export async function runWeekly(deps: BattleDeps): Promise<WeeklyRun> {
  const errors: Errors = [];
  const opened = await openWeek(deps);
  const executed = await executeWeeksBefore(deps, opened.week_start_date, errors);
  await tell(deps, opened, errors);
  return {
    success: true,
    message: `The battle of ${opened.week_start_date} is open. Executed: ${executed.length}; failed: ${errors.length}.`,
    battle: viewOf(opened, await findStanding(deps, opened), deps.clock.now()),
    executed,
    results: { errors },
  };
}

type Errors = WeeklyRun['results']['errors'];

async function openWeek(deps: BattleDeps): Promise<BattleRow> {
  const weekStart = weekStartAt(deps.clock.now());
  await insertBattle(deps.db, newBattle(deps, weekStart));
  const battle = await findBattle(deps.db, weekStart);
  if (battle === undefined) throw new Error('The battle that was just made cannot be found.');
  return battle;
}

async function executeWeeksBefore(deps: BattleDeps, weekStart: string, errors: Errors): Promise<WeeklyRun['executed']> {
  const executed: WeeklyRun['executed'] = [];
  for (const week of await listUnfoughtWeeks(deps.db, weekStart)) {
    if (!hasEndedEverywhere(week, deps.clock.now())) continue;
    await noting(deps, errors, week, 'This battle could not be executed; the next run tries again.', async () => {
      const { battle, isNew } = await completeBattle(deps, null, week);
      if (isNew) executed.push(viewOf(battle, storedStanding(battle), deps.clock.now()));
    });
  }
  return executed;
}

async function tell(deps: BattleDeps, opened: BattleRow, errors: Errors): Promise<void> {
  const failure = 'Not everybody could be told; the next run goes on.';
  await noting(deps, errors, opened.week_start_date, failure, () => notifyOpening(deps, opened));
  for (const battle of await listUnannouncedBattles(deps.db)) {
    await noting(deps, errors, battle.week_start_date, failure, () => notifyResults(deps, battle));
  }
}

/** Does a part of the job that may fail without the rest of it. */
async function noting(
  deps: BattleDeps,
  errors: Errors,
  week: string,
  failure: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    deps.log.error({ err: error, week }, 'a part of the weekly job failed');
    errors.push(`${week}: ${failure}`);
  }
}
