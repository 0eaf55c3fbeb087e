import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createOrganization, createTeam, organizationRoles, teamRoles } from '#test/groups.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';

const { person, superAdmin, call, deps, clock } = await startTestApp();

const listMembers = (caller: Person | null, id: string, query = '') =>
  call(caller, 'GET', `/api/organizations/${id}/members${query}`);

const addMember = (caller: Person | null, id: string, body: object) =>
  call(caller, 'POST', `/api/organizations/${id}/members`, body);

const changeRole = (caller: Person | null, id: string, userId: string, role: unknown) =>
  call(caller, 'PUT', `/api/organizations/${id}/members/${userId}`, { role });

const removeMember = (caller: Person | null, id: string, userId: string) =>
  call(caller, 'DELETE', `/api/organizations/${id}/members/${userId}`);

async function setActive(user: Person, is_active: boolean): Promise<void> {
  await deps.db.updateTable('profile').set({ is_active }).where('id', '=', user.id).execute();
}

const adminOfTeam = async (id: string) =>
  (await deps.db.selectFrom('team').select('admin_id').where('id', '=', id).executeTakeFirst())?.admin_id;

describe('GET /api/organizations/:id/members', () => {
  test('lists the owner first, then the newest members, with exactly these fields', async () => {
    const [ada, ben, cleo] = await Promise.all([person({ name: 'Ada' }), person({ name: 'Ben' }), person()]);
    const id = await createOrganization(deps, ada);
    await call(ben, 'PUT', '/api/user/profile', { avatar_url: 'https://people.test/ben.png' });
    const joined: string[] = [];
    for (const [user, role] of [
      [ben, 'admin'],
      [cleo, 'member'],
    ] as const) {
      clock.advance(1_000);
      await addMember(ada, id, { user_id: user.id, role });
      joined.push(clock.now().toISOString());
    }
    const { status, body } = await listMembers(cleo, id);
    expect(status).toBe(200);
    expect(body).toEqual({
      members: [
        {
          user: { id: ada.id, full_name: 'Ada', avatar_url: null, is_ai: false },
          user_id: ada.id,
          full_name: 'Ada',
          avatar_url: null,
          is_ai: false,
          role: 'owner',
          is_owner: true,
          accepted_at: expect.any(String),
        },
        {
          user: { id: cleo.id, full_name: 'A Person', avatar_url: null, is_ai: false },
          user_id: cleo.id,
          full_name: 'A Person',
          avatar_url: null,
          is_ai: false,
          role: 'member',
          is_owner: false,
          joined_at: joined[1],
          accepted_at: null,
        },
        {
          user: { id: ben.id, full_name: 'Ben', avatar_url: 'https://people.test/ben.png', is_ai: false },
          user_id: ben.id,
          full_name: 'Ben',
          avatar_url: 'https://people.test/ben.png',
          is_ai: false,
          role: 'admin',
          is_owner: false,
          joined_at: joined[0],
          accepted_at: null,
        },
      ],
      next_cursor: null,
    });
  });

  test('returns no email addresses', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const { text } = await listMembers(ada, await createOrganization(deps, ada, [ben]));
    expect(text).not.toContain('@');
  });

  test.each([1, 2, 3, 4])('200 in pages of %i goes through all members once, the owner first', async (limit) => {
    const [ada, ...others] = await Promise.all([person(), person(), person(), person()]);
    // They join in the same millisecond, so that the ids decide.
    const id = await createOrganization(deps, ada, others);
    const listed: string[][] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await listMembers(ada, id, `?limit=${limit}${cursor && `&cursor=${cursor}`}`);
      listed.push(body.members.map(({ user_id }: { user_id: string }) => user_id));
      cursor = body.next_cursor;
    }
    const expected = [ada.id, ...others.map((other) => other.id).toSorted((a, b) => (a < b ? 1 : -1))];
    expect(listed.flat()).toEqual(expected);
    expect(listed.map((page) => page.length)).toEqual(
      Array.from({ length: Math.ceil(4 / limit) }, (_, page) => Math.min(limit, 4 - page * limit)),
    );
  });

  test('omits blocked users, including the owner', async () => {
    const [ada, ben, cleo] = await Promise.all([person(), person(), person()]);
    const id = await createOrganization(deps, ada, [ben, cleo]);
    await Promise.all([setActive(ada, false), setActive(ben, false)]);
    const { body } = await listMembers(cleo, id);
    expect(body.members.map(({ user_id }: { user_id: string }) => user_id)).toEqual([cleo.id]);
    await setActive(ben, true);
    expect((await listMembers(cleo, id)).body.members).toHaveLength(2);
  });

  test('allows a super admin who is not a member', async () => {
    const id = await createOrganization(deps, await person());
    expect((await listMembers(await superAdmin(), id)).body.members).toHaveLength(1);
  });

  test.each(['?limit=0', '?limit=501', '?cursor=abc'])('returns 400 for %s', async (query) => {
    const ada = await person();
    expect((await listMembers(ada, await createOrganization(deps, ada), query)).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await listMembers(null, await createOrganization(deps, await person()))).status).toBe(401);
  });

  test('returns 403 to a non-member', async () => {
    const { status, body } = await listMembers(await person(), await createOrganization(deps, await person()));
    expect([status, body.code]).toEqual([403, 'organization.not-member']);
  });

  test('returns 404 for an unknown organization', async () => {
    expect((await listMembers(await person(), randomUUID())).body.code).toBe('organization.not-found');
  });
});

