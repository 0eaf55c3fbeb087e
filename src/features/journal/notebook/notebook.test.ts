import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { countStatements } from '#test/count-statements.ts';
import { createOrganization, createTeam } from '#test/groups.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { listNotebooks } from './notebook.actions.ts';

const { person, superAdmin, call, deps, clock } = await startTestApp();

async function make(owner: Person, fields: object = {}) {
  const { status, body } = await call(owner, 'POST', '/api/notebooks', { name: 'A notebook', ...fields });
  expect(status).toBe(201);
  return body.notebook;
}

async function write(author: Person, fields: object = {}) {
  const entry = { title: 'An entry', content: 'Some text', mood: 'calm', ...fields };
  const { status, body } = await call(author, 'POST', '/api/journal', entry);
  expect(status).toBe(201);
  return body.entry;
}

const rowOf = (id: string) => deps.db.selectFrom('notebook').selectAll().where('id', '=', id).executeTakeFirst();

const rowsOf = (owner: Person) => deps.db.selectFrom('notebook').selectAll().where('user_id', '=', owner.id).execute();

/** A body without what differs between two answers for the same reason. */
const withoutRequestId = ({ request_id: _, ...body }: Record<string, unknown>) => body;

/** What a viewer gets of an entry: the status, and the content if there is one. */
async function glance(viewer: Person, entryId: string): Promise<{ status: number; content?: string | null }> {
  const { status, body } = await call(viewer, 'GET', `/api/journal/${entryId}`);
  return status === 200 ? { status, content: body.entry.content } : { status };
}

const ABSENT = { status: 404 };
const METADATA_ALONE = { status: 200, content: null };
const WHOLE = { status: 200, content: 'Some text' };

/** Fields that no notebook can have, for making and for changing alike. */
const INVALID_FIELDS: { what: string; fields: object }[] = [
  { what: 'an empty name', fields: { name: '' } },
  { what: 'a name of 101 characters', fields: { name: 'n'.repeat(101) } },
  { what: 'a name of null', fields: { name: null } },
  { what: 'a name that is a number', fields: { name: 1 } },
  { what: 'a description of 1,001 characters', fields: { description: 'd'.repeat(1_001) } },
  { what: 'a description of null', fields: { description: null } },
  { what: 'a level that there is not', fields: { metadata_visibility: 'friends' } },
  { what: 'a level that is a list', fields: { content_visibility: ['user'] } },
  { what: 'a team that is no UUID', fields: { team_id: 'team' } },
  { what: 'an organization that is true', fields: { org_id: true } },
];

const WIDEST_FIELDS: { what: string; fields: object }[] = [
  { what: 'a name of 1 character', fields: { name: 'n' } },
  { what: 'a name of 100 characters of four bytes', fields: { name: '🌻'.repeat(100) } },
  { what: 'no description', fields: { description: '' } },
  { what: 'a description of 1,000 characters', fields: { description: 'd'.repeat(1_000) } },
];

/** Read-only fields of a notebook. */
const FOREIGN_KEYS = {
  id: '0a0a0a0a-1111-4222-8333-444444444444',
  user_id: '0a0a0a0a-1111-4222-8333-444444444444',
  created_at: '2001-01-01T00:00:00.000Z',
  updated_at: '2001-01-01T00:00:00.000Z',
  effective_metadata_visibility: 'public',
};

/** Sharing that the rules refuse, by what the owner would have to have. */
async function refusedSharings() {
  const elsewhere = await person();
  const strangersOrg = await createOrganization(deps, elsewhere);
  const strangersTeam = await createTeam(deps, strangersOrg, elsewhere);
  return [
    { fields: { metadata_visibility: 'team' }, status: 400, code: 'visibility.team-required' },
    { fields: { content_visibility: 'org' }, status: 400, code: 'visibility.org-required' },
    { fields: { metadata_visibility: 'team', team_id: randomUUID() }, status: 400, code: 'visibility.team-unknown' },
    { fields: { content_visibility: 'org', org_id: randomUUID() }, status: 400, code: 'visibility.org-unknown' },
    {
      fields: { metadata_visibility: 'team', team_id: strangersTeam },
      status: 403,
      code: 'visibility.not-team-member',
    },
    { fields: { content_visibility: 'org', org_id: strangersOrg }, status: 403, code: 'visibility.not-org-member' },
    { fields: { team_id: strangersTeam }, status: 403, code: 'visibility.not-team-member' },
  ];
}

