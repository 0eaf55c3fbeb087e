import { describe, expect, test } from 'vitest';
import { SANDBOX_TRACKS, type SandboxTrack } from '#sandbox/music/tracks.ts';
import { createOrganization, createTeam } from '#test/groups.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { connectMusic } from '../test-connection.ts';

const app = await startTestApp();
const { call, person, superAdmin, music, clock, deps } = app;

const MINUTE = 60_000;
const minutesAgo = (minutes: number) => new Date(clock.now().getTime() - minutes * MINUTE);
const plays = (caller: Person | null, query = '') => call(caller, 'GET', `/api/music/plays${query}`);
const track = (caller: Person | null, id: string) => call(caller, 'GET', `/api/music/tracks/${id}`);

let made = 0;
/** A track that no other test uses. */
function newTrack(): SandboxTrack {
  made += 1;
  return { ...SANDBOX_TRACKS[0], id: `track-${made}` };
}

/** Creates a user with these plays, the first one minute ago, and syncs them. */
async function listener(...tracks: SandboxTrack[]): Promise<Person> {
  const created = await person();
  const id = await connectMusic(app, created);
  for (const [index, played] of tracks.entries()) music.play(id, minutesAgo(index + 1), played);
  expect((await call(created, 'POST', '/api/music/sync')).status).toBe(200);
  return created;
}

describe('GET /api/music/plays', () => {
  test('lists own plays with their tracks, newest first', async () => {
    const [one, two] = [newTrack(), newTrack()];
    const ada = await listener(one, two);
    const { status, body } = await plays(ada);
    expect(status).toBe(200);
    const now = clock.now().toISOString();
    const played = (id: string, playedAt: Date) => ({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      user_id: ada.id,
      track_id: id,
      played_at: playedAt.toISOString(),
      source: 'recently_played',
      created_at: now,
      track: {
        id,
        name: 'Clair de Lune',
        artist_names: ['Claude Debussy'],
        album_name: 'Suite bergamasque',
        album_image_url: `${music.url}/covers/${id}.svg`,
        external_url: `${music.url}/#${id}`,
        duration_ms: 302_000,
        explicit: false,
        created_at: now,
        updated_at: now,
      },
    });
    expect(body).toEqual({
      plays: [played(one.id, minutesAgo(1)), played(two.id, minutesAgo(2))],
      next_cursor: null,
    });
  });

  test('pages without gaps or repeats, also for plays of the same instant', async () => {
    const ada = await person();
    const id = await connectMusic(app, ada);
    const tracks = Array.from({ length: 7 }, newTrack);
    for (const [index, played] of tracks.entries()) music.play(id, minutesAgo(index < 4 ? 1 : index), played);
    await call(ada, 'POST', '/api/music/sync');
    const whole = (await plays(ada)).body.plays;
    expect(whole).toHaveLength(7);
    const found: unknown[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body } = await plays(ada, `?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`);
      expect(body.plays.length).toBeLessThanOrEqual(3);
      found.push(...body.plays);
      cursor = body.next_cursor;
    }
    expect(found).toEqual(whole);
  });

  test('does not show plays of other users', async () => {
    await listener(newTrack());
    expect((await plays(await person())).body).toEqual({ plays: [], next_cursor: null });
    expect((await plays(await superAdmin())).body.plays).toEqual([]);
  });

  test.each(['?limit=0', '?limit=501', '?cursor=x'])('returns 400 for %s', async (query) => {
    expect((await plays(await person(), query)).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await plays(null)).status).toBe(401);
  });
});

describe('GET /api/music/tracks/:id', () => {
  /** Creates an entry of a listener with this sharing. */
  async function linked(sharing: (author: Person) => Promise<object>) {
    const played = newTrack();
    const author = await listener(played);
    const fields = { title: 'A day', content: '', mood: 'calm', ...(await sharing(author)) };
    const { body } = await call(author, 'POST', '/api/journal', fields);
    expect(body.entry.music_track_id).toBe(played.id);
    return { author, id: played.id, entry: body.entry };
  }
  const seenBy = async (caller: Person, id: string) => (await track(caller, id)).status;

  test('shows a track that the user played', async () => {
    const played = newTrack();
    const { status, body } = await track(await listener(played), played.id);
    expect(status).toBe(200);
    expect(body.track).toMatchObject({ id: played.id, name: 'Clair de Lune', artist_names: ['Claude Debussy'] });
    expect(body.track).not.toHaveProperty('raw');
  });

  test("shows a linked track to users who may read the entry's metadata, while they may", async () => {
    const [ben, eve] = [await person(), await person()];
    const { author, id, entry } = await linked(async (ada) => {
      const org_id = await createOrganization(deps, ada, [ben]);
      const team_id = await createTeam(deps, org_id, ada, [ben]);
      return { metadata_visibility: 'team', team_id };
    });
    expect([await seenBy(ben, id), await seenBy(eve, id)]).toEqual([200, 404]);
    await call(author, 'PUT', `/api/journal/${entry.id}`, { metadata_visibility: 'public' });
    expect([await seenBy(ben, id), await seenBy(eve, id)]).toEqual([200, 200]);
    await call(author, 'PUT', `/api/journal/${entry.id}`, { metadata_visibility: 'user' });
    expect([await seenBy(ben, id), await seenBy(eve, id), await seenBy(author, id)]).toEqual([404, 404, 200]);
  });

  test('shows the track of an entry with hidden content, because it is metadata', async () => {
    const { id } = await linked(async () => ({ metadata_visibility: 'public', content_visibility: 'user' }));
    expect(await seenBy(await person(), id)).toBe(200);
  });

  test('shows a super admin every track', async () => {
    const { id } = await linked(async () => ({}));
    expect(await seenBy(await superAdmin(), id)).toBe(200);
  });

  test('returns the same 404 for a track of another user as for an unknown one', async () => {
    const { id } = await linked(async () => ({ content_visibility: 'public' }));
    const eve = await person();
    const [hidden, unknown] = [await track(eve, id), await track(eve, 'no-such-track')];
    expect([hidden.status, unknown.status]).toEqual([404, 404]);
    const { request_id: _, ...expected } = hidden.body;
    expect(unknown.body).toMatchObject(expected);
    expect(expected.code).toBe('music.track-not-found');
  });

  test('returns 401 without a token', async () => {
    expect((await track(null, 'any')).status).toBe(401);
  });
});
