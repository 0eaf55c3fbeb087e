import { test } from 'vitest';
import { createSlowJob, eventually, prepare } from './test-scheduler.ts';

test('the scheduler outlives the loss of all its connections, and brings a job to its end that was under way', async () => {
  const { start, begin, query, waiting } = await prepare();
  const { job, seen, letGo } = createSlowJob();
  await start([job], { limits: { rest: 1, sweep: 10, grace: 0 } });
  await begin('sow');
  await eventually(() => seen.begun).toBe(1);
  await query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  letGo();
  await eventually(waiting).toEqual([]);
  const { ended } = seen;
  await begin('sow');
  await eventually(() => seen.ended).toBeGreaterThan(ended);
});
