import { sql } from 'kysely';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { createLogger } from '#platform/log.ts';
import { SANDBOX_TRACKS } from '#sandbox/music/tracks.ts';
import { createOrganization } from '#test/groups.ts';
import { startSecondNode } from '#test/second-node.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { connectMusic } from '../../music/test-connection.ts';

const app = await startTestApp();
const { call, person, music, clock, deps } = app;
const lines: string[] = [];
const other = await startSecondNode(app, createLogger('info', { write: (line) => void lines.push(line) }));

afterEach(() => music.behave({ mode: 'normal' }));

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const ago = (milliseconds: number) => new Date(clock.now().getTime() - milliseconds);

const write = async (author: Person, more: object = {}) => {
  const { status, body } = await call(author, 'POST', '/api/journal', {
    title: 'A day',
    content: '',
    mood: 'calm',
    ...more,
  });
  expect(status).toBe(201);
  return body.entry;
};
const sync = (author: Person) => call(author, 'POST', '/api/music/sync');
const trackOf = async (author: Person, id: string) =>
  (await call(author, 'GET', `/api/journal/${id}`)).body.entry.music_track_id;

async function connected(): Promise<{ ada: Person; play: (milliseconds: number) => string }> {
  const ada = await person();
  const listener = await connectMusic(app, ada);
  const play = (milliseconds: number) =>
    music.play(listener, ago(milliseconds), { ...SANDBOX_TRACKS[0], id: deps.ids.next() }).id;
  return { ada, play };
}

describe('An entry', () => {
  test.each([
    ['at the very moment', 0, true],
    ['a millisecond before', 1, true],
    ['a year before', 365 * DAY, true],
    ['a millisecond after', -1, false],
  ])('has the track that was played %s: %s', async (_when, milliseconds, isLinked) => {
    const { ada, play } = await connected();
    const track = play(milliseconds);
    await sync(ada);
    const entry = await write(ada);
    expect(entry.music_track_id).toBe(isLinked ? track : null);
    expect(await trackOf(ada, entry.id)).toBe(entry.music_track_id);
  });

  test('has the track that was played last', async () => {
    const { ada, play } = await connected();
    play(2 * MINUTE);
    const last = play(MINUTE);
    play(3 * MINUTE);
    play(-MINUTE);
    await sync(ada);
    expect((await write(ada)).music_track_id).toBe(last);
  });

  test('has the track that was played last when it was written', async () => {
    const { ada, play } = await connected();
    const track = play(2 * MINUTE);
    play(MINUTE);
    await sync(ada);
    const org_id = await createOrganization(deps, ada);
    const written_at = ago(2 * MINUTE).toISOString();
    for (const more of [{}, { metadata_visibility: 'org', org_id }])
      expect((await write(ada, { written_at, ...more })).music_track_id).toBe(track);
  });

  test('links a track also to an entry that is shared with a group', async () => {
    const { ada, play } = await connected();
    const track = play(MINUTE);
    await sync(ada);
    const org_id = await createOrganization(deps, ada);
    expect((await write(ada, { metadata_visibility: 'org', org_id })).music_track_id).toBe(track);
  });

  test('links no track of another user', async () => {
    const { ada, play } = await connected();
    play(MINUTE);
    await sync(ada);
    expect((await write(await person())).music_track_id).toBeNull();
  });

  test('ignores a track in the request', async () => {
    const { ada, play } = await connected();
    const track = play(MINUTE);
    await sync(ada);
    const entry = await write(ada, { music_track_id: 'mine' });
    expect(entry.music_track_id).toBe(track);
    const { body } = await call(ada, 'PUT', `/api/journal/${entry.id}`, { music_track_id: 'mine', title: 'B' });
    expect(body.entry.music_track_id).toBe(track);
  });

  test('is created in time if plays cannot be read, and logs the failure', async () => {
    const { ada, play } = await connected();
    play(MINUTE);
    await sync(ada);
    await sql`alter table music_play rename to music_play_elsewhere`.execute(deps.db);
    onTestFinished(async () => {
      await sql`alter table music_play_elsewhere rename to music_play`.execute(deps.db);
    });
    const org_id = await createOrganization(deps, ada);
    for (const more of [{}, { metadata_visibility: 'org', org_id }]) {
      const fields = { title: 'A day', content: 'text-canary-93cc', mood: 'calm', ...more };
      const { status, body } = await other.call(ada, 'POST', '/api/journal', fields);
      expect([status, body.entry.music_track_id]).toEqual([201, null]);
    }
    const logged = lines.filter((line) => line.includes('could not link an entry to a track'));
    expect(logged).toHaveLength(2);
    expect(logged[0]).toContain('42P01');
    expect(logged.join()).not.toContain('canary');
  });
});

