import { describe, expect, test } from 'vitest';
import { createOrganization, createTeam } from '../../../../test/groups.ts';
import { type Person, startTestApp } from '../../../../test/start-test-app.ts';
import { SANDBOX_TRACKS, type SandboxTrack } from '../../../sandbox/music/tracks.ts';
import { connectMusic } from '../test-connection.ts';

const app = await startTestApp();
const { call, person, superAdmin, music, clock, deps } = app;

const MINUTE = 60_000;
const minutesAgo = (minutes: number) => new Date(clock.now().getTime() - minutes * MINUTE);
const plays = (caller: Person | null, query = '') => call(caller, 'GET', `/api/music/plays${query}`);
const track = (caller: Person | null, id: string) => call(caller, 'GET', `/api/music/tracks/${id}`);

let made = 0;
/** A track that nobody has played in another test. */
function newTrack(): SandboxTrack {
  made += 1;
  return { ...SANDBOX_TRACKS[0], id: `track-${made}` };
}

/** Somebody who has played these, the first one minute ago, and synced it. */
async function listener(...tracks: SandboxTrack[]): Promise<Person> {
  const created = await person();
  const id = await connectMusic(app, created);
  for (const [index, played] of tracks.entries()) music.play(id, minutesAgo(index + 1), played);
  expect((await call(created, 'POST', '/api/music/sync')).status).toBe(200);
  return created;
}

describe('GET /api/music/plays', () => {
  test('200 lists what one has played, what was played last first, with what there is to know of it', async () => {
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

  test('200 comes in pages, each play once, those of one moment too', async () => {
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

  test('200 shows nobody what others have played', async () => {
    await listener(newTrack());
    expect((await plays(await person())).body).toEqual({ plays: [], next_cursor: null });
    expect((await plays(await superAdmin())).body.plays).toEqual([]);
  });

  test.each(['?limit=0', '?limit=501', '?cursor=x'])('400 refuses %s', async (query) => {
    expect((await plays(await person(), query)).status).toBe(400);
  });

  test('401 refuses nobody in particular', async () => {
    expect((await plays(null)).status).toBe(401);
  });
});

describe('GET /api/music/tracks/:id', () => {
  /** An entry of somebody who was listening, shared as it says. */
  async function linked(sharing: (author: Person) => Promise<object>) {
    const played = newTrack();
    const author = await listener(played);
    const fields = { title: 'A day', content: '', mood: 'calm', ...(await sharing(author)) };
    const { body } = await call(author, 'POST', '/api/journal', fields);
    expect(body.entry.music_track_id).toBe(played.id);
    return { author, id: played.id, entry: body.entry };
  }
  const seenBy = async (caller: Person, id: string) => (await track(caller, id)).status;

  test('200 shows what one has played', async () => {
    const played = newTrack();
    const { status, body } = await track(await listener(played), played.id);
    expect(status).toBe(200);
    expect(body.track).toMatchObject({ id: played.id, name: 'Clair de Lune', artist_names: ['Claude Debussy'] });
    expect(body.track).not.toHaveProperty('raw');
  });

  test('200 shows what an entry is linked to, to those who may know of the entry, and as long as they may', async () => {
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

  test('200 shows it where the text is hidden and the rest is not: the track belongs to the rest', async () => {
    const { id } = await linked(async () => ({ metadata_visibility: 'public', content_visibility: 'user' }));
    expect(await seenBy(await person(), id)).toBe(200);
  });

  test('200 shows a super admin every track', async () => {
    const { id } = await linked(async () => ({}));
    expect(await seenBy(await superAdmin(), id)).toBe(200);
  });

  test('404 answers what others have played for themselves exactly as what nobody has', async () => {
    const { id } = await linked(async () => ({ content_visibility: 'public' }));
    const eve = await person();
    const [hidden, unknown] = [await track(eve, id), await track(eve, 'no-such-track')];
    expect([hidden.status, unknown.status]).toEqual([404, 404]);
    const { request_id: _, ...told } = hidden.body;
    expect(unknown.body).toMatchObject(told);
    expect(told.code).toBe('music.track-not-found');
  });

  test('401 refuses nobody in particular', async () => {
    expect((await track(null, 'any')).status).toBe(401);
  });
});
