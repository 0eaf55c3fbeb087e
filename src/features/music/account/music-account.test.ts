import { describe, expect, test } from 'vitest';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { wrapMethod } from '#test/wrap-method.ts';
import { connectMusic } from '../test-connection.ts';

const app = await startTestApp();
const { call, person, music, clock, deps } = app;

const account = (caller: Person | null) => call(caller, 'GET', '/api/music/account');
const disconnect = (caller: Person | null) => call(caller, 'DELETE', '/api/music/account');
const playsOf = ({ id }: Person) => deps.db.selectFrom('music_play').selectAll().where('user_id', '=', id).execute();
const accountRowOf = ({ id }: Person) =>
  deps.db.selectFrom('music_account').selectAll().where('user_id', '=', id).executeTakeFirst();

describe('GET /api/music/account', () => {
  test('shows the account without its tokens', async () => {
    const ada = await person();
    const listener = await connectMusic(app, ada);
    const connectedAt = clock.now().toISOString();
    clock.advance(60_000);
    await call(ada, 'POST', '/api/music/sync');
    const { status, body } = await account(ada);
    expect(status).toBe(200);
    expect(body).toEqual({
      account: {
        user_id: ada.id,
        provider_user_id: listener,
        scope: 'user-read-recently-played',
        connected_at: connectedAt,
        last_synced_at: clock.now().toISOString(),
        needs_reauth: false,
      },
    });
  });

  test("returns null without a connected account, and never another user's account", async () => {
    await connectMusic(app, await person());
    expect((await account(await person())).body).toEqual({ account: null });
  });

  test('returns 401 without a token', async () => {
    expect((await account(null)).status).toBe(401);
  });
});

describe('DELETE /api/music/account', () => {
  test('deletes the account and its plays, but neither tracks of entries nor data of others', async () => {
    const [ada, ben] = [await person(), await person()];
    for (const user of [ada, ben]) {
      music.play(await connectMusic(app, user), clock.now());
      await call(user, 'POST', '/api/music/sync');
    }
    const { body } = await call(ada, 'POST', '/api/journal', { title: 'A day', content: '', mood: 'calm' });
    const track = body.entry.music_track_id;
    expect(track).toEqual(expect.any(String));

    expect(await disconnect(ada)).toMatchObject({ status: 200, body: { message: expect.any(String) } });
    expect([await accountRowOf(ada), await playsOf(ada)]).toEqual([undefined, []]);
    expect((await call(ada, 'GET', `/api/journal/${body.entry.id}`)).body.entry.music_track_id).toBe(track);
    expect((await call(ada, 'GET', `/api/music/tracks/${track}`)).status).toBe(200);
    expect([await accountRowOf(ben), await playsOf(ben)]).toMatchObject([{ user_id: ben.id }, [{ user_id: ben.id }]]);

    const later = await call(ada, 'POST', '/api/journal', { title: 'A day', content: '', mood: 'calm' });
    expect(later.body.entry.music_track_id, 'nothing is known any more').toBeNull();
    expect((await call(ada, 'POST', '/api/music/sync')).body.code).toBe('music.not-connected');
  });

  test('changes nothing without a connected account', async () => {
    expect((await disconnect(await person())).status).toBe(200);
  });

  test('leaves nothing behind during a sync', async () => {
    const ada = await person();
    const listener = await connectMusic(app, ada);
    music.play(listener, clock.now());
    wrapMethod(deps.music, 'recentPlays', (recentPlays) => async (...asked) => {
      const plays = await recentPlays(...asked);
      await disconnect(ada);
      return plays;
    });
    const { status, body } = await call(ada, 'POST', '/api/music/sync');
    expect([status, body.code]).toEqual([400, 'music.not-connected']);
    expect([await accountRowOf(ada), await playsOf(ada)]).toEqual([undefined, []]);
  });

  test('returns 401 without a token', async () => {
    expect((await disconnect(null)).status).toBe(401);
  });
});