describe('A sync', () => {
  test.each([
    ['at the very moment', 0, true],
    ['a millisecond before', 1, true],
    ['a millisecond after', -1, false],
  ])('links an entry after a sync to a play %s: %s', async (_when, milliseconds, isLinked) => {
    const { ada, play } = await connected();
    const entry = await write(ada);
    const track = play(milliseconds);
    clock.advance(10 * MINUTE);
    expect((await sync(ada)).body).toMatchObject({ new_plays: 1, linked_entries: isLinked ? 1 : 0 });
    expect(await trackOf(ada, entry.id)).toBe(isLinked ? track : null);
  });

  test('links an entry that arrived later to the track of the time of writing', async () => {
    const { ada, play } = await connected();
    const { id } = await write(ada, { written_at: ago(2 * MINUTE).toISOString() });
    const track = play(3 * MINUTE);
    play(MINUTE);
    await sync(ada);
    expect(await trackOf(ada, id)).toBe(track);
  });

  test.each([
    ['exactly 24 hours ago', DAY, true],
    ['a millisecond more', DAY + 1, false],
    ['a millisecond less', DAY - 1, true],
  ])('links an entry that was written %s: %s', async (_when, age, isLinked) => {
    const { ada, play } = await connected();
    const track = play(age + MINUTE);
    const { id } = await write(ada);
    await deps.db
      .updateTable('journal_entry')
      .set({ created_at: ago(age) })
      .where('id', '=', id)
      .execute();
    expect((await sync(ada)).body.linked_entries).toBe(isLinked ? 1 : 0);
    expect(await trackOf(ada, id)).toBe(isLinked ? track : null);
  });

  test('links each entry to the track of its time, and keeps existing links', async () => {
    const { ada, play } = await connected();
    const first = await write(ada);
    clock.advance(4 * MINUTE);
    const second = await write(ada);
    clock.advance(4 * MINUTE);
    const [early, late] = [play(9 * MINUTE), play(6 * MINUTE)];
    expect((await sync(ada)).body).toMatchObject({ new_plays: 2, linked_entries: 2 });
    expect([await trackOf(ada, first.id), await trackOf(ada, second.id)]).toEqual([early, late]);

    // A device that was offline tells later what was played in between.
    play(5 * MINUTE);
    await deps.db.updateTable('music_account').set({ last_played_at: null }).where('user_id', '=', ada.id).execute();
    expect((await sync(ada)).body).toMatchObject({ new_plays: 1, linked_entries: 0 });
    expect(await trackOf(ada, second.id)).toBe(late);
  });

  test('keeps updated_at and the author of an entry', async () => {
    const { ada, play } = await connected();
    const [entry, bens] = [await write(ada), await write(await person())];
    play(MINUTE);
    clock.advance(MINUTE);
    await sync(ada);
    const rowOf = (id: string) =>
      deps.db
        .selectFrom('journal_entry')
        .select(['music_track_id', 'updated_at'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    const updated_at = new Date(entry.updated_at);
    expect(await rowOf(entry.id)).toEqual({ music_track_id: expect.any(String), updated_at });
    expect(await rowOf(bens.id)).toEqual({ music_track_id: null, updated_at });
  });

  test('skips a locked entry and links it with the next sync', async () => {
    const { ada, play } = await connected();
    const { id } = await write(ada);
    const track = play(MINUTE);
    await deps.db.transaction().execute(async (tx) => {
      await tx.selectFrom('journal_entry').select('id').where('id', '=', id).forUpdate().execute();
      expect((await sync(ada)).body).toMatchObject({ new_plays: 1, linked_entries: 0 });
    });
    expect((await sync(ada)).body).toMatchObject({ new_plays: 0, linked_entries: 1 });
    expect(await trackOf(ada, id)).toBe(track);
  });

  test('keeps plays if entries cannot be linked', async () => {
    const { ada, play } = await connected();
    const { id } = await write(ada);
    play(MINUTE);
    const { trackLinks } = deps;
    onTestFinished(() => {
      deps.trackLinks = trackLinks;
    });
    deps.trackLinks = { ...trackLinks, link: async (tx) => (await sql`select 1 / 0`.execute(tx)).rows.length };
    expect((await sync(ada)).body).toMatchObject({ new_plays: 1, linked_entries: 0 });
    deps.trackLinks = trackLinks;
    expect((await sync(ada)).body).toMatchObject({ new_plays: 0, linked_entries: 1 });
    expect(await trackOf(ada, id)).toEqual(expect.any(String));
  });
});
