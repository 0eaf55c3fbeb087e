import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createCommunity, createOrganization, createTeam, organizationRoles, teamRoles } from '#test/groups.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';

const app = await startTestApp();
const { person, superAdmin, call, deps, clock } = app;

const listMembers = (caller: Person | null, id: string, query = '') =>
  call(caller, 'GET', `/api/teams/${id}/members${query}`);

const addMember = (caller: Person | null, id: string, body: object) =>
  call(caller, 'POST', `/api/teams/${id}/members`, body);

const changeRole = (caller: Person | null, id: string, userId: string, role: unknown) =>
  call(caller, 'PUT', `/api/teams/${id}/members/${userId}`, { role });

const removeMember = (caller: Person | null, id: string, userId: string) =>
  call(caller, 'DELETE', `/api/teams/${id}/members/${userId}`);

async function block(user: Person): Promise<void> {
  await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', user.id).execute();
}

describe('GET /api/teams/:id/members', () => {
  test('lists the newest members first to members of the organization, with exactly these fields', async () => {
    const [ada, ben, colleague] = await Promise.all([person({ name: 'Ada' }), person({ name: 'Ben' }), person()]);
    const team = await createTeam(deps, await createOrganization(deps, ada, [ben, colleague]), ada);
    const founded = clock.now().toISOString();
    clock.advance(1_000);
    await addMember(ada, team, { user_id: ben.id, role: 'admin' });
    for (const viewer of [ada, ben, colleague]) {
      const { status, body, text } = await listMembers(viewer, team);
      expect(status).toBe(200);
      expect(body).toEqual({
        members: [
          {
            user: { id: ben.id, full_name: 'Ben', avatar_url: null, is_ai: false },
            user_id: ben.id,
            full_name: 'Ben',
            avatar_url: null,
            is_ai: false,
            role: 'admin',
            is_admin: false,
            joined_at: clock.now().toISOString(),
            accepted_at: null,
          },
          {
            user: { id: ada.id, full_name: 'Ada', avatar_url: null, is_ai: false },
            user_id: ada.id,
            full_name: 'Ada',
            avatar_url: null,
            is_ai: false,
            role: 'admin',
            is_admin: true,
            joined_at: founded,
            accepted_at: founded,
          },
        ],
        next_cursor: null,
      });
      expect(text).not.toContain('@');
    }
  });

  test('200 in pages goes through all members once', async () => {
    const [ada, ...others] = await Promise.all([person(), person(), person()]);
    const team = await createTeam(deps, await createOrganization(deps, ada, others), ada, others);
    const listed: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await listMembers(ada, team, `?limit=1${cursor && `&cursor=${cursor}`}`);
      expect(body.members).toHaveLength(1);
      listed.push(body.members[0].user_id);
      cursor = body.next_cursor;
    }
    expect(listed).toEqual([ada, ...others].map(({ id }) => id).toSorted((a, b) => (a < b ? 1 : -1)));
  });

  test('omits blocked users', async () => {
    const { lead, admin, member, team } = await createCommunity(app);
    await block(admin);
    const { body } = await listMembers(member, team);
    expect(body.members.map(({ user_id }: { user_id: string }) => user_id).toSorted()).toEqual(
      [lead.id, member.id].toSorted(),
    );
  });

  test('allows a super admin who is not a member', async () => {
    const { team } = await createCommunity(app);
    expect((await listMembers(await superAdmin(), team)).body.members).toHaveLength(3);
  });

  test.each(['?limit=0', '?limit=501', '?cursor=abc'])('returns 400 for %s', async (query) => {
    const { lead, team } = await createCommunity(app);
    expect((await listMembers(lead, team, query)).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    const { team } = await createCommunity(app);
    expect((await listMembers(null, team)).status).toBe(401);
  });

  test('returns 403 to a non-member', async () => {
    const { stranger, team } = await createCommunity(app);
    const { status, body } = await listMembers(stranger, team);
    expect([status, body.code]).toEqual([403, 'team.not-organization-member']);
  });

  test('returns 404 for an unknown team', async () => {
    expect((await listMembers(await person(), randomUUID())).body.code).toBe('team.not-found');
  });
});

