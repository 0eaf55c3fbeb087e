import { executeRead } from '#platform/db/read.ts';
import { selectRanked } from '../../src/features/badge/leaderboard.store.ts';
import { type Cluster, withClient } from '../cluster.ts';
import { withFreshDatabase } from '../data-set/fresh-database.ts';
import { table } from '../table.ts';
import { type Cost, explainNamed, forgetPlans, PLAN_MODES, type PlanMode } from './explain.ts';
import { createRecorder } from './recorder.ts';

const SENDERS = [10_000, 100_000] as const;
const LIMITS = [50, 100] as const;
const STATES = [
  { name: 'just loaded', statement: 'select' },
  { name: 'vacuumed', statement: 'vacuum (analyze) badge, profile' },
] as const;

/** A board touches at most so many pages of 8 KB for each place; the usual one of so many senders takes at most so long. */
const BUFFERS_PER_PLACE_GOAL = 8;
const SENDERS_OF_GOAL = 10_000;
const PLACES_OF_GOAL = 50;
const MILLISECONDS_GOAL = 1;

export type BoardCost = { senders: number; state: string; limit: number; mode: PlanMode; cost: Cost };

/** Explains the leaderboard of many senders. One in ten of them is not on it. */
export async function measureLeaderboard(cluster: Cluster, say: (sentence: string) => void): Promise<BoardCost[]> {
  const costs: BoardCost[] = [];
  for (const senders of SENDERS) {
    say(`The board of ${senders} senders.`);
    const ofSenders = await withFreshDatabase(cluster, 'meadow_bench_board', (url) => costsOf(url, senders));
    costs.push(...ofSenders);
  }
  return costs;
}

async function costsOf(url: string, senders: number): Promise<BoardCost[]> {
  const recorder = createRecorder(url);
  try {
    return await withClient(url, async (client) => {
      // The first plan uses tables without vacuum and analyze.
      for (const name of ['profile', 'badge']) await client.query(`alter table ${name} set (autovacuum_enabled = off)`);
      await client.query(
        `with created as (
           insert into profile (id, full_name, is_ai, is_active, preferences, role_changed_at, created_at, updated_at)
           select gen_random_uuid(), 'A User', n % 30 = 0, n % 30 <> 1,
             case when n % 30 = 2 then '{"leaderboard": false}'::jsonb else '{"theme": "dark"}' end, now(), now(), now()
           from generate_series(1, $1::integer) n returning id
         )
         insert into badge (user_id, level, total_drops_sent, engagement_increases, success_rate, bonus_drops_earned,
           last_sent_day, consecutive_days)
         select id, 1, 2000, floor(2000 * random() ^ 4), round((100 * random())::numeric, 1), 0, current_date, 1
         from created`,
        [senders],
      );
      const costs: BoardCost[] = [];
      for (const { name: state, statement: bring } of STATES) {
        await client.query(bring);
        await forgetPlans(client);
        for (const limit of LIMITS) {
          const { statement } = await recorder.record((db) => executeRead(db, selectRanked(limit)));
          for (const mode of PLAN_MODES) {
            costs.push({ senders, state, limit, mode, cost: await explainNamed(client, statement, mode) });
          }
        }
      }
      return costs;
    });
  } finally {
    await recorder.close();
  }
}

export function leaderboardTable(costs: readonly BoardCost[]): string[] {
  const rows = costs.map(({ senders, state, limit, mode, cost }) => [
    String(senders),
    state,
    String(limit),
    mode,
    String(cost.buffers),
    cost.milliseconds.toFixed(2),
    cost.rowsReadPerRow.toFixed(2),
    cost.isPlannedEachTime ? 'each time' : 'once',
  ]);
  const head = ['senders', 'tables', 'places', 'plan', 'buffers', 'ms', 'rows read per row', 'planned'];
  return ['', 'The board: pages of 8 KB, and time in the database', ...table(head, rows)];
}

export function leaderboardShortcomings(costs: readonly BoardCost[]): string[] {
  return costs.flatMap(({ senders, state, limit, mode, cost }) => {
    const what = `The board of ${limit} of ${senders} senders (${state}, ${mode})`;
    const plan = `\n  ${cost.outline.join('\n  ')}`;
    const isOfGoal = senders === SENDERS_OF_GOAL && limit === PLACES_OF_GOAL && mode === 'auto';
    const isSlow = isOfGoal && cost.milliseconds > MILLISECONDS_GOAL;
    return [
      ...(cost.buffers > BUFFERS_PER_PLACE_GOAL * limit ? [`${what} touches ${cost.buffers} buffers:${plan}`] : []),
      ...(isSlow ? [`${what} takes ${cost.milliseconds.toFixed(2)} ms.`] : []),
    ];
  });
}
