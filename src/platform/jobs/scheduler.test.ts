import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { createSlowJob, dailyAt, eventually, jobOf, prepare } from './test-scheduler.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('A tick', () => {
  test('is run once, by one of three nodes, for the moment that it stands for', async () => {
    const { start, query, waiting, lines } = await prepare();
    const midnight = Math.floor(Date.now() / HOUR) * HOUR - HOUR;
    vi.useFakeTimers({ toFake: ['Date'], now: midnight - 20 });
    onTestFinished(() => void vi.useRealTimers());
    const ticks: Date[] = [];
    const job = jobOf({ cron: '* * * * *', run: async (scheduledAt) => void ticks.push(scheduledAt) });
    const nodes = await Promise.all([start([job]), start([job]), start([job])]);
    // A node that begins later waits for the next minute.
    const begun = () => lines.filter((line) => line.includes('connected and looking for jobs')).length;
    await eventually(begun).toBe(3);
    // On a busy machine a node looks at the clock long after it has connected.
    await eventually(() => query('select identifier from graphile_worker._private_known_crontabs')).toHaveLength(1);
    // All of them see that it is time.
    vi.setSystemTime(midnight + 5);
    const times = () => query('select last_execution from graphile_worker._private_known_crontabs');
    await eventually(times).toEqual([{ last_execution: new Date(midnight) }]);
    await eventually(waiting).toEqual([]);
    await Promise.all(nodes.map(({ stop }) => stop()));
    expect(ticks).toEqual([new Date(midnight)]);
    expect(await waiting()).toEqual([]);
  });
});

describe('A run that was missed by all nodes', () => {
  const missed = new Date(Date.now() - HOUR);

  test('is made up for by one of three nodes where the job says so, and left out otherwise', async () => {
    const { start, query, waiting } = await prepare();
    await (await start([jobOf()])).stop();
    await query(`insert into graphile_worker._private_known_crontabs (identifier, known_since)
      select name, now() - interval '30 days' from unnest('{sow,mow}'::text[]) as name on conflict do nothing`);
    await query(`update graphile_worker._private_known_crontabs set known_since = now() - interval '30 days'`);
    const ticks: [string, Date][] = [];
    const jobs = ['sow', 'mow'].map((name) =>
      jobOf({
        name,
        cron: dailyAt(missed),
        backfillDays: name === 'sow' ? 1 : 0,
        run: async (scheduledAt) => void ticks.push([name, scheduledAt]),
      }),
    );
    const nodes = await Promise.all([start(jobs), start(jobs), start(jobs)]);
    await eventually(() => ticks.length).toBe(1);
    await Promise.all(nodes.map(({ stop }) => stop()));
    expect(ticks).toEqual([['sow', new Date(Math.floor(missed.getTime() / MINUTE) * MINUTE)]]);
    expect(await waiting()).toEqual([]);
  });

  test('is nothing that a job has missed before it was first known', async () => {
    const { start, query, waiting } = await prepare();
    let runs = 0;
    const node = await start([jobOf({ cron: dailyAt(missed), backfillDays: 7, run: async () => void runs++ })]);
    const known = () => query('select identifier from graphile_worker._private_known_crontabs');
    await eventually(known).toEqual([{ identifier: 'sow' }]);
    await node.stop();
    expect([runs, await waiting()]).toEqual([0, []]);
  });
});