describe('GET /api/notebooks', () => {
  test('lists own notebooks, newest first, in pages without gaps or repeats', async () => {
    const ada = await person();
    const made: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      made.unshift((await make(ada)).id);
      clock.advance(1);
    }
    const listed: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query = `?limit=2${cursor && `&cursor=${cursor}`}`;
      const { status, body } = await call(ada, 'GET', `/api/notebooks${query}`);
      expect(status).toBe(200);
      listed.push(...body.notebooks.map(({ id }: { id: string }) => id));
      cursor = body.next_cursor;
    }
    expect(listed).toEqual(made);
  });

  test('returns each notebook as GET by id does, and none of other users, shared or not', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const notebook = await make(ada, { metadata_visibility: 'public' });
    expect((await call(ada, 'GET', '/api/notebooks')).body).toEqual({ notebooks: [notebook], next_cursor: null });
    expect((await call(ben, 'GET', '/api/notebooks')).body).toEqual({ notebooks: [], next_cursor: null });
  });

  test.each(['limit=0', 'limit=501', 'limit=abc', 'limit=1.5', 'cursor=abc'])('returns 400 for %s', async (query) => {
    expect((await call(await person(), 'GET', `/api/notebooks?${query}`)).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await call(null, 'GET', '/api/notebooks')).status).toBe(401);
  });
});

describe('The entries of a notebook', () => {
  const read = (reader: Person, id: string) => call(reader, 'GET', `/api/notebooks/${id}`);

  test('that inherit a level of it are counted', async () => {
    const ada = await person();
    const notebook = await make(ada);
    await write(ada, { notebook_id: notebook.id });
    await write(ada, { notebook_id: notebook.id, metadata_visibility: 'public' });
    await write(ada, { notebook_id: notebook.id, metadata_visibility: 'public', content_visibility: 'private' });
    const counts = { entry_count: 3, inheriting_entry_count: 2 };
    expect((await read(ada, notebook.id)).body.notebook).toMatchObject(counts);
  });

  test('are counted in the list and in the notebook, as far as the reader may see them', async () => {
    const [ada, ben, root] = await Promise.all([person(), person(), superAdmin()]);
    const shared = (await call(ada, 'POST', '/api/notebooks', { name: 'Shared', metadata_visibility: 'public' })).body
      .notebook;
    clock.advance(1);
    const empty = (await call(ada, 'POST', '/api/notebooks', { name: 'Empty' })).body.notebook;
    const add = async (fields: object) => {
      clock.advance(1_000);
      const entry = { title: 'Rain', content: '', mood: 'calm', notebook_id: shared.id, ...fields };
      expect((await call(ada, 'POST', '/api/journal', entry)).status).toBe(201);
      return clock.now().toISOString();
    };
    const visible = await add({});
    expect((await read(ben, shared.id)).body.notebook).toMatchObject({ entry_count: 1, last_entry_at: visible });
    const team_id = await createTeam(deps, await createOrganization(deps, ada), ada);
    const latest = await add({ metadata_visibility: 'team', team_id });
    const counts = { entry_count: 2, last_entry_at: latest };
    const { notebooks } = (await call(ada, 'GET', '/api/notebooks')).body;
    expect(notebooks).toMatchObject([
      { id: empty.id, entry_count: 0, last_entry_at: null },
      { id: shared.id, ...counts },
    ]);
    expect((await read(ada, shared.id)).body.notebook).toEqual(notebooks[1]);
    expect((await read(root, shared.id)).body.notebook).toMatchObject(counts);
    expect((await read(ben, shared.id)).body.notebook).toMatchObject({ entry_count: 1, last_entry_at: visible });
    const renamed = await call(ada, 'PUT', `/api/notebooks/${shared.id}`, { name: 'Renamed' });
    expect(renamed.body.notebook).toMatchObject(counts);
  });

  test('cost a list one statement more, whatever its length', async () => {
    const ada = await person();
    for (let number = 0; number < 5; number += 1) await call(ada, 'POST', '/api/notebooks', { name: `N${number}` });
    const actor = { userId: ada.id, isSuperAdmin: false } as Parameters<typeof listNotebooks>[1];
    for (const limit of [1, 5]) {
      const { db, count } = countStatements(deps.db);
      expect((await listNotebooks({ ...deps, db }, actor, { limit })).notebooks).toHaveLength(limit);
      expect(count()).toBe(2);
    }
  });
});

