import { notifyOrFail } from '#features/notification';
import { addDays, localDateOf } from '#platform/days/calendar-date.ts';
import type { GoalDeps } from './deps.ts';
import { type DueGoal, isDue } from './goal-due.rules.ts';
import type { GoalDueRun } from './goal-due.schema.ts';
import { listGoalsToNotify } from './goal-due.store.ts';
import { goalDue } from './goal-due.template.ts';

/** Goals read by one statement, and notifications stored in one transaction. */
const BATCH_SIZE = 500;

/** Notifies users of goals that are due today in their time zones, once for each goal and date. The next run continues an interrupted one. */
export async function notifyOfDueGoals(deps: GoalDeps): Promise<GoalDueRun> {
  const now = deps.clock.now();
  const today = localDateOf(now, 'UTC');
  // The dates that some time zone has now.
  const dates = { from: addDays(today, -1), to: addDays(today, 1) };
  let notified = 0;
  let after: DueGoal | null = null;
  do {
    const goals: DueGoal[] = await listGoalsToNotify(deps.db, dates, after, BATCH_SIZE);
    const due = goals.filter((goal) => isDue(goal, now)).map(goalDue);
    if (due.length > 0) {
      notified += (await deps.db.transaction().execute((tx) => notifyOrFail(deps, tx, due))).length;
    }
    after = goals.length === BATCH_SIZE ? (goals.at(-1) ?? null) : null;
  } while (after !== null);
  return { success: true, message: `${notified} users were notified of their goals.`, results: { notified } };
}