describe('A job that throws', () => {
  test('is tried again until it succeeds', async () => {
    const { start, begin, hurry, waiting } = await prepare();
    let runs = 0;
    await start([
      jobOf({
        run: async () => {
          runs += 1;
          if (runs < 3) throw new Error('no seeds');
        },
      }),
    ]);
    await begin('sow');
    for (const attempts of [1, 2]) {
      await eventually(waiting).toEqual([{ attempts, last_error: 'It failed: see the log.', locked_by: null }]);
      await hurry();
    }
    await eventually(waiting).toEqual([]);
    expect(runs).toBe(3);
  });

  test('is given up after the sixth time, until its schedule comes again', async () => {
    const { start, begin, hurry, waiting, lines } = await prepare();
    let runs = 0;
    await start([
      jobOf({
        run: async () => {
          runs += 1;
          if (runs <= 6) throw new Error('no seeds');
        },
      }),
    ]);
    await begin('sow');
    for (const attempts of [1, 2, 3, 4, 5, 6]) {
      await eventually(waiting).toMatchObject([{ attempts, locked_by: null }]);
      await hurry();
    }
    const failures = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'a job failed');
    expect(failures.map(({ job, attempt, of }) => [job, attempt, of])).toEqual(
      [1, 2, 3, 4, 5, 6].map((attempt) => ['sow', attempt, 6]),
    );
    expect(failures[0]).toMatchObject({ level: 'error', err: { message: 'no seeds' } });
    await begin('sow');
    await eventually(() => runs).toBe(7);
    await start([], { limits: { sweep: 10 } });
    await eventually(waiting).toEqual([]);
  });

  test('hinders no other', async () => {
    const { start, begin, waiting } = await prepare();
    let runs = 0;
    const failing = async () => {
      throw new Error('no seeds');
    };
    await start([jobOf({ run: failing }), jobOf({ name: 'mow', run: async () => void runs++ })]);
    await begin('sow');
    await begin('mow');
    await eventually(waiting).toMatchObject([{ attempts: 1, locked_by: null }]);
    await eventually(() => runs).toBe(1);
  });
});

describe('A node that helps', () => {
  test('follows one call at a time, and begins its jobs beside that', async () => {
    const { start, begin, query, waiting } = await prepare();
    const { job: slow, seen, letGo } = createSlowJob();
    let runs = 0;
    const helps = [{ job: 'sow', run: async () => void (await slow.run(new Date())) }];
    await start([jobOf({ name: 'mow', run: async () => void runs++ })], { helps });
    await query(
      `select graphile_worker.add_job('help sow', job_key => number::text) from generate_series(1, 3) number`,
    );
    await eventually(() => seen.begun).toBe(1);
    await begin('mow');
    await eventually(() => runs).toBe(1);
    expect(seen.begun).toBe(1);
    letGo();
    await eventually(waiting).toEqual([]);
    expect(seen).toEqual({ begun: 3, ended: 3 });
  });
});