describe('GET /api/notebooks/:id', () => {
  test('returns the notebook to its owner and to a super admin as it was created', async () => {
    const [ada, admin] = await Promise.all([person(), superAdmin()]);
    const notebook = await make(ada);
    for (const viewer of [ada, admin]) {
      const { status, body } = await call(viewer, 'GET', `/api/notebooks/${notebook.id}`);
      const audience = viewer === ada ? notebook.audience : null;
      expect({ status, body }).toEqual({ status: 200, body: { notebook: { ...notebook, audience } } });
    }
  });

  test.each([
    { level: 'user', teamMate: 404, organizationMate: 404, stranger: 404 },
    { level: 'team', teamMate: 200, organizationMate: 404, stranger: 404 },
    { level: 'org', teamMate: 200, organizationMate: 200, stranger: 404 },
    { level: 'public', teamMate: 200, organizationMate: 200, stranger: 200 },
  ])(
    'a level of $level shows it to a team mate ($teamMate), an organization mate ($organizationMate), a stranger ($stranger)',
    async (facts) => {
      const [ada, teamMate, organizationMate, stranger] = await Promise.all([person(), person(), person(), person()]);
      const org_id = await createOrganization(deps, ada, [teamMate, organizationMate]);
      const team_id = await createTeam(deps, org_id, ada, [teamMate]);
      const { id } = await make(ada, { metadata_visibility: facts.level, team_id, org_id });
      const statusFor = async (viewer: Person) => (await call(viewer, 'GET', `/api/notebooks/${id}`)).status;
      expect({
        level: facts.level,
        teamMate: await statusFor(teamMate),
        organizationMate: await statusFor(organizationMate),
        stranger: await statusFor(stranger),
      }).toEqual(facts);
    },
  );

  test('returns 400 for an id that is not a UUID', async () => {
    expect((await call(await person(), 'GET', '/api/notebooks/abc')).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    const { id } = await make(await person(), { metadata_visibility: 'public' });
    expect((await call(null, 'GET', `/api/notebooks/${id}`)).status).toBe(401);
  });

  test('returns the same 404 for a hidden notebook as for an unknown one', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const { id } = await make(ada, { content_visibility: 'public' });
    const hidden = await call(ben, 'GET', `/api/notebooks/${id}`);
    const unknown = await call(ben, 'GET', `/api/notebooks/${randomUUID()}`);
    expect([hidden.status, unknown.status]).toEqual([404, 404]);
    expect(withoutRequestId(hidden.body)).toEqual(withoutRequestId(unknown.body));
  });
});

describe('POST /api/notebooks', () => {
  test('takes the id of the client once', async () => {
    const [ada, ben] = [await person(), await person()];
    const id = randomUUID();
    expect((await make(ada, { id })).id).toBe(id);
    for (const owner of [ada, ben]) {
      const response = await call(owner, 'POST', '/api/notebooks', { id, name: 'Again' });
      expect(response).toMatchObject({ status: 409, body: { code: 'record.id-taken' } });
    }
    expect(await rowOf(id)).toMatchObject({ user_id: ada.id, name: 'A notebook' });
    const response = await call(ada, 'POST', '/api/notebooks', { id: 'no-id', name: 'Again' });
    expect(response).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
  });

  test('returns 201 with the complete notebook and stores it', async () => {
    const ada = await person();
    const org_id = await createOrganization(deps, ada);
    const fields = { name: 'Walks', description: 'In the rain', metadata_visibility: 'org', org_id };
    const { status, body } = await call(ada, 'POST', '/api/notebooks', fields);
    expect(status).toBe(201);
    const now = clock.now();
    const stored = { version: 1, ...fields, user_id: ada.id, content_visibility: 'user', team_id: null };
    expect(body.notebook).toEqual({
      ...stored,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      audience: expect.objectContaining({ content: { kind: 'private', name: null, people_count: 0 } }),
      entry_count: 0,
      inheriting_entry_count: 0,
      last_entry_at: null,
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
    });
    const row = { ...stored, id: body.notebook.id, created_at: now, updated_at: now };
    expect(await rowsOf(ada)).toEqual([{ ...row, changed_at: expect.any(Date) }]);
  });

  test('is private with an empty description by default', async () => {
    expect(await make(await person(), { metadata_visibility: null, content_visibility: null })).toMatchObject({
      description: '',
      metadata_visibility: 'user',
      content_visibility: 'user',
      team_id: null,
      org_id: null,
    });
  });

  test.each(WIDEST_FIELDS)('201 takes $what, and gives it back unchanged', async ({ fields }) => {
    expect(await make(await person(), fields)).toMatchObject(fields);
  });

  test('ignores read-only fields', async () => {
    const ada = await person();
    const notebook = await make(ada, { ...FOREIGN_KEYS, id: undefined });
    expect(notebook).toMatchObject({ user_id: ada.id, created_at: clock.now().toISOString() });
    expect(await rowsOf(ada)).toMatchObject([{ id: notebook.id, created_at: clock.now(), updated_at: clock.now() }]);
  });

  test.each([...INVALID_FIELDS, { what: 'no name', fields: { name: undefined } }])(
    'returns 400 for $what and stores nothing',
    async ({ fields }) => {
      const ada = await person();
      expect((await call(ada, 'POST', '/api/notebooks', { name: 'A notebook', ...fields })).status).toBe(400);
      expect(await rowsOf(ada)).toEqual([]);
    },
  );

  test('returns 400 or 403 for incomplete, unknown or foreign sharing and stores nothing', async () => {
    const ada = await person();
    for (const { fields, status, code } of await refusedSharings()) {
      const response = await call(ada, 'POST', '/api/notebooks', { name: 'A notebook', ...fields });
      expect({ fields, status: response.status, code: response.body.code }).toEqual({ fields, status, code });
    }
    expect(await rowsOf(ada)).toEqual([]);
  });

  test('returns 401 without a token, whatever the body', async () => {
    expect((await call(null, 'POST', '/api/notebooks', { name: '' })).status).toBe(401);
  });
});