describe('POST /api/teams/:id/members', () => {
  test.each([
    { input: undefined, role: 'member', who: 'lead' },
    { input: 'member', role: 'member', who: 'admin' },
    { input: 'admin', role: 'admin', who: 'lead' },
  ] as const)('201 with the role $asked adds a colleague as $role, for the $who', async ({ input, role, who }) => {
    const { [who]: caller, colleague, team, roles } = await createCommunity(app);
    const { status, body } = await addMember(caller, team, { user_id: colleague.id.toUpperCase(), role: input });
    expect(status).toBe(201);
    expect(body).toEqual({
      member: {
        user: { id: colleague.id, full_name: 'A Person', avatar_url: null, is_ai: false },
        user_id: colleague.id,
        full_name: 'A Person',
        avatar_url: null,
        is_ai: false,
        role,
        is_admin: false,
        joined_at: clock.now().toISOString(),
        accepted_at: null,
      },
    });
    expect(await teamRoles(deps, team)).toEqual({ ...roles, [colleague.id]: role });
    expect((await call(colleague, 'GET', `/api/teams/${team}`)).body.user_role).toBe(role);
  });

  test('allows a super admin who is not a member', async () => {
    const { colleague, team } = await createCommunity(app);
    expect((await addMember(await superAdmin(), team, { user_id: colleague.id })).status).toBe(201);
  });

  test('returns 400 for a user of another organization', async () => {
    const { lead, stranger, team, roles } = await createCommunity(app);
    await createOrganization(deps, lead, [stranger]);
    const { status, body } = await addMember(lead, team, { user_id: stranger.id });
    expect([status, body.code]).toEqual([400, 'team.user-not-in-organization']);
    expect(await teamRoles(deps, team)).toEqual(roles);
  });

  test('returns 400 for a member of the team, and keeps their role', async () => {
    const { lead, admin, member, team, roles } = await createCommunity(app);
    for (const user_id of [lead.id, admin.id, member.id]) {
      const { status, body } = await addMember(admin, team, { user_id, role: 'member' });
      expect([status, body.code]).toEqual([400, 'team.already-member']);
    }
    expect(await teamRoles(deps, team)).toEqual(roles);
  });

  test.each([
    ['no user_id', {}],
    ['a user_id that is no UUID', { user_id: 'ben' }],
    ['the role of owner', { user_id: randomUUID(), role: 'owner' }],
    ['a role of null', { user_id: randomUUID(), role: null }],
  ])('returns 400 for %s', async (_what, body) => {
    const { lead, team } = await createCommunity(app);
    expect((await addMember(lead, team, body)).body.code).toBe('request.invalid');
  });

  test('returns 401 without a token', async () => {
    const { colleague, team } = await createCommunity(app);
    expect((await addMember(null, team, { user_id: colleague.id })).status).toBe(401);
  });

  test('returns 403 to members, members of the organization, its owner, and non-members', async () => {
    const { owner, member, colleague, stranger, team, roles } = await createCommunity(app);
    for (const [caller, code] of [
      [member, 'team.not-admin'],
      [colleague, 'team.not-admin'],
      [owner, 'team.not-admin'],
      [stranger, 'team.not-organization-member'],
    ] as const) {
      const { status, body } = await addMember(caller, team, { user_id: colleague.id });
      expect([status, body.code]).toEqual([403, code]);
    }
    expect(await teamRoles(deps, team)).toEqual(roles);
  });

  test('returns 404 for an unknown and a blocked user', async () => {
    const { lead, colleague, team, roles } = await createCommunity(app);
    await block(colleague);
    for (const user_id of [randomUUID(), colleague.id]) {
      const { status, body } = await addMember(lead, team, { user_id });
      expect([status, body.code]).toEqual([404, 'team.user-not-found']);
    }
    expect(await teamRoles(deps, team)).toEqual(roles);
  });

  test('returns 404 for an unknown team', async () => {
    const ada = await person();
    expect((await addMember(ada, randomUUID(), { user_id: ada.id })).body.code).toBe('team.not-found');
  });
});

