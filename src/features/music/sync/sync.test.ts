import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { createSecretBox } from '#platform/crypto/secret-box.ts';
import { createMusic } from '#providers/music/music.factory.ts';
import { SANDBOX_TRACKS } from '#sandbox/music/tracks.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { connectMusic, endAccessToken } from '../test-connection.ts';

const app = await startTestApp();
const { call, person, superAdmin, music, clock, deps } = app;
const { music: usual, musicTokens } = deps;

afterEach(() => {
  music.behave({ mode: 'normal' });
  deps.music = usual;
  deps.musicTokens = musicTokens;
});

const MINUTE = 60_000;
const [TRACK] = SANDBOX_TRACKS;
const minutesAgo = (minutes: number) => new Date(clock.now().getTime() - minutes * MINUTE);
const sync = (caller: Person | null) => call(caller, 'POST', '/api/music/sync');
const rowOf = ({ id }: Person) =>
  deps.db.selectFrom('music_account').selectAll().where('user_id', '=', id).executeTakeFirstOrThrow();
const playedBy = async ({ id }: Person) => {
  const plays = await deps.db.selectFrom('music_play').selectAll().where('user_id', '=', id).execute();
  return plays.map(({ track_id, played_at }) => `${track_id} ${played_at.toISOString()}`).toSorted();
};
/** What the sandbox was asked since then. */
const asked = (since: number) => music.requests.slice(since).map(({ path, grantType }) => grantType ?? path);
const trackOf = (id: string) => deps.db.selectFrom('music_track').selectAll().where('id', '=', id).executeTakeFirst();

async function connected(): Promise<{ ada: Person; listener: string }> {
  const ada = await person();
  return { ada, listener: await connectMusic(app, ada) };
}

