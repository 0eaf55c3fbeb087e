import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { countStatements } from '#test/count-statements.ts';
import { createOrganization, createTeam, organizationRoles, teamRoles } from '#test/groups.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { listOrganizations } from './organization.actions.ts';

const { person, superAdmin, call, deps, clock } = await startTestApp();

async function found(owner: Person, fields: object = {}) {
  const { status, body } = await call(owner, 'POST', '/api/organizations', { name: 'An organization', ...fields });
  expect(status).toBe(201);
  return body.organization;
}

const rowOf = (id: string) => deps.db.selectFrom('organization').selectAll().where('id', '=', id).executeTakeFirst();

async function block(user: Person): Promise<void> {
  await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', user.id).execute();
}

/** Invalid fields, for POST and PUT. */
const INVALID_FIELDS: { what: string; fields: object }[] = [
  { what: 'an empty name', fields: { name: '' } },
  { what: 'a name of 101 characters', fields: { name: 'n'.repeat(101) } },
  { what: 'a name of null', fields: { name: null } },
  { what: 'a name that is a number', fields: { name: 1 } },
  { what: 'a description of 1,001 characters', fields: { description: 'd'.repeat(1_001) } },
  { what: 'a description of null', fields: { description: null } },
  { what: 'settings of null', fields: { settings: null } },
  { what: 'settings that are a list', fields: { settings: [] } },
  { what: 'settings that are a text', fields: { settings: '{}' } },
  { what: 'settings of more than 16 KB', fields: { settings: { note: 'n'.repeat(16_384) } } },
];

const WIDEST_FIELDS: { what: string; fields: object }[] = [
  { what: 'a name of 1 character', fields: { name: 'n' } },
  { what: 'a name of 100 characters of four bytes', fields: { name: '🌻'.repeat(100) } },
  { what: 'no description', fields: { description: '' } },
  { what: 'a description of 1,000 characters', fields: { description: 'd'.repeat(1_000) } },
  { what: 'empty settings', fields: { settings: {} } },
  { what: 'settings of nearly 16 KB', fields: { settings: { note: 'n'.repeat(16_000) } } },
  {
    what: 'settings with keys of any kind',
    fields: { settings: { '': 0, 'a b\n': [1, { deep: null }], toString: true, length: -1.5, ключ: '🌻' } },
  },
];

/** Keys that cannot be set. */
const FOREIGN_KEYS = {
  id: '0a0a0a0a-1111-4222-8333-444444444444',
  owner_id: '0a0a0a0a-1111-4222-8333-444444444444',
  created_at: '2001-01-01T00:00:00.000Z',
  updated_at: '2001-01-01T00:00:00.000Z',
  user_role: 'member',
};

describe('GET /api/organizations', () => {
  test('lists organizations of the caller in any role, newest first, each once in pages', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const own: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      own.unshift(await createOrganization(deps, count % 2 === 0 ? ada : ben, count % 2 === 0 ? [] : [ada]));
      clock.advance(1);
    }
    await createOrganization(deps, ben);
    const listed: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { status, body } = await call(ada, 'GET', `/api/organizations?limit=2${cursor && `&cursor=${cursor}`}`);
      expect(status).toBe(200);
      listed.push(...body.organizations.map(({ id }: { id: string }) => id));
      cursor = body.next_cursor;
    }
    expect(listed).toEqual(own);
  });

  test('returns the same as GET by id, and nothing to a non-member', async () => {
    const [ada, eve] = await Promise.all([person(), person()]);
    const organization = await found(ada, { settings: { colour: 'green' } });
    expect((await call(ada, 'GET', '/api/organizations')).body).toEqual({
      organizations: [organization],
      next_cursor: null,
    });
    expect((await call(eve, 'GET', '/api/organizations')).body).toEqual({ organizations: [], next_cursor: null });
  });

  test('returns all organizations to a super admin', async () => {
    const [ada, root] = await Promise.all([person(), superAdmin()]);
    const { id } = await found(ada);
    const own = await found(root);
    const { body } = await call(root, 'GET', '/api/organizations');
    expect(body.organizations.map((organization: { id: string }) => organization.id)).toEqual(
      expect.arrayContaining([id, own.id]),
    );
  });

  test.each(['limit=0', 'limit=501', 'limit=abc', 'cursor=abc'])('returns 400 for %s', async (query) => {
    expect((await call(await person(), 'GET', `/api/organizations?${query}`)).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await call(null, 'GET', '/api/organizations')).status).toBe(401);
  });
});