describe('PUT /api/teams/:id/members/:userId', () => {
  test('makes a member an admin and back, for every admin of the team', async () => {
    const { lead, admin, member, team, roles } = await createCommunity(app);
    for (const [caller, role] of [
      [lead, 'admin'],
      [member, 'admin'],
      [admin, 'member'],
    ] as const) {
      const { status, body } = await changeRole(caller, team, member.id.toUpperCase(), role);
      expect(status).toBe(200);
      expect(body.member).toMatchObject({ user_id: member.id, role, is_admin: false });
      expect(await teamRoles(deps, team)).toEqual({ ...roles, [member.id]: role });
    }
  });

  test('takes the rights away with the role', async () => {
    const { lead, admin, member, team } = await createCommunity(app);
    expect((await changeRole(lead, team, admin.id, 'member')).status).toBe(200);
    expect((await changeRole(admin, team, member.id, 'admin')).body.code).toBe('team.not-admin');
  });

  test('allows a super admin who is not a member', async () => {
    const { member, team } = await createCommunity(app);
    expect((await changeRole(await superAdmin(), team, member.id, 'admin')).status).toBe(200);
  });

  test('does not change the role of the named admin for any caller', async () => {
    const { lead, admin, team, roles } = await createCommunity(app);
    for (const caller of [lead, admin, await superAdmin()]) {
      for (const role of ['member', 'admin']) {
        const { status, body } = await changeRole(caller, team, lead.id, role);
        expect([status, body.code]).toEqual([400, 'team.admin-role-fixed']);
        expect(body.error).toContain('admin_id');
      }
    }
    expect(await teamRoles(deps, team)).toEqual(roles);
  });

  test.each([undefined, null, 'owner', 1])('returns 400 for a role of %s', async (role) => {
    const { lead, member, team } = await createCommunity(app);
    expect((await changeRole(lead, team, member.id, role)).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    const { member, team } = await createCommunity(app);
    expect((await changeRole(null, team, member.id, 'admin')).status).toBe(401);
  });

  test('returns 403 to members, also about themselves, members of the organization, its owner, and non-members', async () => {
    const { owner, member, colleague, stranger, team, roles } = await createCommunity(app);
    for (const [caller, code] of [
      [member, 'team.not-admin'],
      [colleague, 'team.not-admin'],
      [owner, 'team.not-admin'],
      [stranger, 'team.not-organization-member'],
    ] as const) {
      const { status, body } = await changeRole(caller, team, member.id, 'admin');
      expect([status, body.code]).toEqual([403, code]);
    }
    expect(await teamRoles(deps, team)).toEqual(roles);
  });

  test('returns 404 for a member of only the organization or another team', async () => {
    const { lead, colleague, org, team } = await createCommunity(app);
    const other = await createTeam(deps, org, lead, [colleague]);
    for (const userId of [colleague.id, randomUUID()]) {
      const { status, body } = await changeRole(lead, team, userId, 'admin');
      expect([status, body.code]).toEqual([404, 'team.member-not-found']);
    }
    expect(await teamRoles(deps, other)).toMatchObject({ [colleague.id]: 'member' });
  });

  test('returns 404 for an unknown team', async () => {
    const ada = await person();
    expect((await changeRole(ada, randomUUID(), ada.id, 'member')).body.code).toBe('team.not-found');
  });
});

describe('DELETE /api/teams/:id/members/:userId', () => {
  test.each([
    { who: 'lead', target: 'member' },
    { who: 'lead', target: 'admin' },
    { who: 'admin', target: 'member' },
    { who: 'admin', target: 'admin' },
    { who: 'member', target: 'member' },
  ] as const)('200 lets its $who remove its $target, who stays in the organization', async ({ who, target }) => {
    const users = await createCommunity(app);
    const { [target]: leaving, team, org, roles } = users;
    const { status, body } = await removeMember(users[who], team, leaving.id.toUpperCase());
    expect([status, body]).toEqual([200, { message: expect.any(String) }]);
    const { [leaving.id]: _, ...others } = roles;
    expect(await teamRoles(deps, team)).toEqual(others);
    expect(await organizationRoles(deps, org)).toMatchObject({ [leaving.id]: 'member' });
    expect((await call(leaving, 'GET', `/api/teams/${team}`)).body.user_role).toBeNull();
  });

  test('allows a super admin who is not a member', async () => {
    const { member, team } = await createCommunity(app);
    expect((await removeMember(await superAdmin(), team, member.id)).status).toBe(200);
  });

  test('does not remove the named admin for any caller, until another is named', async () => {
    const { owner, lead, admin, colleague, team, roles } = await createCommunity(app);
    for (const caller of [lead, admin, await superAdmin()]) {
      const { status, body } = await removeMember(caller, team, lead.id);
      expect([status, body.code]).toEqual([400, 'team.admin-stays']);
      expect(body.error).toContain('admin_id');
    }
    expect(await teamRoles(deps, team)).toEqual(roles);
    await call(owner, 'PUT', `/api/teams/${team}`, { admin_id: colleague.id });
    expect((await removeMember(lead, team, lead.id)).status).toBe(200);
  });

  test('returns 400 for ids that are not UUIDs', async () => {
    const { lead, team } = await createCommunity(app);
    expect((await removeMember(lead, team, 'ada')).status).toBe(400);
    expect((await removeMember(lead, 'larks', lead.id)).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    const { member, team } = await createCommunity(app);
    expect((await removeMember(null, team, member.id)).status).toBe(401);
  });

  test('returns 403 to members about others, members of the organization, its owner, and non-members', async () => {
    const { owner, admin, member, colleague, stranger, team, roles } = await createCommunity(app);
    for (const [caller, target, code] of [
      [member, admin, 'team.not-admin'],
      [colleague, member, 'team.not-admin'],
      [colleague, colleague, 'team.not-admin'],
      [owner, member, 'team.not-admin'],
      [stranger, member, 'team.not-organization-member'],
      [stranger, stranger, 'team.not-organization-member'],
    ] as const) {
      const { status, body } = await removeMember(caller, team, target.id);
      expect([status, body.code]).toEqual([403, code]);
    }
    expect(await teamRoles(deps, team)).toEqual(roles);
  });

  test('returns 404 for a member of only the organization or another team', async () => {
    const { lead, colleague, org, team } = await createCommunity(app);
    const other = await createTeam(deps, org, lead, [colleague]);
    for (const userId of [colleague.id, randomUUID()]) {
      const { status, body } = await removeMember(lead, team, userId);
      expect([status, body.code]).toEqual([404, 'team.member-not-found']);
    }
    expect(await teamRoles(deps, other)).toMatchObject({ [colleague.id]: 'member' });
  });

  test('returns 404 for an unknown team', async () => {
    const ada = await person();
    expect((await removeMember(ada, randomUUID(), ada.id)).body.code).toBe('team.not-found');
  });
});