describe('POST /api/organizations/:id/members', () => {
  test.each([
    { input: undefined, role: 'member' },
    { input: 'member', role: 'member' },
    { input: 'admin', role: 'admin' },
  ])('adds a user as $role for the role $asked', async ({ input, role }) => {
    const [ada, ben] = await Promise.all([person(), person({ name: 'Ben' })]);
    const id = await createOrganization(deps, ada);
    const { status, body } = await addMember(ada, id, { user_id: ben.id.toUpperCase(), role: input });
    expect(status).toBe(201);
    expect(body).toEqual({
      member: {
        user: { id: ben.id, full_name: 'Ben', avatar_url: null, is_ai: false },
        user_id: ben.id,
        full_name: 'Ben',
        avatar_url: null,
        is_ai: false,
        role,
        is_owner: false,
        joined_at: clock.now().toISOString(),
        accepted_at: null,
      },
    });
    expect(await organizationRoles(deps, id)).toEqual({ [ada.id]: 'owner', [ben.id]: role });
    expect((await call(ben, 'GET', `/api/organizations/${id}`)).body.user_role).toBe(role);
  });

  test('allows a super admin who is not a member', async () => {
    const [ada, ben, root] = await Promise.all([person(), person(), superAdmin()]);
    const id = await createOrganization(deps, ada);
    expect((await addMember(root, id, { user_id: ben.id })).status).toBe(201);
  });

  test('returns 400 for the role of owner, and points to the transfer', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const id = await createOrganization(deps, ada);
    const { status, body } = await addMember(ada, id, { user_id: ben.id, role: 'owner' });
    expect([status, body.code]).toEqual([400, 'organization.owner-by-transfer']);
    expect(body.error).toContain('transfer-ownership');
    expect(await organizationRoles(deps, id)).toEqual({ [ada.id]: 'owner' });
  });

  test('returns 400 for a member, and keeps their role', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const id = await createOrganization(deps, ada, [ben]);
    for (const user of [ben, ada]) {
      const { status, body } = await addMember(ada, id, { user_id: user.id, role: 'admin' });
      expect([status, body.code]).toEqual([400, 'organization.already-member']);
    }
    expect(await organizationRoles(deps, id)).toEqual({ [ada.id]: 'owner', [ben.id]: 'member' });
  });

  test.each([
    ['no user_id', {}],
    ['a user_id that is no UUID', { user_id: 'ben' }],
    ['a role that there is not', { user_id: randomUUID(), role: 'boss' }],
    ['a role of null', { user_id: randomUUID(), role: null }],
  ])('returns 400 for %s', async (_what, body) => {
    const ada = await person();
    expect((await addMember(ada, await createOrganization(deps, ada), body)).body.code).toBe('request.invalid');
  });

  test('returns 401 without a token', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    expect((await addMember(null, await createOrganization(deps, ada), { user_id: ben.id })).status).toBe(401);
  });

  test('returns 403 to members and non-members, who cannot add themselves either', async () => {
    const [ada, ben, eve] = await Promise.all([person(), person(), person()]);
    const id = await createOrganization(deps, ada, [ben]);
    expect((await addMember(ben, id, { user_id: eve.id })).body.code).toBe('organization.not-owner');
    expect((await addMember(eve, id, { user_id: eve.id })).body.code).toBe('organization.not-member');
    expect(await organizationRoles(deps, id)).toEqual({ [ada.id]: 'owner', [ben.id]: 'member' });
  });

  test('returns 404 for an unknown organization', async () => {
    const ada = await person();
    expect((await addMember(ada, randomUUID(), { user_id: ada.id })).body.code).toBe('organization.not-found');
  });

  test('returns the same 404 for an unknown and a blocked user', async () => {
    const [ada, blocked] = await Promise.all([person(), person()]);
    const id = await createOrganization(deps, ada);
    await setActive(blocked, false);
    for (const user_id of [randomUUID(), blocked.id]) {
      const { status, body } = await addMember(ada, id, { user_id });
      expect([status, body.code]).toEqual([404, 'organization.user-not-found']);
    }
    expect(await organizationRoles(deps, id)).toEqual({ [ada.id]: 'owner' });
  });
});