describe('Counts and names of organizations', () => {
  const listed = async (viewer: Person, id: string) =>
    (await call(viewer, 'GET', '/api/organizations')).body.organizations.find((of: { id: string }) => of.id === id);

  test('are the same in the list and in the organization', async () => {
    const [ada, ben] = await Promise.all([person({ name: 'Ada' }), person()]);
    const id = await createOrganization(deps, ada, [ben]);
    const owner = { id: ada.id, full_name: 'Ada', avatar_url: null, is_ai: false };
    for (const [viewer, user_role] of [
      [ada, 'owner'],
      [ben, 'member'],
    ] as const) {
      const organization = await listed(viewer, id);
      expect(organization).toMatchObject({ owner, user_role, member_count: 2 });
      expect((await call(viewer, 'GET', `/api/organizations/${id}`)).body.organization).toEqual(organization);
    }
  });

  test('omit deactivated users', async () => {
    const [ada, ben, cleo] = await Promise.all([person(), person(), person()]);
    const id = await createOrganization(deps, ada, [ben, cleo]);
    await block(cleo);
    expect(await listed(ben, id)).toMatchObject({ owner: { id: ada.id }, member_count: 2 });
    await block(ada);
    expect(await listed(ben, id)).toMatchObject({ owner: null, owner_id: ada.id, member_count: 1 });
  });

  test('cost one statement more, whatever the length of the list', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    for (let count = 0; count < 6; count += 1) await createOrganization(deps, ada, count % 2 === 0 ? [ben] : []);
    const actor = { userId: ada.id, isSuperAdmin: false } as Parameters<typeof listOrganizations>[1];
    for (const limit of [1, 6]) {
      const { db, count } = countStatements(deps.db);
      expect((await listOrganizations({ ...deps, db }, actor, { limit })).organizations).toHaveLength(limit);
      expect(count()).toBe(2);
    }
  });
});

