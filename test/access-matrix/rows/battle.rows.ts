import { randomUUID } from 'node:crypto';
import { localDateOf, mondayOf } from '#platform/days/calendar-date.ts';
import { type Rows, row } from '../matrix.ts';
import type { Scenario } from '../scenario.ts';

const thisWeek = ({ app: { clock } }: Scenario) => ({
  path: { weekStartDate: mondayOf(localDateOf(clock.now(), 'UTC')) },
});

/** A week that is over, in which the owner was in a chain. */
async function pastWeek({ app: { deps, clock }, people: { owner } }: Scenario) {
  const weekStartDate = '2026-01-05';
  const chain = {
    date: weekStartDate,
    user_id: owner.id,
    team_color: 'red' as const,
    match_group: 'a',
    created_at: clock.now(),
  };
  await deps.db
    .insertInto('chain')
    .values({ id: randomUUID(), ...chain })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { path: { weekStartDate } };
}

export const BATTLE_ROWS: Rows = {
  'GET /api/workout-window/battle/week/:weekStartDate': row('401 401 | 200 200 200 200 | 200', thisWeek),
  'GET /api/workout-window/battle/history': row('401 401 | 200 200 200 200 | 200'),
  // A machine may, too, by its secret.
  'POST /api/workout-window/battle/execute/:weekStartDate': row('401 401 | 403 403 403 403 | 200', pastWeek),
  'POST /api/workout-window/battle/cron/generate-weekly': row('401 401 | 401 401 401 401 | 401'),
};
