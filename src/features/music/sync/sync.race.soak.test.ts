import { expect, onTestFinished, test } from 'vitest';
import { startSecondNode } from '#test/second-node.ts';
import { PATIENT_LOCKS, type Person, startTestApp } from '#test/start-test-app.ts';
import { connectMusic, endAccessToken } from '../test-connection.ts';

const app = await startTestApp({
  environment: { ...PATIENT_LOCKS, MUSIC_SYNC_CRON_SECRET: 'secret-of-the-music' },
});
const { call, person, music, clock, deps } = app;
const other = await startSecondNode(app);

const sync = (caller: Person, index: number) =>
  (index % 2 === 0 ? call : other.call)(caller, 'POST', '/api/music/sync');
const rowOf = ({ id }: Person) =>
  deps.db.selectFrom('music_account').selectAll().where('user_id', '=', id).executeTakeFirstOrThrow();
const playsOf = ({ id }: Person) => deps.db.selectFrom('music_play').selectAll().where('user_id', '=', id).execute();
const refreshesSince = (since: number) =>
  music.requests.slice(since).filter(({ grantType }) => grantType === 'refresh_token').length;

test('refreshes an expired token once under fifty concurrent syncs on two nodes', async () => {
  const ada = await person();
  const listener = await connectMusic(app, ada);
  music.behave({ mode: 'slow', delayMs: 40 });
  for (let expiry = 1; expiry <= 3; expiry += 1) {
    music.play(listener, clock.now());
    clock.advance(1_000);
    await endAccessToken(app, ada);
    const since = music.requests.length;
    const responses = await Promise.all(Array.from({ length: 50 }, (_, index) => sync(ada, index)));
    const served = responses.filter(({ status }) => status === 200);
    // On a busy machine, some reach the maximum wait.
    const codes = responses.filter(({ status }) => status !== 200).map(({ body }) => body.code);
    expect(new Set([...codes, 'music.sync-under-way'])).toEqual(new Set(['music.sync-under-way']));
    expect(served.reduce((sum, { body }) => sum + body.new_plays, 0)).toBe(1);
    expect(refreshesSince(since)).toBe(1);
    expect(await rowOf(ada)).toMatchObject({ needs_reauth: false, lease_id: null });
    expect(await playsOf(ada)).toHaveLength(expiry);
  }
  music.behave({ mode: 'normal' });
});

test('refreshes the token once if the job and the user sync concurrently', async () => {
  const ada = await person();
  const listener = await connectMusic(app, ada);
  music.play(listener, clock.now());
  clock.advance(1_000);
  await endAccessToken(app, ada);
  music.behave({ mode: 'slow', delayMs: 100 });
  const since = music.requests.length;
  const runs = Array.from({ length: 4 }, (_, index) =>
    (index % 2 === 0 ? call : other.call)(null, 'POST', '/api/music/sync-all', undefined, {
      'x-cron-secret': 'secret-of-the-music',
    }),
  );
  const responses = await Promise.all([...runs, ...Array.from({ length: 10 }, (_, index) => sync(ada, index))]);
  music.behave({ mode: 'normal' });
  expect(responses.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
  expect(refreshesSince(since)).toBe(1);
  expect([(await rowOf(ada)).needs_reauth, (await playsOf(ada)).length]).toEqual([false, 1]);
});

test('retries after waiting for a sync that fails', async () => {
  const ada = await person();
  const listener = await connectMusic(app, ada);
  music.play(listener, clock.now());
  music.behave({ mode: 'refuse-with', status: 403, at: 'api' });
  const since = music.requests.length;
  const responses = await Promise.all(Array.from({ length: 6 }, (_, index) => sync(ada, index)));
  music.behave({ mode: 'normal' });
  expect(responses.map(({ body }) => body.code)).toEqual(Array(6).fill('music.refused'));
  expect(music.requests.length - since).toBe(6);
  expect((await sync(ada, 0)).body.new_plays).toBe(1);
});

test('limits the wait for a long sync and takes over the lease of a dead node', async () => {
  for (const node of [deps, other.deps]) {
    const { musicTimeouts } = node;
    node.musicTimeouts = { ...musicTimeouts, otherSyncMs: musicTimeouts.otherSyncMs };
    onTestFinished(() => {
      node.musicTimeouts = musicTimeouts;
    });
  }
  const ada = await person();
  await connectMusic(app, ada);
  const lease = { lease_id: deps.ids.next(), lease_expires_at: new Date(clock.now().getTime() + 30_000) };
  await deps.db.updateTable('music_account').set(lease).where('user_id', '=', ada.id).execute();
  const { status, body, headers } = await sync(ada, 0);
  expect([status, body.code, headers['retry-after']]).toEqual([503, 'music.sync-under-way', '5']);

  clock.advance(29_999);
  expect((await sync(ada, 1)).status).toBe(503);
  clock.advance(1);
  expect((await sync(ada, 1)).status).toBe(200);
});

test('stores the same tracks in another order for two accounts without a deadlock', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => person()));
  for (const [index, user] of people.entries()) {
    const listener = await connectMusic(app, user);
    const tracks = Array.from({ length: 40 }, (_, at) => `shared-${String(at).padStart(2, '0')}`);
    for (const [at, id] of (index % 2 === 0 ? tracks : tracks.toReversed()).entries()) {
      const track = { id, name: `By ${index}`, artists: ['A'], album: 'B', durationMs: 1_000 };
      music.play(listener, new Date(clock.now().getTime() - at * 1_000), track);
    }
  }
  const responses = await Promise.all(people.map(sync));
  expect(responses.map(({ body }) => body.new_plays)).toEqual(Array(8).fill(40));
});