describe('PUT /api/organizations/:id/members/:userId', () => {
  test('makes a member an admin and back, and returns the member', async () => {
    const [ada, ben] = await Promise.all([person(), person({ name: 'Ben' })]);
    const id = await createOrganization(deps, ada, [ben]);
    for (const role of ['admin', 'admin', 'member']) {
      const { status, body } = await changeRole(ada, id, ben.id, role);
      expect(status).toBe(200);
      expect(body.member).toMatchObject({ user_id: ben.id, full_name: 'Ben', role, is_owner: false });
      expect(await organizationRoles(deps, id)).toEqual({ [ada.id]: 'owner', [ben.id]: role });
    }
  });

  test('allows a super admin who is not a member', async () => {
    const [ada, ben, root] = await Promise.all([person(), person(), superAdmin()]);
    const id = await createOrganization(deps, ada, [ben]);
    expect((await changeRole(root, id, ben.id, 'admin')).status).toBe(200);
  });

  test('returns 400 for the role of owner, and points to the transfer', async () => {
    const [ada, ben, root] = await Promise.all([person(), person(), superAdmin()]);
    const id = await createOrganization(deps, ada, [ben]);
    for (const caller of [ada, root]) {
      const { status, body } = await changeRole(caller, id, ben.id, 'owner');
      expect([status, body.code]).toEqual([400, 'organization.owner-by-transfer']);
      expect(body.error).toContain('transfer-ownership');
    }
    expect(await organizationRoles(deps, id)).toEqual({ [ada.id]: 'owner', [ben.id]: 'member' });
  });

  test('does not change the owner’s own role', async () => {
    const [ada, root] = await Promise.all([person(), superAdmin()]);
    const id = await createOrganization(deps, ada);
    for (const caller of [ada, root]) {
      const { status, body } = await changeRole(caller, id, ada.id, 'member');
      expect([status, body.code]).toEqual([400, 'organization.owner-role-fixed']);
    }
    expect(await organizationRoles(deps, id)).toEqual({ [ada.id]: 'owner' });
  });

  test.each([undefined, null, 'boss', 1])('returns 400 for a role of %s', async (role) => {
    const [ada, ben] = await Promise.all([person(), person()]);
    expect((await changeRole(ada, await createOrganization(deps, ada, [ben]), ben.id, role)).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    expect((await changeRole(null, await createOrganization(deps, ada, [ben]), ben.id, 'admin')).status).toBe(401);
  });

  test('returns 403 to members, also about themselves, and non-members', async () => {
    const [ada, ben, cleo, eve] = await Promise.all([person(), person(), person(), person()]);
    const id = await createOrganization(deps, ada, [ben, cleo]);
    await changeRole(ada, id, cleo.id, 'admin');
    for (const [caller, code] of [
      [ben, 'organization.not-owner'],
      [cleo, 'organization.not-owner'],
      [eve, 'organization.not-member'],
    ] as const) {
      const { status, body } = await changeRole(caller, id, ben.id, 'admin');
      expect([status, body.code]).toEqual([403, code]);
    }
    expect(await organizationRoles(deps, id)).toMatchObject({ [ben.id]: 'member' });
  });

  test('returns 404 for a member of another organization alone', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const [id, other] = [await createOrganization(deps, ada), await createOrganization(deps, ada, [ben])];
    for (const userId of [ben.id, randomUUID()]) {
      const { status, body } = await changeRole(ada, id, userId, 'admin');
      expect([status, body.code]).toEqual([404, 'organization.member-not-found']);
    }
    expect(await organizationRoles(deps, other)).toMatchObject({ [ben.id]: 'member' });
  });

  test('returns 404 for an unknown organization', async () => {
    const ada = await person();
    expect((await changeRole(ada, randomUUID(), ada.id, 'member')).body.code).toBe('organization.not-found');
  });
});