describe('PUT /api/notebooks/:id', () => {
  test('changes the given fields, keeps the others and sets updated_at', async () => {
    const ada = await person();
    const before = await make(ada, { description: 'Kept', metadata_visibility: 'public' });
    clock.advance(60_000);
    const { status, body } = await call(ada, 'PUT', `/api/notebooks/${before.id}`, { name: 'Another name' });
    expect(status).toBe(200);
    expect(body).toEqual({
      notebook: { ...before, version: 2, name: 'Another name', updated_at: clock.now().toISOString() },
    });
    expect(await rowOf(before.id)).toMatchObject({
      name: 'Another name',
      description: 'Kept',
      updated_at: clock.now(),
    });
  });

  test('changes the audiences of its entries immediately, for both levels and in both directions', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const org_id = await createOrganization(deps, ada, [ben]);
    const team_id = await createTeam(deps, org_id, ada, [ben]);
    const { id: notebook_id } = await make(ada);
    const { id } = await write(ada, { notebook_id });
    const glanceAfter = async (change: object) => {
      expect((await call(ada, 'PUT', `/api/notebooks/${notebook_id}`, change)).status).toBe(200);
      return glance(ben, id);
    };
    expect(await glance(ben, id)).toEqual(ABSENT);
    expect(await glanceAfter({ metadata_visibility: 'team', team_id })).toEqual(METADATA_ALONE);
    expect(await glanceAfter({ content_visibility: 'org', org_id })).toEqual(WHOLE);
    expect(await glanceAfter({ content_visibility: 'user' })).toEqual(METADATA_ALONE);
    expect(await glanceAfter({ content_visibility: 'public' })).toEqual(WHOLE);
    expect(await glanceAfter({ metadata_visibility: 'user' })).toEqual(ABSENT);
    expect(await glanceAfter({ metadata_visibility: 'public' })).toEqual(WHOLE);
    expect(await glanceAfter({ metadata_visibility: null, content_visibility: null })).toEqual(ABSENT);
  });

  test('changes the effective visibility of the entries, not their own levels', async () => {
    const ada = await person();
    const { id: notebook_id } = await make(ada);
    const { id } = await write(ada, { notebook_id });
    await call(ada, 'PUT', `/api/notebooks/${notebook_id}`, { metadata_visibility: 'public' });
    expect((await call(ada, 'GET', `/api/journal/${id}`)).body.entry).toMatchObject({
      metadata_visibility: 'user',
      content_visibility: 'user',
      effective_metadata_visibility: 'public',
      effective_content_visibility: 'user',
    });
  });

  test('moves its entries from team to team with it', async () => {
    const [ada, ben, cleo] = await Promise.all([person(), person(), person()]);
    const org_id = await createOrganization(deps, ada, [ben, cleo]);
    const [bens, cleos] = [await createTeam(deps, org_id, ada, [ben]), await createTeam(deps, org_id, ada, [cleo])];
    const levels = { metadata_visibility: 'team', content_visibility: 'team' };
    const { id: notebook_id } = await make(ada, { ...levels, team_id: bens });
    const { id } = await write(ada, { notebook_id });
    expect([await glance(ben, id), await glance(cleo, id)]).toEqual([WHOLE, ABSENT]);
    await call(ada, 'PUT', `/api/notebooks/${notebook_id}`, { team_id: cleos });
    expect([await glance(ben, id), await glance(cleo, id)]).toEqual([ABSENT, WHOLE]);
  });

  test('does not change entries with own levels, of other notebooks or of other users', async () => {
    const [ada, ben, cleo] = await Promise.all([person(), person(), person()]);
    const { id: notebook_id } = await make(ada);
    const { id: other } = await make(ada);
    const levels = { metadata_visibility: 'public', content_visibility: 'public' };
    const explicit = await write(ada, { notebook_id, ...levels });
    const halfExplicit = await write(ada, { notebook_id, metadata_visibility: 'public' });
    const elsewhere = await write(ada, { notebook_id: other });
    const loose = await write(ada);
    const bens = await write(ben);
    await call(ada, 'PUT', `/api/notebooks/${notebook_id}`, { content_visibility: 'public' });
    expect(await glance(cleo, explicit.id)).toEqual(WHOLE);
    expect(await glance(cleo, halfExplicit.id)).toEqual(WHOLE);
    await call(ada, 'PUT', `/api/notebooks/${notebook_id}`, {
      metadata_visibility: 'user',
      content_visibility: 'user',
    });
    expect(await glance(cleo, explicit.id)).toEqual(WHOLE);
    expect(await glance(cleo, halfExplicit.id)).toEqual(METADATA_ALONE);
    for (const { id } of [elsewhere, loose, bens]) expect(await glance(cleo, id)).toEqual(ABSENT);
  });

  test.each(WIDEST_FIELDS)('200 takes $what, and gives it back unchanged', async ({ fields }) => {
    const ada = await person();
    const { id } = await make(ada);
    const { body } = await call(ada, 'PUT', `/api/notebooks/${id}`, fields);
    expect(body.notebook).toMatchObject(fields);
  });

  test('ignores read-only fields in an update', async () => {
    const ada = await person();
    const before = await make(ada);
    const { status, body } = await call(ada, 'PUT', `/api/notebooks/${before.id}`, FOREIGN_KEYS);
    expect({ status, body }).toEqual({ status: 200, body: { notebook: { ...before, version: 2 } } });
  });

  test.each(INVALID_FIELDS)('returns 400 for $what and changes nothing', async ({ fields }) => {
    const ada = await person();
    const { id } = await make(ada);
    const before = await rowOf(id);
    expect((await call(ada, 'PUT', `/api/notebooks/${id}`, fields)).status).toBe(400);
    expect(await rowOf(id)).toEqual(before);
  });

  test('returns 400 or 403 for incomplete, unknown or foreign sharing and keeps the entries private', async () => {
    const ada = await person();
    const { id } = await make(ada);
    const entry = await write(ada, { notebook_id: id });
    const before = await rowOf(id);
    for (const { fields, status, code } of await refusedSharings()) {
      const response = await call(ada, 'PUT', `/api/notebooks/${id}`, { name: 'Another name', ...fields });
      expect({ fields, status: response.status, code: response.body.code }).toEqual({ fields, status, code });
    }
    expect(await rowOf(id)).toEqual(before);
    expect((await call(ada, 'GET', `/api/journal/${entry.id}`)).body).toEqual({ entry });
  });

  test('returns 400 if a level still requires the removed group', async () => {
    const ada = await person();
    const org_id = await createOrganization(deps, ada);
    const team_id = await createTeam(deps, org_id, ada);
    const { id } = await make(ada, { metadata_visibility: 'team', content_visibility: 'org', team_id, org_id });
    const before = await rowOf(id);
    const codeOf = async (change: object) => (await call(ada, 'PUT', `/api/notebooks/${id}`, change)).body.code;
    expect(await codeOf({ team_id: null })).toBe('visibility.team-required');
    expect(await codeOf({ org_id: null })).toBe('visibility.org-required');
    expect(await rowOf(id)).toEqual(before);
  });

  test('returns 400 for an id that is not a UUID', async () => {
    expect((await call(await person(), 'PUT', '/api/notebooks/abc', {})).status).toBe(400);
  });

  test('returns 401 without a token and changes nothing', async () => {
    const { id } = await make(await person());
    expect((await call(null, 'PUT', `/api/notebooks/${id}`, { name: 'Mine' })).status).toBe(401);
    expect(await rowOf(id)).toMatchObject({ name: 'A notebook' });
  });

  test('returns 403 for a reader of the notebook, also for a super admin', async () => {
    const [ada, ben, admin] = await Promise.all([person(), person(), superAdmin()]);
    const { id } = await make(ada, { metadata_visibility: 'public' });
    for (const stranger of [ben, admin]) {
      const { status, body } = await call(stranger, 'PUT', `/api/notebooks/${id}`, { name: 'Mine' });
      expect({ status, code: body.code }).toEqual({ status: 403, code: 'journal.notebook-not-owner' });
    }
    expect(await rowOf(id)).toMatchObject({ name: 'A notebook' });
  });

  test('returns the same 404 for a hidden notebook as for an unknown one, and changes nothing', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const { id } = await make(ada);
    const hidden = await call(ben, 'PUT', `/api/notebooks/${id}`, { metadata_visibility: 'public' });
    const unknown = await call(ben, 'PUT', `/api/notebooks/${randomUUID()}`, { metadata_visibility: 'public' });
    expect([hidden.status, unknown.status]).toEqual([404, 404]);
    expect(withoutRequestId(hidden.body)).toEqual(withoutRequestId(unknown.body));
    expect(await rowOf(id)).toMatchObject({ metadata_visibility: 'user' });
  });
});

