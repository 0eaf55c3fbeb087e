import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { countStatements } from '#test/count-statements.ts';
import { createCommunity, createOrganization, createTeam } from '#test/groups.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { listEntries } from '../entry-list/entry-list.actions.ts';
import { listNotebooks } from '../notebook/notebook.actions.ts';
import { previewAudience } from './audience-preview.actions.ts';

const app = await startTestApp();
const { person, superAdmin, call, deps } = app;

const PRIVATE = { kind: 'private', name: null, people_count: 0 };
const BOTH = (level: string) => ({ metadata_visibility: level, content_visibility: level });

async function write(author: Person, fields: object = {}) {
  const entry = { title: 'An entry', content: 'Some text', mood: 'calm', ...fields };
  const { status, body, text } = await call(author, 'POST', '/api/journal', entry);
  expect(status, text).toBe(201);
  return body.entry;
}

async function createNotebook(owner: Person, fields: object = {}) {
  const { status, body, text } = await call(owner, 'POST', '/api/notebooks', { name: 'A notebook', ...fields });
  expect(status, text).toBe(201);
  return body.notebook;
}

const read = async (viewer: Person, path: string) => (await call(viewer, 'GET', path)).body;
const preview = (author: Person, body: object) => call(author, 'POST', '/api/journal/audience-preview', body);
const deactivate = (user: Person) =>
  deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', user.id).execute();

