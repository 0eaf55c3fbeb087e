import { randomUUID } from 'node:crypto';
import { fight } from '../../src/features/battle/battle/fight.rules.ts';
import { describeOutcome } from '../../src/features/battle/battle/outcome.template.ts';
import { claimCompletion, insertBattle } from '../../src/features/battle/battle.store.ts';
import { computeStandings, type TeamDay } from '../../src/features/battle/standings/standings.rules.ts';
import { createWeeks } from '../../src/features/battle/test-weeks.ts';
import { daysOf, weekEndOf, weekStartAt } from '../../src/features/battle/week.rules.ts';
import { addDays } from '../../src/platform/days/calendar-date.ts';
import type { TestApp } from '../../test/start-test-app.ts';

const TIED_WEEKS_AGO = 3;
/** The chips of a day. */
const REDS = [8, 11, 12, 9];
const BLUE = 10;

/** Stores the battle of a week, fought by teams with these chips a day. */
export async function plantFoughtBattle({ deps, clock }: TestApp, weekStart: string, red: number, blue: number) {
  const days = daysOf(weekStart);
  const chips = days.flatMap((date, index): TeamDay[] => [
    { date, teamColor: 'red', chips: red + (red === blue ? 0 : index % 3) },
    { date, teamColor: 'blue', chips: blue },
  ]);
  // Without members a team deals nothing, so both are level.
  const members = red === blue ? { red: 0, blue: 0 } : { red: 40, blue: 38 };
  const standings = computeStandings(weekStart, { chips, members });
  const now = clock.now();
  const id = randomUUID();
  await insertBattle(deps.db, { id, weekStart, weekEnd: weekEndOf(weekStart), status: 'in_progress', now });
  const result = fight(weekStart, standings.red, standings.blue, describeOutcome);
  await deps.db.transaction().execute((tx) => claimCompletion(tx, id, { standings, ...result }, now));
}

type Fighters = Record<'red' | 'blue', { id: string }>;

/** Plants the battles of eleven past weeks, and chips of two users in the one that runs. Returns the dates of last week and of a tie. */
export async function plantBattles(app: TestApp, fighters: Fighters): Promise<{ battle: string; tie: string }> {
  const now = app.clock.now();
  const [week, today] = [weekStartAt(now), now.toISOString().slice(0, 10)];
  const weeksAgo = (count: number) => addDays(week, -7 * count);
  for (let ago = 1; ago <= 11; ago += 1) {
    const isTie = ago === TIED_WEEKS_AGO;
    await plantFoughtBattle(app, weeksAgo(ago), isTie ? 0 : (REDS[ago % REDS.length] ?? 0), isTie ? 0 : BLUE);
  }
  const weeks = createWeeks(app);
  for (const [color, chips] of [
    ['red', 2],
    ['blue', 1],
  ] as const) {
    // Both can still check in today.
    for (const date of daysOf(week).filter((day) => day < today)) {
      await weeks.join(fighters[color], date, color);
      await weeks.checkIn(fighters[color], date, 'verified', chips);
    }
  }
  return { battle: weeksAgo(1), tie: weeksAgo(TIED_WEEKS_AGO) };
}
