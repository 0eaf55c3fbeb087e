import type { WeeklyRun } from '../battle.schema.ts';
import {
  type BattleRow,
  findBattle,
  insertBattle,
  listUnannouncedBattles,
  listUnexecutedWeeks,
} from '../battle.store.ts';
import type { BattleDeps } from '../deps.ts';
import { notifyOpening, notifyResults } from '../notification/notification.actions.ts';
import { hasEndedEverywhere, weekStartAt } from '../week.rules.ts';
import { completeBattle, findStandings, newBattle, storedStandings, viewOf } from './battle.actions.ts';

/**
 * Opens the battle of the week, executes earlier ones that have ended in all time zones, and notifies users of both.
 *
 * A week that fails is listed in the result and left to the next run.
 */
export async function runWeekly(deps: BattleDeps): Promise<WeeklyRun> {
  const errors: Errors = [];
  const opened = await openWeek(deps);
  const executed = await executeWeeksBefore(deps, opened.week_start_date, errors);
  await sendNotifications(deps, opened, errors);
  return {
    success: true,
    message: `The battle of ${opened.week_start_date} is open. Executed: ${executed.length}; failed: ${errors.length}.`,
    battle: viewOf(opened, await findStandings(deps, opened), deps.clock.now()),
    executed,
    results: { errors },
  };
}

type Errors = WeeklyRun['results']['errors'];

async function openWeek(deps: BattleDeps): Promise<BattleRow> {
  const weekStart = weekStartAt(deps.clock.now());
  await insertBattle(deps.db, newBattle(deps, weekStart));
  const battle = await findBattle(deps.db, weekStart);
  if (battle === undefined) throw new Error('The inserted battle was not found.');
  return battle;
}

async function executeWeeksBefore(deps: BattleDeps, weekStart: string, errors: Errors): Promise<WeeklyRun['executed']> {
  const executed: WeeklyRun['executed'] = [];
  for (const week of await listUnexecutedWeeks(deps.db, weekStart)) {
    if (!hasEndedEverywhere(week, deps.clock.now())) continue;
    await collectingErrors(
      deps,
      errors,
      week,
      'The battle could not be executed. The next run tries again.',
      async () => {
        const { battle, isNew } = await completeBattle(deps, null, week);
        if (isNew) executed.push(viewOf(battle, storedStandings(battle), deps.clock.now()));
      },
    );
  }
  return executed;
}

async function sendNotifications(deps: BattleDeps, opened: BattleRow, errors: Errors): Promise<void> {
  const failure = 'Some users could not be notified. The next run continues.';
  await collectingErrors(deps, errors, opened.week_start_date, failure, () => notifyOpening(deps, opened));
  for (const battle of await listUnannouncedBattles(deps.db)) {
    await collectingErrors(deps, errors, battle.week_start_date, failure, () => notifyResults(deps, battle));
  }
}

/** Runs one step of the job. An error is logged and collected, and the other steps run. */
async function collectingErrors(
  deps: BattleDeps,
  errors: Errors,
  week: string,
  failure: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    deps.log.error({ err: error, event: 'battle.weekly-failed', week }, 'A step of the weekly battle job failed');
    errors.push(`${week}: ${failure}`);
  }
}
