import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTestDatabase } from '../database/database.ts';
import { plainPicture } from '../pictures.ts';
import { buildService, prepareEnvironment, runProgram } from '../process/service.ts';
import { startTestIssuer } from '../servers/issuer.ts';
import type { Attack, AttackOrder, AttackReport } from './attacker.ts';

/*
 * One caller attacks a server as it runs in production, with its usual limits; meanwhile others read. What they wait is
 * measured, in peace and under each attack.
 */

const READERS = 8;
/** Each sends two reads then: 200 a minute, below what a user may send. */
const READ_ROUND_MS = 600;
const UPLOAD_ROUND_MS = 4_000;
const ATTACK_MS = Number(process.env.SOAK_ATTACK_MS ?? 12_000);
const MAX_READ_P99_MS = 250;
/** A timer of this process that is so late tells that the machine stood still: an attack costs the time of the server alone. */
const PAUSE_MS = 100;
/** How long after it the server may still take itself for overloaded. */
const AFTER_PAUSE_MS = 1_000;

const ENTRIES = 60;
const ENTRY_BYTES = 100_000;
const CITY = 20_000;
const LOCATION = { city: 'Soakville', region: 'Soak', country: 'DE', timezone: 'UTC', latitude: 52.5, longitude: 13.4 };

const [build, issuer, database] = await Promise.all([
  buildService(),
  startTestIssuer(),
  createTestDatabase(inject('clusterUrl')),
]);
const place = await prepareEnvironment({
  DATABASE_URL: database.url,
  AUTH_ISSUER: issuer.issuer,
  AUTH_JWKS_URL: issuer.jwksUrl,
  AUTH_AUDIENCE: issuer.audience,
  PAYMENT_SIGNING_SECRET: 'whsec_of-the-soak',
  LOG_LEVEL: 'warn',
});
const port = Number(place.environment.PORT);
const service = runProgram(build.main, place.environment);

type Measured = {
  reads: number[];
  uploads: number[];
  /** The counts of the readers' requests by status. `cut` is a connection that ended without a response. */
  statuses: Record<string, number>;
};

type Sample = { kind: 'reads' | 'uploads'; status: number | string; begun: number; ended: number };

const readers = await Promise.all(Array.from({ length: READERS }, createToken));
// Each attack has an account of its own: what one of them has left under way does not hold the next one back.
const attackers: Record<Attack, string> = {
  drip: await createToken(),
  search: await createToken(),
  bombs: await createToken(),
  'set-ups': await createToken(),
};
const picture = await plainPicture({ width: 64, height: 64 }).png().toBuffer();

function createToken(): Promise<string> {
  return issuer.sign(randomUUID(), new Date(), { exp: Math.floor(Date.now() / 1_000) + 6 * 3_600 });
}

