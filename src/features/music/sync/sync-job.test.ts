import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ALREADY_RUNNING } from '#platform/jobs/jobs.ts';
import { createMusic } from '#providers/music/music.factory.ts';
import { startSecondNode } from '#test/second-node.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { connectMusic } from '../test-connection.ts';

const SECRET = 'secret-of-the-music';
const app = await startTestApp({
  environment: { MUSIC_SYNC_CRON_SECRET: SECRET, WORKOUT_WINDOW_CRON_SECRET: 'secret-of-another' },
});
const { call, person, music, clock, deps } = app;
const other = await startSecondNode(app);
const { music: usual, isDraining } = deps;

const run = (on = call, secret = SECRET) =>
  on(null, 'POST', '/api/music/sync-all', undefined, { 'x-cron-secret': secret });
const accountRows = () => deps.db.selectFrom('music_account').selectAll().orderBy('user_id').execute();
const plays = () => deps.db.selectFrom('music_play').selectAll().execute();

async function connected(): Promise<Person & { listener: string }> {
  const user = await person();
  const listener = await connectMusic(app, user);
  music.play(listener, clock.now());
  return { ...user, listener };
}

beforeEach(async () => {
  await sql`truncate music_account, music_play`.execute(deps.db);
  deps.music = await createMusic({ ...deps.config.music, failuresBeforePause: 1_000 });
});
afterEach(() => {
  music.behave({ mode: 'normal' });
  deps.music = usual;
  deps.isDraining = isDraining;
});

/** Runs a callback on each request for plays. */
function beforeEachReading(happen: () => unknown) {
  const { music: read } = deps;
  deps.music = {
    ...read,
    recentPlays: async (...asked) => {
      await happen();
      return read.recentPlays(...asked);
    },
  };
}