describe('DELETE /api/organizations/:id/members/:userId', () => {
  test('lets the owner remove a member, from all teams of the organization too, and from nothing else', async () => {
    const [ada, ben, cleo] = await Promise.all([person(), person(), person()]);
    const id = await createOrganization(deps, ada, [ben, cleo]);
    const team = await createTeam(deps, id, cleo, [ben]);
    const other = await createOrganization(deps, ada, [ben]);
    const otherTeam = await createTeam(deps, other, ada, [ben]);
    const { status, body } = await removeMember(ada, id, ben.id.toUpperCase());
    expect([status, body]).toEqual([200, { message: expect.any(String) }]);
    expect(await organizationRoles(deps, id)).toEqual({ [ada.id]: 'owner', [cleo.id]: 'member' });
    expect(await teamRoles(deps, team)).toEqual({ [cleo.id]: 'admin' });
    expect((await call(ben, 'GET', `/api/organizations/${id}`)).status).toBe(403);
    expect((await call(ben, 'GET', `/api/teams/${team}`)).status).toBe(403);
    expect((await call(ben, 'GET', `/api/teams/${otherTeam}`)).body.user_role).toBe('member');
  });

  test.each(['admin', 'member'])('lets a member of role %s leave', async (role) => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const id = await createOrganization(deps, ada);
    await addMember(ada, id, { user_id: ben.id, role });
    expect((await removeMember(ben, id, ben.id.toUpperCase())).status).toBe(200);
    expect(await organizationRoles(deps, id)).toEqual({ [ada.id]: 'owner' });
  });

  test('lets the owner take over the teams that the member led, whether or not they were in them', async () => {
    const [ada, ben, cleo] = await Promise.all([person(), person(), person()]);
    const id = await createOrganization(deps, ada, [ben, cleo]);
    const without = await createTeam(deps, id, ben);
    const within = await createTeam(deps, id, ben, [ada]);
    const untouched = await createTeam(deps, id, cleo, [ben]);
    clock.advance(1_000);
    expect((await removeMember(ben, id, ben.id)).status).toBe(200);
    for (const team of [without, within]) {
      expect(await teamRoles(deps, team)).toEqual({ [ada.id]: 'admin' });
      const { body } = await call(ada, 'GET', `/api/teams/${team}`);
      expect(body).toMatchObject({
        team: { admin_id: ada.id, updated_at: clock.now().toISOString() },
        user_role: 'admin',
      });
    }
    expect(await adminOfTeam(untouched)).toBe(cleo.id);
    expect(await teamRoles(deps, untouched)).toEqual({ [cleo.id]: 'admin' });
  });

  test('removes a blocked user', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const id = await createOrganization(deps, ada, [ben]);
    await setActive(ben, false);
    expect((await removeMember(ada, id, ben.id)).status).toBe(200);
  });

  test('allows a super admin who is not a member', async () => {
    const [ada, ben, root] = await Promise.all([person(), person(), superAdmin()]);
    const id = await createOrganization(deps, ada, [ben]);
    expect((await removeMember(root, id, ben.id)).status).toBe(200);
  });

  test('does not remove the owner for any caller', async () => {
    const [ada, ben, root] = await Promise.all([person(), person(), superAdmin()]);
    const id = await createOrganization(deps, ada, [ben]);
    for (const caller of [ada, root]) {
      const { status, body } = await removeMember(caller, id, ada.id);
      expect([status, body.code]).toEqual([400, 'organization.owner-stays']);
    }
    expect(await organizationRoles(deps, id)).toEqual({ [ada.id]: 'owner', [ben.id]: 'member' });
  });

  test('lets the former owner leave after a transfer', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const id = await createOrganization(deps, ada, [ben]);
    await call(ada, 'POST', `/api/organizations/${id}/transfer-ownership`, { new_owner_id: ben.id });
    expect((await removeMember(ada, id, ada.id)).status).toBe(200);
    expect(await organizationRoles(deps, id)).toEqual({ [ben.id]: 'owner' });
  });

  test('returns 400 for ids that are not UUIDs', async () => {
    const ada = await person();
    const id = await createOrganization(deps, ada);
    expect((await removeMember(ada, id, 'ada')).status).toBe(400);
    expect((await removeMember(ada, 'larks', ada.id)).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    expect((await removeMember(null, await createOrganization(deps, ada, [ben]), ben.id)).status).toBe(401);
  });

  test('returns 403 to members about others, members or not, and non-members', async () => {
    const [ada, ben, cleo, eve] = await Promise.all([person(), person(), person(), person()]);
    const id = await createOrganization(deps, ada, [ben, cleo]);
    for (const [caller, target, code] of [
      [ben, cleo.id, 'organization.not-owner'],
      [ben, ada.id, 'organization.not-owner'],
      [ben, randomUUID(), 'organization.not-owner'],
      [eve, ben.id, 'organization.not-member'],
      [eve, eve.id, 'organization.not-member'],
    ] as const) {
      const { status, body } = await removeMember(caller, id, target);
      expect([status, body.code]).toEqual([403, code]);
    }
    expect(Object.keys(await organizationRoles(deps, id))).toHaveLength(3);
  });

  test('returns 404 for a member of another organization alone', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const [id, other] = [await createOrganization(deps, ada), await createOrganization(deps, ada, [ben])];
    for (const userId of [ben.id, randomUUID()]) {
      const { status, body } = await removeMember(ada, id, userId);
      expect([status, body.code]).toEqual([404, 'organization.member-not-found']);
    }
    expect(await organizationRoles(deps, other)).toMatchObject({ [ben.id]: 'member' });
  });

  test('returns 404 for an unknown organization', async () => {
    const ada = await person();
    expect((await removeMember(ada, randomUUID(), ada.id)).body.code).toBe('organization.not-found');
  });
});