describe('GET /api/organizations/:id', () => {
  test("returns the organization with the caller's role, and null to a super admin who is not a member", async () => {
    const [ada, ben, root] = await Promise.all([person(), person(), superAdmin()]);
    const organization = await found(ada);
    await call(ada, 'POST', `/api/organizations/${organization.id}/members`, { user_id: ben.id, role: 'admin' });
    for (const [viewer, user_role] of [
      [ada, 'owner'],
      [ben, 'admin'],
      [root, null],
    ] as const) {
      const { status, body } = await call(viewer, 'GET', `/api/organizations/${organization.id}`);
      const consent = { is_accepted: viewer === ada, is_ownership_accepted: true };
      expect({ status, body }).toEqual({
        status: 200,
        body: { organization: { ...organization, user_role, member_count: 2 }, user_role, ...consent },
      });
    }
  });

  test('takes an id in capital letters', async () => {
    const ada = await person();
    const { id } = await found(ada);
    expect((await call(ada, 'GET', `/api/organizations/${id.toUpperCase()}`)).body.organization.id).toBe(id);
  });

  test('returns 400 for an id that is not a UUID', async () => {
    expect((await call(await person(), 'GET', '/api/organizations/abc')).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    const { id } = await found(await person());
    expect((await call(null, 'GET', `/api/organizations/${id}`)).status).toBe(401);
  });

  test('returns 403 to a non-member', async () => {
    const { id } = await found(await person());
    const { status, body } = await call(await person(), 'GET', `/api/organizations/${id}`);
    expect([status, body.code]).toEqual([403, 'organization.not-member']);
  });

  test('returns 404 for an unknown id', async () => {
    const { status, body } = await call(await person(), 'GET', `/api/organizations/${randomUUID()}`);
    expect([status, body.code]).toEqual([404, 'organization.not-found']);
  });
});

describe('POST /api/organizations', () => {
  test('returns and stores the organization, and makes the actor its owner', async () => {
    const ada = await person();
    const fields = { name: 'Larks', description: 'Early birds', settings: { colour: 'green' } };
    const { status, body } = await call(ada, 'POST', '/api/organizations', fields);
    expect(status).toBe(201);
    const now = clock.now();
    const { id } = body.organization;
    expect(body.organization).toEqual({
      ...fields,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      owner_id: ada.id,
      owner: { id: ada.id, full_name: expect.any(String), avatar_url: null, is_ai: false },
      user_role: 'owner',
      member_count: 1,
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
    });
    expect(await rowOf(id)).toEqual({ ...fields, id, owner_id: ada.id, created_at: now, updated_at: now });
    expect(await organizationRoles(deps, id)).toEqual({ [ada.id]: 'owner' });
  });

  test('leaves description and settings empty where nothing is said', async () => {
    expect(await found(await person())).toMatchObject({ description: '', settings: {} });
  });

  test.each(WIDEST_FIELDS)('stores $what unchanged', async ({ fields }) => {
    const ada = await person();
    const organization = await found(ada, fields);
    expect(organization).toMatchObject(fields);
    expect((await call(ada, 'GET', `/api/organizations/${organization.id}`)).body.organization).toEqual(organization);
  });

  test('ignores keys that cannot be set', async () => {
    const ada = await person();
    const organization = await found(ada, FOREIGN_KEYS);
    const set = { owner_id: ada.id, user_role: 'owner', created_at: clock.now().toISOString() };
    expect(organization).toMatchObject(set);
    expect(organization.id).not.toBe(FOREIGN_KEYS.id);
  });

  test.each([...INVALID_FIELDS, { what: 'no name', fields: { name: undefined } }])(
    'returns 400 for $what, and stores nothing',
    async ({ fields }) => {
      const ada = await person();
      const body = { name: 'An organization', ...fields };
      expect((await call(ada, 'POST', '/api/organizations', body)).status).toBe(400);
      expect((await call(ada, 'GET', '/api/organizations')).body.organizations).toEqual([]);
    },
  );

  test('returns 400 for settings that would reach into prototypes', async () => {
    const headers = { 'content-type': 'application/json' };
    const payload = '{"name": "An organization", "settings": {"__proto__": {"isSuperAdmin": true}}}';
    expect((await call(await person(), 'POST', '/api/organizations', payload, headers)).status).toBe(400);
    expect({}).not.toHaveProperty('isSuperAdmin');
  });

  test('returns 401 without a token', async () => {
    expect((await call(null, 'POST', '/api/organizations', { name: 'An organization' })).status).toBe(401);
  });
});

describe('PUT /api/organizations/:id', () => {
  test('changes what is named, keeps the rest, and says when', async () => {
    const ada = await person();
    const before = await found(ada, { description: 'Early birds', settings: { colour: 'green' } });
    clock.advance(1_000);
    const { status, body } = await call(ada, 'PUT', `/api/organizations/${before.id}`, { name: 'Larks' });
    expect(status).toBe(200);
    expect(body.organization).toEqual({ ...before, name: 'Larks', updated_at: clock.now().toISOString() });
    expect((await call(ada, 'GET', `/api/organizations/${before.id}`)).body.organization).toEqual(body.organization);
  });

  test('replaces settings as a whole', async () => {
    const ada = await person();
    const { id } = await found(ada, { settings: { colour: 'green', size: 3 } });
    const { body } = await call(ada, 'PUT', `/api/organizations/${id}`, { settings: { size: 4 } });
    expect(body.organization.settings).toEqual({ size: 4 });
  });

  test.each(WIDEST_FIELDS)('stores $what unchanged', async ({ fields }) => {
    const ada = await person();
    const { id } = await found(ada, { settings: { former: true } });
    const { status, body } = await call(ada, 'PUT', `/api/organizations/${id}`, fields);
    expect([status, body.organization]).toEqual([200, expect.objectContaining(fields)]);
  });

  test('ignores keys that cannot be set', async () => {
    const ada = await person();
    const before = await found(ada);
    const { body } = await call(ada, 'PUT', `/api/organizations/${before.id}`, FOREIGN_KEYS);
    expect(body.organization).toEqual(before);
    expect(await organizationRoles(deps, before.id)).toEqual({ [ada.id]: 'owner' });
  });

  test('allows a super admin who is not a member', async () => {
    const [ada, root] = await Promise.all([person(), superAdmin()]);
    const { id } = await found(ada);
    expect((await call(root, 'PUT', `/api/organizations/${id}`, { name: 'Renamed' })).status).toBe(200);
    expect((await rowOf(id))?.name).toBe('Renamed');
  });

  test.each(INVALID_FIELDS)('returns 400 for $what, and changes nothing', async ({ fields }) => {
    const ada = await person();
    const { id } = await found(ada);
    const before = await rowOf(id);
    expect((await call(ada, 'PUT', `/api/organizations/${id}`, fields)).status).toBe(400);
    expect(await rowOf(id)).toEqual(before);
  });

  test('returns 401 without a token', async () => {
    const { id } = await found(await person());
    expect((await call(null, 'PUT', `/api/organizations/${id}`, { name: 'Renamed' })).status).toBe(401);
  });

  test('returns 403 to members without the right, admins of it too, and non-members, and changes nothing', async () => {
    const [ada, ben, cleo, eve] = await Promise.all([person(), person(), person(), person()]);
    const { id } = await found(ada);
    const before = await rowOf(id);
    await call(ada, 'POST', `/api/organizations/${id}/members`, { user_id: ben.id, role: 'admin' });
    await call(ada, 'POST', `/api/organizations/${id}/members`, { user_id: cleo.id });
    for (const [caller, code] of [
      [ben, 'organization.not-owner'],
      [cleo, 'organization.not-owner'],
      [eve, 'organization.not-member'],
    ] as const) {
      const { status, body } = await call(caller, 'PUT', `/api/organizations/${id}`, { name: 'Renamed' });
      expect([status, body.code]).toEqual([403, code]);
    }
    expect(await rowOf(id)).toEqual(before);
  });

  test('returns 404 for an unknown id, for super admins too', async () => {
    for (const caller of [await person(), await superAdmin()]) {
      const { status, body } = await call(caller, 'PUT', `/api/organizations/${randomUUID()}`, { name: 'Renamed' });
      expect([status, body.code]).toEqual([404, 'organization.not-found']);
    }
  });
});

describe('DELETE /api/organizations/:id', () => {
  test('deletes it with its memberships, its teams and theirs, and nothing else', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const id = await createOrganization(deps, ada, [ben]);
    const team = await createTeam(deps, id, ada, [ben]);
    const other = await createOrganization(deps, ada, [ben]);
    const otherTeam = await createTeam(deps, other, ben);
    const { status, body } = await call(ada, 'DELETE', `/api/organizations/${id}`);
    expect([status, body]).toEqual([200, { message: expect.any(String) }]);
    expect(await rowOf(id)).toBeUndefined();
    expect([await organizationRoles(deps, id), await teamRoles(deps, team)]).toEqual([{}, {}]);
    expect((await call(ada, 'GET', `/api/teams/${team}`)).status).toBe(404);
    expect(await organizationRoles(deps, other)).toEqual({ [ada.id]: 'owner', [ben.id]: 'member' });
    expect(await teamRoles(deps, otherTeam)).toEqual({ [ben.id]: 'admin' });
  });

  test('allows a super admin who is not a member', async () => {
    const id = await createOrganization(deps, await person());
    expect((await call(await superAdmin(), 'DELETE', `/api/organizations/${id}`)).status).toBe(200);
    expect(await rowOf(id)).toBeUndefined();
  });

  test('returns 400 for an id that is not a UUID', async () => {
    expect((await call(await person(), 'DELETE', '/api/organizations/abc')).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    const { id } = await found(await person());
    expect((await call(null, 'DELETE', `/api/organizations/${id}`)).status).toBe(401);
    expect(await rowOf(id)).toBeDefined();
  });

  test('returns 403 to members and non-members, and deletes nothing', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const id = await createOrganization(deps, ada, [ben]);
    expect((await call(ben, 'DELETE', `/api/organizations/${id}`)).body.code).toBe('organization.not-owner');
    expect((await call(await person(), 'DELETE', `/api/organizations/${id}`)).body.code).toBe(
      'organization.not-member',
    );
    expect(await rowOf(id)).toBeDefined();
  });

  test('404 the second time', async () => {
    const ada = await person();
    const { id } = await found(ada);
    const statuses = [
      (await call(ada, 'DELETE', `/api/organizations/${id}`)).status,
      (await call(ada, 'DELETE', `/api/organizations/${id}`)).status,
    ];
    expect(statuses).toEqual([200, 404]);
  });
});

