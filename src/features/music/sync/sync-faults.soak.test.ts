import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createMusic } from '#providers/music/music.factory.ts';
import type { MusicConfiguration } from '#providers/music/music.ts';
import type { SandboxMusicBehaviour } from '#sandbox/music/behaviour.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { MUSIC_TIMEOUTS } from '../connection/connection.actions.ts';
import { connectMusic, endAccessToken } from '../test-connection.ts';

const app = await startTestApp({ environment: { MUSIC_SYNC_CRON_SECRET: 'secret-of-the-music' } });
const { call, person, music, clock, deps } = app;
const { music: usual } = deps;

afterEach(() => {
  music.behave({ mode: 'normal' });
  deps.music = usual;
  deps.musicTimeouts = MUSIC_TIMEOUTS;
});

const sync = (caller: Person) => call(caller, 'POST', '/api/music/sync');
const write = (caller: Person) => call(caller, 'POST', '/api/journal', { title: 'A day', content: '', mood: 'calm' });
const run = () => call(null, 'POST', '/api/music/sync-all', undefined, { 'x-cron-secret': 'secret-of-the-music' });

/** A service that knows of no other test’s failures. */
const serviceOf = (change: Partial<MusicConfiguration> = {}) =>
  createMusic({ ...deps.config.music, failuresBeforePause: 1_000, ...change });

type Fault = { behaviour: SandboxMusicBehaviour; isDead?: true; status: number; code: string };
const FAULTS: Record<string, Fault> = {
  refuse: { behaviour: { mode: 'normal' }, isDead: true, status: 502, code: 'music.unavailable' },
  hang: { behaviour: { mode: 'hang' }, status: 503, code: 'music.timeout' },
  slow: { behaviour: { mode: 'slow', delayMs: 20_000 }, status: 503, code: 'music.timeout' },
  stall: { behaviour: { mode: 'stall' }, status: 503, code: 'music.timeout' },
  '500': { behaviour: { mode: 'refuse-with', status: 500 }, status: 502, code: 'music.unavailable' },
  '429': { behaviour: { mode: 'refuse-with', status: 429, retryAfter: '60' }, status: 503, code: 'music.rate-limited' },
  garbage: { behaviour: { mode: 'garbage' }, status: 502, code: 'music.bad-response' },
  reset: { behaviour: { mode: 'reset' }, status: 502, code: 'music.unavailable' },
  huge: { behaviour: { mode: 'huge' }, status: 502, code: 'music.bad-response' },
};

test('limits the wait in production to five seconds for the service and less for another sync', () => {
  expect(MUSIC_TIMEOUTS).toEqual({ serviceMs: 5_000, otherSyncMs: 4_500 });
});

let dead = '';
beforeAll(async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  dead = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`;
});

describe.each(Object.entries(FAULTS))('A music service that does this: %s', (_name, fault) => {
  async function break_(): Promise<void> {
    music.behave(fault.behaviour);
    const serviceMs = MUSIC_TIMEOUTS.serviceMs;
    if (fault.code === 'music.timeout') deps.musicTimeouts = { ...MUSIC_TIMEOUTS, serviceMs };
    deps.music = await serviceOf(fault.isDead && { tokenUrl: `${dead}/token`, apiUrl: dead });
  }

  test.each([
    ['where plays are read', false],
    ['where tokens are renewed', true],
  ])('is reported, %s; entries and the job continue', async (_where, isExpiring) => {
    const ada = await person();
    const listener = await connectMusic(app, ada);
    const track = music.play(listener, clock.now());
    expect((await sync(ada)).status).toBe(200);
    clock.advance(1_000);
    if (isExpiring) await endAccessToken(app, ada);
    await break_();

    const answered: string[] = [];
    const note = <Response>(name: string, response: Promise<Response>) => response.finally(() => answered.push(name));
    const [own, written] = await Promise.all([note('sync', sync(ada)), note('entry', write(ada))]);
    // The service never responds before its limit, so an entry that comes first has not waited for its limit.
    if (fault.code === 'music.timeout') expect(answered).toEqual(['entry', 'sync']);
    expect([own.status, own.body.code]).toEqual([fault.status, fault.code]);
    if (fault.status === 503) expect(Number(own.headers['retry-after'])).toBeGreaterThan(0);
    expect([written.status, written.body.entry.music_track_id]).toEqual([201, track.id]);

    await break_();
    clock.advance(1_000);
    const job = await run();
    expect(job).toMatchObject({ status: 200, body: { success: true } });
    expect(job.body.results.errors).toContainEqual(expect.stringContaining(`${ada.id}: ${fault.code}.`));

    const account = (await call(ada, 'GET', '/api/music/account')).body.account;
    expect(account, 'what the service does wrong is not the person’s fault').toMatchObject({ needs_reauth: false });
    music.behave({ mode: 'normal' });
    deps.music = await serviceOf();
    const row = await deps.db.selectFrom('music_account').select('lease_id').where('user_id', '=', ada.id).execute();
    expect(row).toEqual([{ lease_id: null }]);
    // Only one account at a time, so that the job has no other to fail with.
    await call(ada, 'DELETE', '/api/music/account');
  });
});

test('opens the circuit after five failures and closes it after a pause', async () => {
  const ada = await person();
  const listener = await connectMusic(app, ada);
  music.play(listener, clock.now());
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  deps.music = await createMusic({ ...deps.config.music, pauseMs: 1_000 });
  music.behave({ mode: 'reset' });
  for (let attempt = 0; attempt < 5; attempt += 1) expect((await sync(ada)).body.code).toBe('music.unavailable');
  const before = music.requests.length;
  const paused = await sync(ada);
  expect([paused.status, paused.body.code, paused.headers['retry-after']]).toEqual([503, 'music.paused', '1']);
  clock.advance(1_000);
  expect((await run()).body).toMatchObject({
    success: true,
    message: expect.stringContaining('accepts no more requests'),
  });
  expect(music.requests.length, 'no request was sent').toBe(before);
  music.behave({ mode: 'normal' });
  vi.advanceTimersByTime(1_000);
  expect((await sync(ada)).body.new_plays).toBe(1);
  expect((await sync(ada)).status).toBe(200);
});