async function send(token: string, method: string, path: string, body?: FormData | object): Promise<number> {
  const isForm = body instanceof FormData;
  const response = await fetch(`${place.address}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  return response.status;
}

/** Lets all readers read, and upload a small picture now and then, until `signal` ends it. */
async function measure(signal: AbortSignal): Promise<Measured> {
  const samples: Sample[] = [];
  const pauses = watchPauses();
  const timed = async (kind: Sample['kind'], request: () => Promise<number>) => {
    const begun = performance.now();
    const status = await request().catch(() => 'cut');
    samples.push({ kind, status, begun, ended: performance.now() });
  };
  let uploads = 0;
  const inRounds = async (roundMs: number, round: () => Promise<void>) => {
    while (!signal.aborted) await Promise.all([round(), delay(roundMs)]);
  };
  await Promise.all([
    ...readers.map(async (token, index) => {
      await delay((index * READ_ROUND_MS) / READERS);
      await inRounds(READ_ROUND_MS, async () => {
        await timed('reads', () => send(token, 'GET', '/api/goals'));
        await timed('reads', () => send(token, 'GET', '/api/journal'));
      });
    }),
    inRounds(UPLOAD_ROUND_MS, async () => {
      const form = new FormData();
      form.set('avatar', new Blob([picture as Uint8Array<ArrayBuffer>]), 'small.png');
      const token = readers[uploads % READERS] ?? '';
      uploads += 1;
      await timed('uploads', () => send(token, 'POST', '/api/user/avatar', form));
    }),
  ]);
  const measured: Measured = { reads: [], uploads: [], statuses: {} };
  const paused = pauses.end();
  for (const { kind, status, begun, ended } of samples) {
    if (paused.some(({ from, to }) => begun < to + AFTER_PAUSE_MS && ended > from)) continue;
    measured[kind].push(ended - begun);
    measured.statuses[status] = (measured.statuses[status] ?? 0) + 1;
  }
  return measured;
}

/** Notes when this process stands still. */
function watchPauses(): { end: () => { from: number; to: number }[] } {
  const pauses: { from: number; to: number }[] = [];
  let last = performance.now();
  const look = () => {
    const now = performance.now();
    if (now - last > PAUSE_MS) pauses.push({ from: last, to: now });
    last = now;
  };
  const timer = setInterval(look, 10);
  return {
    end: () => {
      clearInterval(timer);
      look();
      return pauses;
    },
  };
}

/** Waits until reads are quick again: what an attack has begun goes on for a while after its program is killed. */
async function untilCalm(): Promise<void> {
  const end = performance.now() + 60_000;
  for (let quick = 0; quick < 20 && performance.now() < end; ) {
    const begun = performance.now();
    await send(readers[0] ?? '', 'GET', '/api/goals');
    quick = performance.now() - begun < 50 ? quick + 1 : 0;
    await delay(250);
  }
}

async function measureUnder(attack: Attack): Promise<Measured & { responses: AttackReport }> {
  const program = fork(join(import.meta.dirname, 'attacker.ts'), { execArgv: ['--import', 'tsx'] });
  try {
    await once(program, 'message');
    program.send({ attack, port, token: attackers[attack] } satisfies AttackOrder);
    // The first of it has arrived.
    await delay(1_000);
    const measured = await measure(AbortSignal.timeout(ATTACK_MS));
    program.send('stop');
    const [responses] = (await once(program, 'message')) as [AttackReport];
    return { ...measured, responses };
  } finally {
    program.kill('SIGKILL');
  }
}

const quantile = (times: readonly number[], share: number) =>
  times.toSorted((one, other) => one - other)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;

const table: string[][] = [];
let calmP99 = 0;

function tell(what: string, { reads, uploads, statuses }: Measured, responses: AttackReport = {}): void {
  const p99 = quantile(reads, 0.99);
  const ms = (time: number) => `${Math.round(time)} ms`;
  const counts = (numbers: Record<string, number>) =>
    Object.entries(numbers)
      .map(([status, count]) => `${count}× ${status}`)
      .join(', ');
  table.push([
    what,
    String(reads.length),
    ms(quantile(reads, 0.5)),
    ms(p99),
    calmP99 === 0 ? '' : `${(p99 / calmP99).toFixed(1)}×`,
    ms(quantile(uploads, 1)),
    counts(statuses),
    counts(responses),
  ]);
}

function printTable(): void {
  const head = ['attack', 'reads', 'p50', 'p99', 'of calm', 'slowest upload', 'others got', 'attacker got'];
  const rows = [head, head.map(() => '---'), ...table];
  process.stdout.write(`\n${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n\n`);
}

/** 6 MB of text in which each search finds every entry, and has to read all of it for the words in their order. */
async function writeJournal(): Promise<void> {
  for (let number = 0; number < ENTRIES; number += 1) {
    const words: string[] = [];
    for (let length = 0, index = 0; length < ENTRY_BYTES - 100; index += 1) {
      const word = index % 50 === 0 ? 'river stone' : `w${(index * 7_919 + number * 104_729) % 30_000}`;
      words.push(word);
      length += word.length + 1;
    }
    const status = await send(attackers.search, 'POST', '/api/journal', {
      title: `${number}`,
      content: words.join(' '),
    });
    if (status !== 201) throw new Error(`An entry of the attacker could not be written: ${status}`);
  }
}

/** People with windows all over the day, in the city of the attacker. */
async function fillCity(): Promise<void> {
  const statuses = [
    await send(attackers['set-ups'], 'PUT', '/api/workout-window/update-location', LOCATION),
    await send(attackers['set-ups'], 'POST', '/api/workout-window/setup', {
      activityType: 'walk',
      windowStartTime: '06:00',
      windowEndTime: '08:00',
      timezone: 'UTC',
    }),
  ];
  if (statuses.join() !== '200,201') throw new Error(`The attacker's window could not be set up: ${statuses}`);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `with person as (
       insert into profile (id, role_changed_at, created_at, updated_at)
       select gen_random_uuid(), now(), now(), now() from generate_series(1, $1::int) returning id
     ), numbered as (
       select id, make_time((row_number() over ())::int % 22, (row_number() over ())::int % 12 * 5, 0) as start from person
     ), located as (
       insert into workout_location (user_id, latitude, longitude, city, region, country, timezone, last_updated)
       select id, 52.4 + random() * 0.2, 13.3 + random() * 0.2, 'Soakville', 'Soak', 'DE', 'UTC', now() from numbered
     )
     insert into workout_window (id, user_id, activity_type, window_start_time, window_end_time, timezone, since,
       match_group, created_at, updated_at)
     select gen_random_uuid(), id, 'walk', start, start + interval '2 hours', 'UTC', '2020-01-01',
       (select match_group from workout_window limit 1), now(), now() from numbered`,
    [CITY],
  );
  await client.query('analyze');
  await client.end();
}

beforeAll(async () => {
  await service.waitFor('Meadow is running.');
  for (const token of readers) {
    expect(await send(token, 'POST', '/api/goals', { title: 'Read in peace' })).toBe(201);
    expect(await send(token, 'POST', '/api/journal', { title: 'A day', content: 'Like any other.' })).toBe(201);
  }
  await writeJournal();
  await fillCity();
  // What the node does the first time is no part of the measurement.
  await measure(AbortSignal.timeout(3_000));
}, 300_000);

afterAll(async () => {
  printTable();
  service.child.kill('SIGTERM');
  await service.ended;
  await Promise.all([database.drop(), issuer.close(), build.delete(), place.delete()]);
});

test('in peace, others read quickly', async () => {
  const measured = await measure(AbortSignal.timeout(ATTACK_MS));
  calmP99 = quantile(measured.reads, 0.99);
  tell('none', measured);
  expect(measured.statuses).not.toHaveProperty('503');
});

test.each<[what: string, attack: Attack]>([
  ['500 bodies that drip in', 'drip'],
  ['12 searches at once over 6 MB', 'search'],
  ['24 pictures of 49 megapixels at once', 'bombs'],
  [`window set-ups in a city of ${CITY}`, 'set-ups'],
])('under %s, others read within a quarter of a second, and none is refused', async (what, attack) => {
  await untilCalm();
  const { responses, ...measured } = await measureUnder(attack);
  tell(what, measured, responses);
  expect(measured.statuses).not.toHaveProperty('503');
  expect(measured.statuses).not.toHaveProperty('429');
  expect(measured.statuses).not.toHaveProperty('cut');
  expect(measured.reads.length).toBeGreaterThan(READERS);
  expect(quantile(measured.reads, 0.99)).toBeLessThan(MAX_READ_P99_MS);
});
