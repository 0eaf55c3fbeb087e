import { describe, expect, test } from 'vitest';
import { countStatements } from '#test/count-statements.ts';
import { createOrganization, createTeam } from '#test/groups.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { listEntries } from '../entry-list/entry-list.actions.ts';

const app = await startTestApp();
const { call, deps, person, superAdmin } = app;

const SHARED = { metadata_visibility: 'public', content_visibility: 'public' };
const write = async (author: Person, fields: object) => {
  const { status, body, text } = await call(author, 'POST', '/api/journal', {
    title: 'Rain',
    content: 'It rained all day.',
    mood: 'calm',
    ...fields,
  });
  expect(status, text).toBe(201);
  return body.entry;
};
const read = async (reader: Person, id: string) => (await call(reader, 'GET', `/api/journal/${id}`)).body.entry;

describe('An entry', () => {
  test('names its author, notebook, team, organization and track for members', async () => {
    const [ada, ben] = [await person({ name: 'Ada' }), await person()];
    const org = await createOrganization(deps, ada, [ben]);
    const team = await createTeam(deps, org, ada, [ben]);
    const sharing = { metadata_visibility: 'team', content_visibility: 'org', team_id: team, org_id: org };
    const notebook = (await call(ada, 'POST', '/api/notebooks', { name: 'Weather', ...sharing })).body.notebook;
    const entry = await write(ada, { notebook_id: notebook.id, ...sharing });
    const now = deps.clock.now();
    const track = {
      id: `track-${entry.id}`,
      name: 'Rain',
      artist_names: ['Eve'],
      album_image_url: null,
      explicit: false,
    };
    await deps.db
      .insertInto('music_track')
      .values({ ...track, created_at: now, updated_at: now })
      .execute();
    await deps.db.updateTable('journal_entry').set({ music_track_id: track.id }).where('id', '=', entry.id).execute();
    const names = {
      author: { id: ada.id, full_name: 'Ada', avatar_url: null, is_ai: false },
      notebook: { id: notebook.id, name: 'Weather' },
      team: { id: team, name: 'A team' },
      organization: { id: org, name: 'An organization' },
      track: { id: track.id, name: 'Rain', artists: ['Eve'], image_url: null },
    };
    expect(await read(ben, entry.id)).toMatchObject({
      ...names,
      excerpt: 'It rained all day.',
      word_count: 4,
      can: { edit: false, delete: false, encourage: true },
    });
    expect(await read(ada, entry.id)).toMatchObject({ ...names, can: { edit: true, delete: true, encourage: false } });
    expect(await read(await superAdmin(), entry.id)).toMatchObject({ ...names, can: { edit: false, delete: true } });
  });

  test('hides names of groups and notebooks from users outside of them', async () => {
    const [ada, ben] = [await person(), await person()];
    const org = await createOrganization(deps, ada);
    const team = await createTeam(deps, org, ada);
    const notebook = (await call(ada, 'POST', '/api/notebooks', { name: 'Secret' })).body.notebook;
    const entry = await write(ada, { ...SHARED, notebook_id: notebook.id, team_id: team, org_id: org });
    expect(await read(ben, entry.id)).toMatchObject({ notebook: null, team: null, organization: null });
  });

  test('has neither excerpt nor word count if its content is hidden', async () => {
    const [ada, ben] = [await person(), await person()];
    const entry = await write(ada, { metadata_visibility: 'public' });
    expect(await read(ben, entry.id)).toMatchObject({ content_hidden: true, excerpt: null, word_count: null });
  });

  test('names mentioned users in its excerpt', async () => {
    const [ada, ben] = [await person(), await person()];
    const entry = await write(ada, { content: `With @[Ben](${ben.id}).` });
    expect(entry).toMatchObject({ excerpt: 'With Ben.', word_count: 2 });
  });

  test('cannot be encouraged between users in a blocked pair', async () => {
    const [ada, ben] = [await person(), await person()];
    const entry = await write(ada, SHARED);
    expect((await read(ben, entry.id)).can.encourage).toBe(true);
    await call(ada, 'POST', `/api/users/${ben.id}/block`);
    expect((await read(ben, entry.id)).can.encourage).toBe(false);
  });

  test('costs a list of entries of many authors as many statements as one entry', async () => {
    const reader = await person();
    for (let count = 0; count < 12; count += 1) await write(await person(), SHARED);
    const statementsFor = async (limit: number) => {
      const { count, ...counted } = countStatements(deps.db);
      const actor = { userId: reader.id, isSuperAdmin: false } as Parameters<typeof listEntries>[1];
      const { entries } = await listEntries({ ...deps, ...counted }, actor, { scope: 'shared', limit });
      expect(entries).toHaveLength(limit);
      return count();
    };
    expect([await statementsFor(1), await statementsFor(12)]).toEqual([1, 1]);
  });
});