describe('A node that stops', () => {
  test('waits for the job under way, and begins no other', async () => {
    const { start, begin, waiting } = await prepare();
    const { job, seen, letGo } = createSlowJob();
    const node = await start([job]);
    await begin('sow');
    await eventually(() => seen.begun).toBe(1);
    let isStopped = false;
    const stopped = node.stop().then(() => {
      isStopped = true;
    });
    await begin('sow');
    expect(isStopped).toBe(false);
    letGo();
    await stopped;
    expect(seen).toEqual({ begun: 1, ended: 1 });
    expect(await waiting()).toMatchObject([{ locked_by: null }]);
  });

  test('waits no longer than it may, and its work is begun again by another one once it has ended', async () => {
    const { start, begin, query, lines, waiting } = await prepare();
    const stuck = createSlowJob();
    onTestFinished(stuck.letGo);
    const first = await start([stuck.job], { limits: { stop: 10 } });
    await begin('sow');
    await eventually(() => stuck.seen.begun).toBe(1);
    await first.stop();
    expect(lines.at(-1)).toMatch(/"jobs":\["sow"\].*"jobs are left to another node"/);

    let runs = 0;
    const [row] = await waiting();
    await start([jobOf({ run: async () => void runs++ })], { limits: { sweep: 10, grace: 0 } });
    const key = [`scheduler ${row?.locked_by}`];
    const lock = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as had, pg_advisory_unlock_all()';
    expect(await query(lock, key)).toMatchObject([{ had: false }]);
    expect([runs, await waiting()]).toEqual([0, [row]]);
    await query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and mode = 'ShareLock'
        and (classid::bigint << 32 | objid::bigint) = hashtextextended($1, 0)`,
      key,
    );
    await eventually(() => runs).toBe(1);
    await eventually(waiting).toEqual([]);
  });

  test('loses no work that it has just begun, although it cannot show yet that it lives', async () => {
    const { start, begin, query, waiting } = await prepare();
    let [runs, mowings] = [0, 0];
    const jobs = [jobOf({ run: async () => void runs++ }), jobOf({ name: 'mow', run: async () => void mowings++ })];
    await (await start(jobs)).stop();
    await begin('sow');
    const take = (ago: string) =>
      query(`update graphile_worker._private_jobs set locked_by = 'a node', locked_at = now() - $1::interval`, [ago]);
    await take('0 seconds');
    await start(jobs, { limits: { sweep: 10 } });
    for (const expected of [1, 2]) {
      // Jobs of an age that is swept come and go, in a sweep after that of the start.
      await begin('mow');
      await eventually(() => mowings).toBe(expected);
    }
    expect([runs, await waiting()]).toMatchObject([0, [{ locked_by: 'a node' }]]);
    await take('2 minutes');
    await eventually(() => runs).toBe(1);
  });

  test('may be stopped again, and leaves the signals of the process to others', async () => {
    const { start } = await prepare();
    const listeners = process.listenerCount('SIGTERM');
    const node = await start([jobOf()]);
    expect(process.listenerCount('SIGTERM')).toBe(listeners);
    await Promise.all([node.stop(), node.stop()]);
  });
});

describe('The scheduler', () => {
  test('restarts if the library ends unexpectedly', async () => {
    const { start, begin, query, lines } = await prepare();
    let runs = 0;
    await start([jobOf({ run: async () => void runs++ })], { limits: { rest: 1 } });
    const isListening = () => lines.some((line) => line.includes('Worker connected'));
    await eventually(isListening).toBe(true);
    // This simulates a newer version that changes the tables.
    await query(`select pg_notify('worker:migrate', '{"breaking": true, "migrationNumber": 99}')`);
    onTestFinished(() => {
      process.exitCode = undefined;
    });
    await eventually(() => lines.some((line) => line.includes('the scheduler begins again'))).toBe(true);
    await begin('sow');
    await eventually(() => runs).toBe(1);
  });

  test('is started on an empty database by five nodes at once', async () => {
    const { start, begin, waiting } = await prepare();
    let runs = 0;
    const job = jobOf({ run: async () => void runs++ });
    await Promise.all(Array.from({ length: 5 }, () => start([job])));
    await begin('sow');
    await eventually(waiting).toEqual([]);
    expect(runs).toBe(1);
  });

  test('needs a role that may create schemas, the first time', async () => {
    const { url, start, query } = await prepare();
    const role = `gardener_${Date.now()}`;
    await query(`create role ${role} login password 'word'`);
    onTestFinished(async () => {
      await query(`drop owned by ${role}; `);
      await query(`drop role ${role}`);
    });
    const connectionString = Object.assign(new URL(url), { username: role, password: 'word' }).href;
    const refused = await start([jobOf()], { connectionString }).catch((error) => error);
    expect(refused).toMatchObject({ message: expect.stringContaining('could not be made'), cause: { code: '42501' } });

    const { pathname } = new URL(url);
    await query(`grant create on database ${pathname.slice(1)} to ${role}`);
    await (await start([jobOf()], { connectionString })).stop();
    await query(`revoke create on database ${pathname.slice(1)} from ${role}`);
    await (await start([jobOf()], { connectionString })).stop();
  });

  test('logs what jobs are called, and nothing of what they throw that others might read', async () => {
    const { start, begin, waiting, lines } = await prepare();
    await start([jobOf({ run: async () => Promise.reject(new Error('canary')) })]);
    await begin('sow');
    await eventually(waiting).toMatchObject([{ attempts: 1, locked_by: null }]);
    expect(JSON.stringify(await waiting())).not.toContain('canary');
    expect(lines.filter((line) => line.includes('canary'))).toHaveLength(1);
    expect(lines.join('')).not.toContain('_cron');
  });
});
