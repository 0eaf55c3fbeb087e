import type { Deps } from '#app/deps.ts';
import { addDays, localDateOf } from '#platform/days/calendar-date.ts';
import { seededRandom } from '#platform/seeded-random.ts';
import { createGoal } from '../features/goal/goal.actions.ts';
import { checkIn } from '../features/goal/goal-check-in.actions.ts';
import { createSatisfactionEntry } from '../features/wellbeing/satisfaction-entry/satisfaction-entry.actions.ts';
import { createSleepEntry } from '../features/wellbeing/sleep-entry/sleep-entry.actions.ts';
import { at, DAY_MS, type Member, pick } from './sample-deps.ts';

const GOALS = [
  { title: 'Run ten kilometres', description: 'Without stopping, at any speed.' },
  { title: 'Read twelve books this year', description: 'Thin ones count.' },
  { title: 'Sit still for ten minutes a day', description: '' },
  { title: 'Cook at home on weekdays', description: 'Soup counts, toast does not.' },
  { title: 'Call my parents every week', description: '' },
];

const GOAL_DAYS = 21;
const WELLBEING_DAYS = 7;

/** Gives each member a goal with check-ins of three weeks, and every second one a week of sleep and satisfaction. */
export async function pursueGoals(deps: Deps, members: readonly Member[]): Promise<void> {
  const now = deps.clock.now();
  const daysAgo = (days: number) => at(deps, new Date(now.getTime() - days * DAY_MS - 60_000));
  for (const [index, { actor, email }] of members.entries()) {
    const draw = seededRandom(`sample goals ${email}`);
    const goal = await createGoal(daysAgo(GOAL_DAYS), actor, {
      ...pick(GOALS, email),
      target_date: addDays(localDateOf(now, 'UTC'), 30 + Math.floor(draw() * 60)),
    });
    for (let days = GOAL_DAYS - 1; days > 0; days -= 3) {
      const status = draw() < 0.7 ? 'completed' : draw() < 0.5 ? 'partial' : 'missed';
      await checkIn(daysAgo(days), actor, goal.id, { status });
    }
    if (index % 2 === 0) await recordWeek(daysAgo, actor, draw, now);
  }
}

async function recordWeek(
  daysAgo: (days: number) => Deps,
  actor: Member['actor'],
  draw: () => number,
  now: Date,
): Promise<void> {
  for (let days = WELLBEING_DAYS - 1; days >= 0; days -= 1) {
    const date = addDays(localDateOf(now, 'UTC'), -days);
    const hours = Math.round((5.5 + draw() * 3) * 2) / 2;
    await createSleepEntry(daysAgo(days), actor, { sleep_date: date, hours, quality: 2 + Math.floor(draw() * 4) });
    await createSatisfactionEntry(daysAgo(days), actor, { score: 4 + Math.floor(draw() * 7), entry_date: date });
  }
}