describe('POST /api/organizations/:id/transfer-ownership', () => {
  const transfer = (caller: Person | null, id: string, newOwnerId: unknown) =>
    call(caller, 'POST', `/api/organizations/${id}/transfer-ownership`, { new_owner_id: newOwnerId });

  test('returns the organization with its new owner, and makes the former one an admin', async () => {
    const [ada, ben, cleo] = await Promise.all([person(), person(), person()]);
    const id = await createOrganization(deps, ada, [ben, cleo]);
    clock.advance(1_000);
    const { status, body } = await transfer(ada, id, ben.id.toUpperCase());
    expect(status).toBe(200);
    expect(body.organization).toMatchObject({ id, owner_id: ben.id, updated_at: clock.now().toISOString() });
    expect(await organizationRoles(deps, id)).toEqual({ [ada.id]: 'admin', [ben.id]: 'owner', [cleo.id]: 'member' });
    expect((await rowOf(id))?.owner_id).toBe(ben.id);
    expect((await call(ada, 'PUT', `/api/organizations/${id}`, { name: 'Mine' })).status).toBe(403);
    expect((await call(ben, 'PUT', `/api/organizations/${id}`, { name: 'Mine' })).status).toBe(200);
  });

  test('allows a super admin who is not a member', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const id = await createOrganization(deps, ada, [ben]);
    expect((await transfer(await superAdmin(), id, ben.id)).body.organization.owner_id).toBe(ben.id);
  });

  test('returns 400 for the owner and users who are not active members', async () => {
    const [ada, blocked, stranger] = await Promise.all([person(), person(), person()]);
    const id = await createOrganization(deps, ada, [blocked]);
    await block(blocked);
    for (const [newOwnerId, code] of [
      [stranger.id, 'organization.new-owner-not-member'],
      [randomUUID(), 'organization.new-owner-not-member'],
      [blocked.id, 'organization.new-owner-not-member'],
      [ada.id, 'organization.already-owner'],
      [ada.id.toUpperCase(), 'organization.already-owner'],
      ['ada', 'request.invalid'],
      [undefined, 'request.invalid'],
      [null, 'request.invalid'],
    ] as const) {
      const { status, body } = await transfer(ada, id, newOwnerId);
      expect([newOwnerId, status, body.code]).toEqual([newOwnerId, 400, code]);
    }
    expect(await organizationRoles(deps, id)).toEqual({ [ada.id]: 'owner', [blocked.id]: 'member' });
    expect((await rowOf(id))?.owner_id).toBe(ada.id);
  });

  test('returns 401 without a token', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    expect((await transfer(null, await createOrganization(deps, ada, [ben]), ben.id)).status).toBe(401);
  });

  test('returns 403 to members, who could take it, and non-members', async () => {
    const [ada, ben, eve] = await Promise.all([person(), person(), person()]);
    const id = await createOrganization(deps, ada, [ben]);
    expect((await transfer(ben, id, ben.id)).body.code).toBe('organization.not-owner');
    expect((await transfer(eve, id, eve.id)).body.code).toBe('organization.not-member');
    expect(await organizationRoles(deps, id)).toEqual({ [ada.id]: 'owner', [ben.id]: 'member' });
  });

  test('returns 404 for an unknown id', async () => {
    const ada = await person();
    const { status, body } = await transfer(ada, randomUUID(), ada.id);
    expect([status, body.code]).toEqual([404, 'organization.not-found']);
  });
});