describe('POST /api/music/sync-all', () => {
  test('syncs all accounts, and later plays in the next run', async () => {
    const people = await Promise.all(Array.from({ length: 7 }, connected));
    clock.advance(1_000);
    const { status, body } = await run();
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      message: 'Accounts synced: 7.',
      results: { total: 7, synced: 7, failed: 0, errors: [] },
    });
    expect(await plays()).toHaveLength(7);
    for (const row of await accountRows()) expect(row).toMatchObject({ last_synced_at: clock.now(), lease_id: null });

    clock.advance(1_000);
    for (const { listener } of people) music.play(listener, clock.now());
    clock.advance(1_000);
    expect((await run()).body.results).toMatchObject({ total: 7, synced: 7 });
    expect(await plays()).toHaveLength(14);
  });

  test('syncs more accounts than one batch', async () => {
    const ada = await connected();
    // Others have copies of her account: what they are refused for is enough to count them.
    await sql`
      with others as (
        insert into profile (id, full_name, role_changed_at, created_at, updated_at)
        select gen_random_uuid(), 'A Person', now(), now(), now() from generate_series(1, 105) returning id
      )
      insert into music_account (user_id, provider_user_id, access_token, refresh_token, expires_at, scope, connected_at)
      select others.id, provider_user_id, access_token, refresh_token, expires_at, scope, connected_at
      from others, music_account where user_id = ${ada.id}`.execute(deps.db);
    clock.advance(1_000);
    const { results } = (await run()).body;
    expect(results).toMatchObject({ total: 106, synced: 1, failed: 105 });
    expect(results.errors).toHaveLength(100);
    expect(new Set(results.errors).size).toBe(100);
    for (const error of results.errors) expect(error).toMatch(/^[0-9a-f-]{36}: music\.needs-reauth\.$/);
    clock.advance(1_000);
    expect((await run()).body.results, 'those are not tried again').toMatchObject({ total: 1, synced: 1, failed: 0 });
  });

  test('reports failed accounts and syncs all others', async () => {
    const [ada, ben, cleo] = [await connected(), await connected(), await connected()];
    music.revoke(ben.listener);
    clock.advance(1_000);
    const { body } = await run();
    expect(body).toMatchObject({
      success: true,
      results: { total: 3, synced: 2, failed: 1, errors: [`${ben.id}: music.needs-reauth.`] },
    });
    const owners = (await plays()).map(({ user_id }) => user_id);
    expect(owners.toSorted()).toEqual([ada.id, cleo.id].toSorted());
  });

  test('omits inactive users', async () => {
    const ada = await connected();
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', ada.id).execute();
    clock.advance(1_000);
    const before = music.requests.length;
    expect((await run()).body.results).toMatchObject({ total: 0 });
    expect(music.requests.length).toBe(before);
  });

  test('stops at a rate limit, and the next run continues', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, connected));
    clock.advance(1_000);
    music.behave({ mode: 'refuse-with', status: 429, retryAfter: '1' });
    const before = music.requests.length;
    const first = (await run()).body;
    expect(first.success).toBe(true);
    expect(first.message).toContain('The music service accepts no more requests');
    expect(first.results.failed).toBe(5);
    expect(music.requests.length - before).toBeLessThanOrEqual(5);

    music.behave({ mode: 'normal' });
    deps.music = await createMusic(deps.config.music);
    const tried = new Set(
      (await accountRows()).filter(({ attempted_at }) => attempted_at.getTime() > 0).map((row) => row.user_id),
    );
    expect(tried.size).toBe(5);
    clock.advance(1_000);
    expect((await run()).body.results).toMatchObject({ total: 12, synced: 12 });
    expect(await plays()).toHaveLength(people.length);
  });

  test('does not count accounts that are disconnected or reconnected during their sync', async () => {
    await Promise.all(Array.from({ length: 3 }, connected));
    clock.advance(1_000);
    const disconnectOne = async () => {
      const { rows } = await sql`delete from music_account where user_id = (
        select user_id from music_account order by user_id limit 1) returning user_id`.execute(deps.db);
      return rows.length;
    };
    let disconnected: Promise<number> | undefined;
    // All wait for it, so that no sync has ended before.
    beforeEachReading(async () => {
      disconnected ??= disconnectOne();
      await disconnected;
    });
    expect((await run()).body.results).toEqual({ total: 2, synced: 2, failed: 0, errors: [] });
    expect(await disconnected).toBe(1);
  });

  test.each([
    ['the node is about to stop', () => Object.assign(deps, { isDraining: () => true })],
    ['50 minutes are over', () => clock.advance(50 * 60_000)],
  ])('starts no further sync after %s, and the next run continues', async (_when, happen) => {
    await Promise.all(Array.from({ length: 12 }, connected));
    clock.advance(1_000);
    let isFirst = true;
    beforeEachReading(() => {
      if (isFirst) happen();
      isFirst = false;
    });
    const { body } = await run();
    expect(body.results).toMatchObject({ total: 5, synced: 5, failed: 0 });
    expect(body.message).toBe('Accounts synced: 5. The time of one run is over. Call again to continue.');
    deps.isDraining = isDraining;
    clock.advance(1_000);
    expect((await run()).body.results).toMatchObject({ total: 12, synced: 12 });
  });

  test('syncs the longest waiting accounts first, so that the next run continues an interrupted one', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, connected));
    // This is the state after a run that was killed halfway.
    const [first, second] = people.map(({ id }) => id);
    clock.advance(1_000);
    await deps.db
      .updateTable('music_account')
      .set({ attempted_at: clock.now() })
      .where('user_id', 'in', [first ?? '', second ?? ''])
      .execute();
    clock.advance(1_000);
    music.behave({ mode: 'slow', delayMs: 50 });
    const before = music.requests.length;
    await run();
    const order: string[] = [];
    for (const { authorization } of music.requests.slice(before)) order.push(authorization);
    expect(order).toHaveLength(4);
    expect(
      (await accountRows()).every(({ last_synced_at }) => last_synced_at?.getTime() === clock.now().getTime()),
    ).toBe(true);
  });

  test('does nothing during another run, also on another node', async () => {
    await Promise.all(Array.from({ length: 3 }, connected));
    clock.advance(1_000);
    music.behave({ mode: 'slow', delayMs: 300 });
    const bodies = (await Promise.all([run(), run(), run(other.call), run(other.call)])).map(({ body }) => body);
    const working = bodies.filter(({ message }) => message !== ALREADY_RUNNING);
    expect(bodies.every(({ success }) => success)).toBe(true);
    expect(working.map(({ results }) => results)).toContainEqual({ total: 3, synced: 3, failed: 0, errors: [] });
    expect(await plays()).toHaveLength(3);
  });

  test('does nothing without a music service', async () => {
    await connected();
    clock.advance(1_000);
    deps.music = await createMusic({ ...deps.config.music, clientId: null });
    const { status, body } = await run();
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, results: { total: 0, synced: 0, failed: 0, errors: [] } });
  });

  test.each([
    ['none', {}],
    ['an empty one', { 'x-cron-secret': '' }],
    ['a wrong one', { 'x-cron-secret': 'guessed' }],
    ['that of another job', { 'x-cron-secret': 'another' }],
  ])('returns 401 for %s and does nothing', async (_what, headers) => {
    await connected();
    const before = await accountRows();
    const { status, body } = await call(null, 'POST', '/api/music/sync-all', undefined, headers);
    expect([status, body.code]).toEqual([401, 'cron.secret-invalid']);
    expect(await accountRows()).toEqual(before);
  });

  test('returns 401 for users, also for super admins', async () => {
    expect((await call(await app.superAdmin(), 'POST', '/api/music/sync-all')).status).toBe(401);
  });
});