describe('POST /api/music/sync', () => {
  test('stores the plays since the last sync, each once', async () => {
    const { ada, listener } = await connected();
    music.play(listener, minutesAgo(9), TRACK);
    music.play(listener, minutesAgo(5), TRACK);
    const first = await sync(ada);
    expect(first).toMatchObject({ status: 200, body: { new_plays: 2, linked_entries: 0 } });
    expect(first.body.account).toMatchObject({ user_id: ada.id, last_synced_at: clock.now().toISOString() });
    expect(await rowOf(ada)).toMatchObject({ last_played_at: minutesAgo(5), lease_id: null, lease_expires_at: null });

    clock.advance(MINUTE);
    music.play(listener, minutesAgo(2), TRACK);
    const before = music.requests.length;
    expect((await sync(ada)).body).toMatchObject({ new_plays: 1 });
    expect(asked(before)).toEqual([`/v1/me/player/recently-played?limit=50&after=${minutesAgo(6).getTime()}`]);
    const times = [10, 6, 2].map((minutes) => `${TRACK.id} ${minutesAgo(minutes).toISOString()}`);
    expect(await playedBy(ada)).toEqual(times.toSorted());

    clock.advance(MINUTE);
    expect((await sync(ada)).body).toMatchObject({
      new_plays: 0,
      account: { last_synced_at: clock.now().toISOString() },
    });
  });

  test('stores a repeated play once, also if the service starts from an earlier instant', async () => {
    const { ada, listener } = await connected();
    music.play(listener, minutesAgo(5));
    await sync(ada);
    await deps.db.updateTable('music_account').set({ last_played_at: null }).where('user_id', '=', ada.id).execute();
    expect((await sync(ada)).body).toMatchObject({ new_plays: 0 });
    expect(await playedBy(ada)).toHaveLength(1);
  });

  test('stores the tracks and updates changed ones', async () => {
    const { ada, listener } = await connected();
    music.play(listener, minutesAgo(5), { ...TRACK, id: 'renamed', name: 'Before' });
    await sync(ada);
    const firstSeen = clock.now();
    expect(await trackOf('renamed')).toMatchObject({ name: 'Before', created_at: firstSeen, updated_at: firstSeen });
    expect((await trackOf('renamed'))?.raw).toMatchObject({ id: 'renamed', popularity: 50 });
    clock.advance(MINUTE);
    music.play(listener, minutesAgo(1), { ...TRACK, id: 'renamed', name: 'After' });
    await sync(ada);
    expect(await trackOf('renamed')).toMatchObject({ name: 'After', created_at: firstSeen, updated_at: clock.now() });
    clock.advance(MINUTE);
    music.play(listener, clock.now(), { ...TRACK, id: 'renamed', name: 'After' });
    await sync(ada);
    expect(await trackOf('renamed'), 'with nothing new').toMatchObject({ updated_at: minutesAgo(1) });
  });

  test('stores more plays than fit on a page', async () => {
    const { ada, listener } = await connected();
    music.play(listener, minutesAgo(300));
    await sync(ada);
    for (let minutes = 299; minutes > 170; minutes -= 1) music.play(listener, minutesAgo(minutes));
    expect((await sync(ada)).body).toMatchObject({ new_plays: 129 });
  });

  test('omits implausible plays and continues from the present at the latest', async () => {
    const { ada, listener } = await connected();
    music.play(listener, minutesAgo(-2 * 24 * 60));
    music.play(listener, minutesAgo(-5));
    expect((await sync(ada)).body).toMatchObject({ new_plays: 1 });
    expect((await rowOf(ada)).last_played_at).toEqual(clock.now());
  });

  test('refreshes a token that expires within a minute and stores the new ones immediately', async () => {
    const { ada } = await connected();
    const before = await rowOf(ada);
    await deps.db
      .updateTable('music_account')
      .set({ expires_at: minutesAgo(-1) })
      .where('user_id', '=', ada.id)
      .execute();
    const since = music.requests.length;
    expect((await sync(ada)).status).toBe(200);
    expect(asked(since)).toEqual(['refresh_token', '/v1/me/player/recently-played?limit=50']);
    const after = await rowOf(ada);
    expect(after.access_token).not.toBe(before.access_token);
    expect(after.refresh_token).not.toBe(before.refresh_token);
    expect(after.expires_at).toEqual(minutesAgo(-60));

    await endAccessToken(app, ada);
    music.behave({ mode: 'refuse-with', status: 500, at: 'api' });
    expect((await sync(ada)).status).toBe(502);
    music.behave({ mode: 'normal' });
    const between = music.requests.length;
    expect((await sync(ada)).status, 'with those that were kept').toBe(200);
    expect(asked(between)).toHaveLength(1);
  });

  test('refreshes a token that the service revoked before its expiry', async () => {
    const { ada } = await connected();
    const { access_token } = await rowOf(ada);
    const [other] = [await connected()];
    const stale = await deps.musicTokens.seal('access-that-ended', `music access token of ${ada.id}`);
    await deps.db.updateTable('music_account').set({ access_token: stale }).where('user_id', '=', ada.id).execute();
    expect((await sync(ada)).status).toBe(200);
    expect((await rowOf(ada)).access_token).not.toBe(access_token);
    expect((await sync(other.ada)).status).toBe(200);
  });

  test('returns 400 after the service revoked the consent, and notifies the user', async () => {
    const { ada, listener } = await connected();
    music.revoke(listener);
    const refused = await sync(ada);
    expect([refused.status, refused.body.code]).toEqual([400, 'music.needs-reauth']);
    expect(await rowOf(ada)).toMatchObject({ needs_reauth: true, lease_id: null });
    expect((await call(ada, 'GET', '/api/music/account')).body.account.needs_reauth).toBe(true);
    const { notifications } = (await call(ada, 'GET', '/api/notifications')).body;
    expect(notifications).toMatchObject([{ kind: 'music_reconnect' }]);

    const since = music.requests.length;
    expect((await sync(ada)).body.code).toBe('music.needs-reauth');
    expect(asked(since), 'the service is not asked again').toEqual([]);
    await connectMusic(app, ada, listener);
    expect((await sync(ada)).status).toBe(200);
    expect((await call(ada, 'GET', '/api/notifications')).body.notifications).toHaveLength(1);
  });

  test('returns 400 if the tokens cannot be opened, because of another key or another user', async () => {
    const { ada } = await connected();
    const { ada: ben } = await connected();
    const { access_token, refresh_token } = await rowOf(ben);
    const swapped = { access_token, refresh_token };
    await deps.db.updateTable('music_account').set(swapped).where('user_id', '=', ada.id).execute();
    const since = music.requests.length;
    expect((await sync(ada)).body.code).toBe('music.needs-reauth');

    deps.musicTokens = createSecretBox([randomBytes(32).toString('base64url')]);
    expect((await sync(ben)).body.code).toBe('music.needs-reauth');
    expect(asked(since)).toEqual([]);
  });

  test('returns 400 without a connected account', async () => {
    const { status, body } = await sync(await person());
    expect([status, body.code]).toEqual([400, 'music.not-connected']);
  });

  test('returns 400 if the account was reconnected during the sync, and stores nothing of the previous one', async () => {
    const { ada, listener } = await connected();
    music.play(listener, minutesAgo(1));
    deps.music = {
      ...usual,
      recentPlays: async (...question) => {
        const plays = await usual.recentPlays(...question);
        await connectMusic(app, ada);
        return plays;
      },
    };
    expect((await sync(ada)).body.code).toBe('music.account-changed');
    expect(await playedBy(ada)).toEqual([]);
    expect(await rowOf(ada)).toMatchObject({ last_synced_at: null });
  });

  test('returns 401 without a token', async () => {
    expect((await sync(null)).status).toBe(401);
  });

  test('returns 500 without a configured music service', async () => {
    const { ada } = await connected();
    deps.music = await createMusic({ ...deps.config.music, clientId: null });
    const { status, body } = await sync(ada);
    expect([status, body.code]).toEqual([500, 'music.not-configured']);
  });

  test("does not show other users' accounts to a super admin", async () => {
    await connected();
    expect((await sync(await superAdmin())).body.code).toBe('music.not-connected');
  });
});