describe('the audience of an entry', () => {
  test('is private without sharing', async () => {
    expect((await write(await person())).audience).toEqual({ metadata: PRIVATE, content: PRIVATE });
  });

  test('counts the members of the group besides the author, and the content within the metadata', async () => {
    const { lead, org, team } = await createCommunity(app);
    const groups = { team_id: team, org_id: org };
    const entry = await write(lead, { metadata_visibility: 'org', content_visibility: 'team', ...groups });
    expect(entry.audience).toEqual({
      metadata: { kind: 'organization', name: 'An organization', people_count: 4 },
      content: { kind: 'team', name: 'A team', people_count: 2 },
    });
    const wider = await write(lead, { metadata_visibility: 'team', content_visibility: 'public', ...groups });
    expect(wider.audience.content).toEqual({ kind: 'team', name: 'A team', people_count: 2 });
  });

  test('counts the members of both groups if neither contains the other', async () => {
    const [ada, ben, cleo] = [await person(), await person(), await person()];
    const org = await createOrganization(deps, ada, [ben, cleo]);
    const [wide, narrow] = [
      await createTeam(deps, org, ada, [ben, cleo]),
      await createTeam(deps, await createOrganization(deps, ada, [ben]), ada, [ben]),
    ];
    const notebook = await createNotebook(ada, { metadata_visibility: 'team', team_id: wide });
    const entry = await write(ada, { notebook_id: notebook.id, content_visibility: 'team', team_id: narrow });
    expect(entry.audience.metadata.people_count).toBe(2);
    expect(entry.audience.content).toEqual({ kind: 'team', name: 'A team', people_count: 1 });
  });

  test('omits inactive and synthetic users, and counts at most 1,000', async () => {
    const [ada, ben, inactive] = [await person(), await person(), await person()];
    const org = await createOrganization(deps, ada, [ben, inactive]);
    const entry = await write(ada, { ...BOTH('org'), org_id: org });
    expect(entry.audience.content.people_count).toBe(2);
    await deactivate(inactive);
    expect((await read(ada, `/api/journal/${entry.id}`)).entry.audience.content.people_count).toBe(1);
    const everyUser = await write(ada, BOTH('public'));
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from profile where is_active and not is_ai and id <> ${ada.id}`.execute(
      deps.db,
    );
    expect(everyUser.audience.content).toEqual({ kind: 'public', name: null, people_count: rows[0]?.count });
    await sql`
      insert into profile (id, email, role_changed_at, created_at, updated_at)
      select gen_random_uuid(), n || '@many.test', now(), now(), now() from generate_series(1, 1000) as n`.execute(
      deps.db,
    );
    expect((await read(ada, `/api/journal/${everyUser.id}`)).entry.audience.content.people_count).toBe(1_000);
  });

  test('is hidden from readers, super admins included', async () => {
    const [ada, ben, admin] = [await person(), await person(), await superAdmin()];
    const entry = await write(ada, BOTH('public'));
    for (const viewer of [ben, admin])
      expect((await read(viewer, `/api/journal/${entry.id}`)).entry.audience).toBeNull();
  });

  test('of a notebook is that of the entries that inherit', async () => {
    const { lead, member, team } = await createCommunity(app);
    const sharing = { ...BOTH('team'), team_id: team };
    const notebook = await createNotebook(lead, sharing);
    const entry = await write(lead, { notebook_id: notebook.id });
    expect(notebook.audience).toEqual(entry.audience);
    expect(notebook.audience.content.people_count).toBe(2);
    expect((await read(lead, '/api/notebooks')).notebooks).toEqual([
      { ...notebook, entry_count: 1, inheriting_entry_count: 1, last_entry_at: entry.created_at },
    ]);
    expect((await read(member, `/api/notebooks/${notebook.id}`)).notebook.audience).toBeNull();
  });

  test('costs one statement for all entries or notebooks of a page', async () => {
    const ada = await person();
    const ben = await person();
    const org = await createOrganization(deps, ada, [ben]);
    for (let count = 0; count < 6; count += 1) {
      const team = await createTeam(deps, org, ada, [ben]);
      const sharing = { ...BOTH('team'), team_id: team };
      await write(ada, { ...sharing, notebook_id: (await createNotebook(ada, sharing)).id });
    }
    const actor = { userId: ada.id, isSuperAdmin: false } as Parameters<typeof listEntries>[1];
    for (const limit of [1, 6]) {
      const { count, ...counted } = countStatements(deps.db);
      expect(
        (
          await listEntries({ ...deps, ...counted }, actor, {
            scope: 'mine',
            limit,
          })
        ).entries,
      ).toHaveLength(limit);
      const notebooks = countStatements(deps.db);
      expect((await listNotebooks({ ...deps, db: notebooks.db }, actor, { limit })).notebooks).toHaveLength(limit);
      expect([count(), notebooks.count()]).toEqual([1, 3]);
    }
  });
});

describe('the level private', () => {
  test('is shown as `user` that does not inherit', async () => {
    const ada = await person();
    const notebook = await createNotebook(ada, BOTH('public'));
    const entry = await write(ada, { notebook_id: notebook.id, ...BOTH('private') });
    const shown = {
      ...BOTH('user'),
      inherits: { metadata: false, content: false },
      effective_metadata_visibility: 'user',
      effective_content_visibility: 'user',
      audience: { metadata: PRIVATE, content: PRIVATE },
    };
    expect(entry).toMatchObject(shown);
    expect((await read(ada, `/api/journal/${entry.id}`)).entry).toMatchObject(shown);
    expect((await write(ada, { notebook_id: notebook.id })).inherits).toEqual({ metadata: true, content: true });
    expect((await write(ada, { content_visibility: 'public' })).inherits).toEqual({ metadata: true, content: false });
  });

  test('stays if the notebook changes, if the entry moves, and if it is restored from the trash', async () => {
    const [ada, ben] = [await person(), await person()];
    const notebook = await createNotebook(ada);
    const entry = await write(ada, { notebook_id: notebook.id, content_visibility: 'private' });
    const expectHidden = async (sight: 200 | 404) => {
      const { status, body } = await call(ben, 'GET', `/api/journal/${entry.id}`);
      expect(status).toBe(sight);
      if (status === 200) expect(body.entry).toMatchObject({ content: null, content_hidden: true });
    };
    await expectHidden(404);
    await call(ada, 'PATCH', `/api/notebooks/${notebook.id}`, BOTH('public'));
    await expectHidden(200);
    const other = await createNotebook(ada, BOTH('public'));
    await call(ada, 'PATCH', `/api/journal/${entry.id}`, { notebook_id: other.id });
    await expectHidden(200);
    await call(ada, 'DELETE', `/api/journal/${entry.id}`);
    await call(ada, 'POST', `/api/trash/${entry.id}/restore`);
    await expectHidden(200);
  });

  test('survives a client that sends back the level `user`, and ends with null', async () => {
    const ada = await person();
    const notebook = await createNotebook(ada, BOTH('public'));
    const entry = await write(ada, { notebook_id: notebook.id, ...BOTH('private') });
    const { metadata_visibility, content_visibility, title, content } = entry;
    const sentBack = { title, content, metadata_visibility, content_visibility, team_id: null, org_id: null };
    const put = await call(ada, 'PUT', `/api/journal/${entry.id}`, sentBack);
    expect(put.body.entry).toMatchObject({ effective_content_visibility: 'user', inherits: { content: false } });
    const ended = await call(ada, 'PATCH', `/api/journal/${entry.id}`, { content_visibility: null });
    expect(ended.body.entry).toMatchObject({
      effective_metadata_visibility: 'user',
      effective_content_visibility: 'public',
      inherits: { metadata: false, content: true },
    });
  });

  test('of a notebook is `user`', async () => {
    const ada = await person();
    const notebook = await createNotebook(ada, BOTH('private'));
    expect(notebook).toMatchObject({ ...BOTH('user'), audience: { content: PRIVATE } });
    expect((await write(ada, { notebook_id: notebook.id })).effective_metadata_visibility).toBe('user');
  });
});

describe('POST /api/journal/audience-preview', () => {
  test('returns the audience that the entry has when it is written', async () => {
    const { lead, org, team } = await createCommunity(app);
    const groups = { team_id: team, org_id: org };
    const notebook = await createNotebook(lead, { metadata_visibility: 'org', content_visibility: 'team', ...groups });
    for (const question of [
      {},
      { notebook_id: notebook.id },
      { notebook_id: notebook.id, ...BOTH('private') },
      { notebook_id: notebook.id, content_visibility: 'org', org_id: org },
      { ...BOTH('team'), ...groups },
      BOTH('public'),
    ]) {
      const { status, body } = await preview(lead, question);
      expect(status).toBe(200);
      const { audience, effective_metadata_visibility, effective_content_visibility } = await write(lead, question);
      expect(body).toEqual({ audience, effective_metadata_visibility, effective_content_visibility });
    }
  });

  test('rejects what a write rejects', async () => {
    const [ada, stranger] = [await person(), await person()];
    const org = await createOrganization(deps, stranger);
    const team = await createTeam(deps, org, stranger);
    const notebook = await createNotebook(stranger, BOTH('public'));
    for (const question of [
      { metadata_visibility: 'team' },
      { content_visibility: 'org' },
      { ...BOTH('team'), team_id: team },
      { ...BOTH('org'), org_id: org },
      { ...BOTH('team'), team_id: org },
      { ...BOTH('org'), org_id: team },
      { notebook_id: notebook.id },
      { content_visibility: 'friends' },
      { notebook_id: 'none' },
    ]) {
      const [asked, written] = [
        await preview(ada, question),
        await call(ada, 'POST', '/api/journal', { title: 'A', content: '', mood: 'calm', ...question }),
      ];
      expect([asked.status, asked.body.code]).toEqual([written.status, written.body.code]);
      expect(asked.status).toBeGreaterThanOrEqual(400);
    }
    expect((await preview(ada, {})).status).toBe(200);
    expect((await call(null, 'POST', '/api/journal/audience-preview', {})).status).toBe(401);
  });

  test('writes nothing and needs at most four statements', async () => {
    const { lead, org, team } = await createCommunity(app);
    const notebook = await createNotebook(lead);
    const actor = { userId: lead.id, isSuperAdmin: false } as Parameters<typeof previewAudience>[1];
    const question = {
      notebook_id: notebook.id,
      metadata_visibility: 'org',
      content_visibility: 'team',
      org_id: org,
      team_id: team,
    } as const;
    const { db, count } = countStatements(deps.db);
    await previewAudience({ db }, actor, question);
    expect(count()).toBe(4);
    expect((await read(lead, '/api/journal?scope=mine')).entries).toEqual([]);
  });
});