describe('DELETE /api/notebooks/:id', () => {
  test('deletes the notebook and keeps its entries with their own levels', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const { id: notebook_id } = await make(ada, { metadata_visibility: 'public', content_visibility: 'public' });
    const inheriting = await write(ada, { notebook_id });
    const explicit = await write(ada, { notebook_id, metadata_visibility: 'public' });
    expect([await glance(ben, inheriting.id), await glance(ben, explicit.id)]).toEqual([WHOLE, WHOLE]);

    const { status, body } = await call(ada, 'DELETE', `/api/notebooks/${notebook_id}`);
    expect({ status, body }).toEqual({ status: 200, body: { message: expect.any(String) } });
    expect(await rowOf(notebook_id)).toBeUndefined();
    expect([await glance(ben, inheriting.id), await glance(ben, explicit.id)]).toEqual([ABSENT, METADATA_ALONE]);
    expect((await call(ada, 'GET', `/api/journal/${inheriting.id}`)).body.entry).toEqual({
      ...inheriting,
      version: 2,
      notebook_id: null,
      notebook: null,
      effective_metadata_visibility: 'user',
      effective_content_visibility: 'user',
      audience: expect.objectContaining({ metadata: { kind: 'private', name: null, people_count: 0 } }),
    });
    expect((await call(ada, 'DELETE', `/api/notebooks/${notebook_id}`)).status, 'a second time').toBe(404);
  });

  test('does not change other notebooks and their entries', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const { id } = await make(ada);
    const { id: other } = await make(ada, { metadata_visibility: 'public' });
    const entry = await write(ada, { notebook_id: other });
    await call(ada, 'DELETE', `/api/notebooks/${id}`);
    expect(await rowsOf(ada)).toMatchObject([{ id: other }]);
    expect(await glance(ben, entry.id)).toEqual(METADATA_ALONE);
  });

  test('returns 400 for an id that is not a UUID', async () => {
    expect((await call(await person(), 'DELETE', '/api/notebooks/abc')).status).toBe(400);
  });

  test('returns 401 without a token and deletes nothing', async () => {
    const { id } = await make(await person());
    expect((await call(null, 'DELETE', `/api/notebooks/${id}`)).status).toBe(401);
    expect(await rowOf(id)).toBeDefined();
  });

  test('returns 403 for a reader of the notebook', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const { id } = await make(ada, { metadata_visibility: 'public' });
    const { status, body } = await call(ben, 'DELETE', `/api/notebooks/${id}`);
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'journal.notebook-not-owner' });
    expect(await rowOf(id)).toBeDefined();
  });

  test('returns the same 404 for a hidden notebook as for an unknown one, and deletes nothing', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const { id } = await make(ada);
    const hidden = await call(ben, 'DELETE', `/api/notebooks/${id}`);
    const unknown = await call(ben, 'DELETE', `/api/notebooks/${randomUUID()}`);
    expect([hidden.status, unknown.status]).toEqual([404, 404]);
    expect(withoutRequestId(hidden.body)).toEqual(withoutRequestId(unknown.body));
    expect(await rowOf(id)).toBeDefined();
  });
});
