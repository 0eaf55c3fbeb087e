import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createCommunity, createOrganization, createTeam, organizationRoles, teamRoles } from '#test/groups.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';

const app = await startTestApp();
const { person, superAdmin, call, deps, clock } = app;

/**
 * A group with a lead, an admin and a member; a candidate who can be added; and a stranger. The owner is that of the organization. `roles` are
 * those in the group.
 */
type Users = Record<'owner' | 'lead' | 'admin' | 'member' | 'candidate' | 'stranger', Person>;
type Group = Users & { id: string; org: string; roles: Record<string, string> };
type Who = keyof Users;

/** What the shared tests need to know of a kind of group. */
type Sample = {
  kind: 'organization' | 'team';
  path: string;
  create: () => Promise<Group>;
  /** Creates another group of the kind, with the candidate as a member. Returns its id. */
  createOther: (group: Group) => Promise<string>;
  rolesOf: (id: string) => Promise<Record<string, string>>;
  /** Makes another user the lead. */
  replaceLead: (group: Group) => Promise<unknown>;
  /** Who may add, change and remove members. */
  managers: [Who, ...Who[]];
  /** Who may not, and why. */
  refused: [who: Who, code: string][];
  listsLeadFirst: boolean;
  leadField: 'is_owner' | 'is_admin';
  roleFixed: string;
  leadStays: string;
  /** What the lead has to use first. */
  advice: string;
  unknownRole: string;
};

const ORGANIZATION: Sample = {
  kind: 'organization',
  path: '/api/organizations',
  create: async () => {
    const [lead, admin, member, candidate, stranger] = await Promise.all([
      person(),
      person(),
      person(),
      person(),
      person(),
    ]);
    const id = await createOrganization(deps, lead, [admin, member]);
    await changeRole(ORGANIZATION, lead, id, admin.id, 'admin');
    const roles = { [lead.id]: 'owner', [admin.id]: 'admin', [member.id]: 'member' };
    return { owner: lead, lead, admin, member, candidate, stranger, id, org: id, roles };
  },
  createOther: ({ lead, candidate }) => createOrganization(deps, lead, [candidate]),
  rolesOf: (id) => organizationRoles(deps, id),
  replaceLead: ({ lead, member, id }) =>
    call(lead, 'POST', `/api/organizations/${id}/transfer-ownership`, { new_owner_id: member.id }),
  managers: ['lead'],
  refused: [
    ['admin', 'organization.not-owner'],
    ['member', 'organization.not-owner'],
    ['candidate', 'organization.not-member'],
    ['stranger', 'organization.not-member'],
  ],
  listsLeadFirst: true,
  leadField: 'is_owner',
  roleFixed: 'organization.owner-role-fixed',
  leadStays: 'organization.owner-stays',
  advice: 'transfer-ownership',
  unknownRole: 'boss',
};

const TEAM: Sample = {
  kind: 'team',
  path: '/api/teams',
  create: async () => {
    const { team, colleague, ...users } = await createCommunity(app);
    return { ...users, candidate: colleague, id: team };
  },
  createOther: ({ org, lead, candidate }) => createTeam(deps, org, lead, [candidate]),
  rolesOf: (id) => teamRoles(deps, id),
  replaceLead: ({ owner, candidate, id }) => call(owner, 'PUT', `/api/teams/${id}`, { admin_id: candidate.id }),
  managers: ['lead', 'admin'],
  refused: [
    ['member', 'team.not-admin'],
    ['candidate', 'team.not-admin'],
    ['owner', 'team.not-admin'],
    ['stranger', 'team.not-organization-member'],
  ],
  listsLeadFirst: false,
  leadField: 'is_admin',
  roleFixed: 'team.admin-role-fixed',
  leadStays: 'team.admin-stays',
  advice: 'admin_id',
  unknownRole: 'owner',
};

type Place = Pick<Sample, 'path'>;

const listMembers = ({ path }: Place, caller: Person | null, id: string, query = '') =>
  call(caller, 'GET', `${path}/${id}/members${query}`);

const addMember = ({ path }: Place, caller: Person | null, id: string, body: object) =>
  call(caller, 'POST', `${path}/${id}/members`, body);

const changeRole = ({ path }: Place, caller: Person | null, id: string, userId: string, role: unknown) =>
  call(caller, 'PUT', `${path}/${id}/members/${userId}`, { role });

const removeMember = ({ path }: Place, caller: Person | null, id: string, userId: string) =>
  call(caller, 'DELETE', `${path}/${id}/members/${userId}`);

async function setActive(user: Person, is_active: boolean): Promise<void> {
  await deps.db.updateTable('profile').set({ is_active }).where('id', '=', user.id).execute();
}

const idsOf = (members: { user_id: string }[]) => members.map(({ user_id }) => user_id);
const byIdDescending = (users: Person[]) => users.map(({ id }) => id).toSorted((a, b) => (a < b ? 1 : -1));
const outcomeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

/** The fields of a member that come from the profile. */
const userFields = ({ id }: Person, full_name = 'A Person', avatar_url: string | null = null) => ({
  user: { id, full_name, avatar_url, is_ai: false },
  user_id: id,
  full_name,
  avatar_url,
  is_ai: false,
});

/** The callers who may do all that the kind allows. */
const managersOf = async ({ managers }: Sample, group: Group) => [
  ...managers.map((who) => group[who]),
  await superAdmin(),
];

function testList(sample: Sample): void {
  const { kind, create, refused, listsLeadFirst } = sample;

  test.each([1, 2, 3])('200 in pages of %i goes through all members once', async (limit) => {
    const { id, lead, admin, member } = await create();
    const listed: string[][] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await listMembers(sample, member, id, `?limit=${limit}${cursor && `&cursor=${cursor}`}`);
      listed.push(idsOf(body.members));
      cursor = body.next_cursor;
    }
    // They join in the same millisecond, so that the ids decide.
    const expected = listsLeadFirst
      ? [lead.id, ...byIdDescending([admin, member])]
      : byIdDescending([lead, admin, member]);
    expect(listed.flat()).toEqual(expected);
    expect(listed.map((page) => page.length)).toEqual({ 1: [1, 1, 1], 2: [2, 1], 3: [3] }[limit]);
  });

  test('omits blocked users, including the lead, and email addresses', async () => {
    const { id, lead, admin, member } = await create();
    await Promise.all([setActive(lead, false), setActive(admin, false)]);
    const { body, text } = await listMembers(sample, member, id);
    expect(idsOf(body.members)).toEqual([member.id]);
    expect(text).not.toContain('@');
    await setActive(admin, true);
    expect((await listMembers(sample, member, id)).body.members).toHaveLength(2);
  });

  test('allows a super admin who is not a member', async () => {
    const { id } = await create();
    expect((await listMembers(sample, await superAdmin(), id)).body.members).toHaveLength(3);
  });

  test.each(['?limit=0', '?limit=501', '?cursor=abc'])('returns 400 for %s', async (query) => {
    const { id, lead } = await create();
    expect((await listMembers(sample, lead, id, query)).status).toBe(400);
  });

  test('returns 401 without a token, 403 to a non-member, 404 for an unknown group', async () => {
    const { id, stranger } = await create();
    expect((await listMembers(sample, null, id)).status).toBe(401);
    expect(outcomeOf(await listMembers(sample, stranger, id))).toEqual([403, refused.at(-1)?.[1]]);
    expect(outcomeOf(await listMembers(sample, stranger, randomUUID()))).toEqual([404, `${kind}.not-found`]);
  });
}

function testAddition(sample: Sample): void {
  const { kind, path, create, rolesOf, managers, refused, leadField, unknownRole } = sample;

  test.each([
    { input: undefined, role: 'member', who: managers[0] },
    { input: 'member', role: 'member', who: managers.at(-1) ?? managers[0] },
    { input: 'admin', role: 'admin', who: managers[0] },
  ])('201 with the role $input adds a user as $role, for the $who', async ({ input, role, who }) => {
    const { id, [who]: caller, candidate, roles } = await create();
    const { status, body } = await addMember(sample, caller, id, { user_id: candidate.id.toUpperCase(), role: input });
    expect(status).toBe(201);
    const joined_at = clock.now().toISOString();
    expect(body).toEqual({
      member: { ...userFields(candidate), role, [leadField]: false, joined_at, accepted_at: null },
    });
    expect(await rolesOf(id)).toEqual({ ...roles, [candidate.id]: role });
    expect((await call(candidate, 'GET', `${path}/${id}`)).body.user_role).toBe(role);
  });

  test('allows a super admin who is not a member', async () => {
    const { id, candidate } = await create();
    expect((await addMember(sample, await superAdmin(), id, { user_id: candidate.id })).status).toBe(201);
  });

  test('returns 400 for a member, and keeps their role', async () => {
    const { id, lead, admin, member, roles } = await create();
    for (const [user, role] of [
      [lead, 'member'],
      [admin, 'member'],
      [member, 'admin'],
    ] as const) {
      const response = await addMember(sample, lead, id, { user_id: user.id, role });
      expect(outcomeOf(response)).toEqual([400, `${kind}.already-member`]);
    }
    expect(await rolesOf(id)).toEqual(roles);
  });

  test.each([
    ['no user_id', {}],
    ['a user_id that is no UUID', { user_id: 'ben' }],
    ['a role that there is not', { user_id: randomUUID(), role: unknownRole }],
    ['a role of null', { user_id: randomUUID(), role: null }],
  ])('returns 400 for %s', async (_what, body) => {
    const { id, lead } = await create();
    expect((await addMember(sample, lead, id, body)).body.code).toBe('request.invalid');
  });

  test('returns 401 without a token, 403 to all but managers, also about themselves, and 404 for an unknown group', async () => {
    const { id, roles, ...users } = await create();
    const body = { user_id: users.candidate.id };
    expect((await addMember(sample, null, id, body)).status).toBe(401);
    for (const [who, code] of refused) {
      expect(outcomeOf(await addMember(sample, users[who], id, body))).toEqual([403, code]);
    }
    expect(outcomeOf(await addMember(sample, users.lead, randomUUID(), body))).toEqual([404, `${kind}.not-found`]);
    expect(await rolesOf(id)).toEqual(roles);
  });

  test('returns the same 404 for an unknown and a blocked user', async () => {
    const { id, lead, candidate, roles } = await create();
    await setActive(candidate, false);
    for (const user_id of [randomUUID(), candidate.id]) {
      expect(outcomeOf(await addMember(sample, lead, id, { user_id }))).toEqual([404, `${kind}.user-not-found`]);
    }
    expect(await rolesOf(id)).toEqual(roles);
  });
}

function testRoleChange(sample: Sample): void {
  const { kind, create, createOther, rolesOf, refused, leadField, roleFixed, advice, unknownRole } = sample;

  test('makes a member an admin and back, for all managers and super admins', async () => {
    const { roles, ...group } = await create();
    const { id, member } = group;
    for (const caller of await managersOf(sample, { ...group, roles })) {
      for (const role of ['admin', 'admin', 'member']) {
        const { status, body } = await changeRole(sample, caller, id, member.id.toUpperCase(), role);
        expect(status).toBe(200);
        expect(body.member).toMatchObject({ ...userFields(member), role, [leadField]: false });
        expect(await rolesOf(id)).toEqual({ ...roles, [member.id]: role });
      }
    }
  });

  test('does not change the role of the lead for any caller', async () => {
    const group = await create();
    for (const caller of await managersOf(sample, group)) {
      for (const role of ['member', 'admin']) {
        const response = await changeRole(sample, caller, group.id, group.lead.id, role);
        expect(outcomeOf(response)).toEqual([400, roleFixed]);
        expect(response.body.error).toContain(advice);
      }
    }
    expect(await rolesOf(group.id)).toEqual(group.roles);
  });

  test.each([undefined, null, unknownRole, 1])('returns 400 for a role of %s', async (role) => {
    const { id, lead, member } = await create();
    expect((await changeRole(sample, lead, id, member.id, role)).status).toBe(400);
  });

  test('returns 401 without a token, 403 to all but managers, also about themselves, and 404 for an unknown group', async () => {
    const { id, roles, ...users } = await create();
    const { lead, member } = users;
    expect((await changeRole(sample, null, id, member.id, 'admin')).status).toBe(401);
    for (const [who, code] of refused) {
      expect(outcomeOf(await changeRole(sample, users[who], id, member.id, 'admin'))).toEqual([403, code]);
    }
    const unknown = await changeRole(sample, lead, randomUUID(), lead.id, 'member');
    expect(outcomeOf(unknown)).toEqual([404, `${kind}.not-found`]);
    expect(await rolesOf(id)).toEqual(roles);
  });

  test('returns 404 for a member of another group alone', async () => {
    const group = await create();
    const { id, lead, candidate } = group;
    const other = await createOther(group);
    for (const userId of [candidate.id, randomUUID()]) {
      const response = await changeRole(sample, lead, id, userId, 'admin');
      expect(outcomeOf(response)).toEqual([404, `${kind}.member-not-found`]);
    }
    expect(await rolesOf(other)).toMatchObject({ [candidate.id]: 'member' });
  });
}

function testRemoval(sample: Sample): void {
  const { kind, create, createOther, rolesOf, replaceLead, managers, refused, leadStays, advice } = sample;

  test.each<{ who: Who; target: Who }>([
    ...managers.map((who) => ({ who, target: 'member' as const })),
    { who: 'lead', target: 'admin' },
    { who: 'admin', target: 'admin' },
    { who: 'member', target: 'member' },
  ])('200 lets its $who remove its $target', async ({ who, target }) => {
    const users = await create();
    const { [target]: leaving, id, roles } = users;
    const { status, body } = await removeMember(sample, users[who], id, leaving.id.toUpperCase());
    expect([status, body]).toEqual([200, { message: expect.any(String) }]);
    const { [leaving.id]: _, ...others } = roles;
    expect(await rolesOf(id)).toEqual(others);
  });

  test('removes a blocked user', async () => {
    const { id, lead, member } = await create();
    await setActive(member, false);
    expect((await removeMember(sample, lead, id, member.id)).status).toBe(200);
  });

  test('allows a super admin who is not a member', async () => {
    const { id, member } = await create();
    expect((await removeMember(sample, await superAdmin(), id, member.id)).status).toBe(200);
  });

  test('does not remove the lead for any caller, until another is named', async () => {
    const group = await create();
    const { id, lead, roles } = group;
    for (const caller of await managersOf(sample, group)) {
      const response = await removeMember(sample, caller, id, lead.id);
      expect(outcomeOf(response)).toEqual([400, leadStays]);
      expect(response.body.error).toContain(advice);
    }
    expect(await rolesOf(id)).toEqual(roles);
    await replaceLead(group);
    expect((await removeMember(sample, lead, id, lead.id)).status).toBe(200);
    expect(Object.keys(await rolesOf(id))).not.toContain(lead.id);
  });

  test('returns 400 for ids that are not UUIDs, 401 without a token, 404 for an unknown group', async () => {
    const { id, lead, member } = await create();
    expect((await removeMember(sample, lead, id, 'ada')).status).toBe(400);
    expect((await removeMember(sample, lead, 'larks', lead.id)).status).toBe(400);
    expect((await removeMember(sample, null, id, member.id)).status).toBe(401);
    expect(outcomeOf(await removeMember(sample, lead, randomUUID(), lead.id))).toEqual([404, `${kind}.not-found`]);
  });

  test('returns 403 to all but managers about others, members or not, and to non-members about themselves', async () => {
    const { id, roles, ...users } = await create();
    for (const [who, code] of refused) {
      const caller = users[who];
      const others = Object.keys(roles).filter((member) => member !== caller.id);
      for (const target of [...others, randomUUID(), ...(caller.id in roles ? [] : [caller.id])]) {
        expect(outcomeOf(await removeMember(sample, caller, id, target))).toEqual([403, code]);
      }
    }
    expect(await rolesOf(id)).toEqual(roles);
  });

  test('returns 404 for a member of another group alone', async () => {
    const group = await create();
    const { id, lead, candidate } = group;
    const other = await createOther(group);
    for (const userId of [candidate.id, randomUUID()]) {
      expect(outcomeOf(await removeMember(sample, lead, id, userId))).toEqual([404, `${kind}.member-not-found`]);
    }
    expect(await rolesOf(other)).toMatchObject({ [candidate.id]: 'member' });
  });
}

describe('GET /api/organizations/:id/members', () => {
  testList(ORGANIZATION);

  test('lists the owner first, then the newest members, with exactly these fields', async () => {
    const [ada, ben, cleo] = await Promise.all([person({ name: 'Ada' }), person({ name: 'Ben' }), person()]);
    const id = await createOrganization(deps, ada);
    const avatar = 'https://people.test/ben.png';
    await call(ben, 'PUT', '/api/user/profile', { avatar_url: avatar });
    const joined: string[] = [];
    for (const [user, role] of [
      [ben, 'admin'],
      [cleo, 'member'],
    ] as const) {
      clock.advance(1_000);
      await addMember(ORGANIZATION, ada, id, { user_id: user.id, role });
      joined.push(clock.now().toISOString());
    }
    const { status, body } = await listMembers(ORGANIZATION, cleo, id);
    expect(status).toBe(200);
    const added = { is_owner: false, accepted_at: null };
    expect(body).toEqual({
      members: [
        { ...userFields(ada, 'Ada'), role: 'owner', is_owner: true, accepted_at: expect.any(String) },
        { ...userFields(cleo), ...added, role: 'member', joined_at: joined[1] },
        { ...userFields(ben, 'Ben', avatar), ...added, role: 'admin', joined_at: joined[0] },
      ],
      next_cursor: null,
    });
  });
});

describe('GET /api/teams/:id/members', () => {
  testList(TEAM);

  test('lists the newest members first to members of the organization, with exactly these fields', async () => {
    const [ada, ben, colleague] = await Promise.all([person({ name: 'Ada' }), person({ name: 'Ben' }), person()]);
    const team = await createTeam(deps, await createOrganization(deps, ada, [ben, colleague]), ada);
    const founded = clock.now().toISOString();
    clock.advance(1_000);
    await addMember(TEAM, ada, team, { user_id: ben.id, role: 'admin' });
    const joined = clock.now().toISOString();
    for (const viewer of [ada, ben, colleague]) {
      const { status, body } = await listMembers(TEAM, viewer, team);
      expect(status).toBe(200);
      expect(body).toEqual({
        members: [
          { ...userFields(ben, 'Ben'), role: 'admin', is_admin: false, joined_at: joined, accepted_at: null },
          { ...userFields(ada, 'Ada'), role: 'admin', is_admin: true, joined_at: founded, accepted_at: founded },
        ],
        next_cursor: null,
      });
    }
  });
});

describe('POST /api/organizations/:id/members', () => {
  testAddition(ORGANIZATION);

  test('returns 400 for the role of owner, and points to the transfer', async () => {
    const { id, lead, candidate, roles } = await ORGANIZATION.create();
    const response = await addMember(ORGANIZATION, lead, id, { user_id: candidate.id, role: 'owner' });
    expect(outcomeOf(response)).toEqual([400, 'organization.owner-by-transfer']);
    expect(response.body.error).toContain('transfer-ownership');
    expect(await organizationRoles(deps, id)).toEqual(roles);
  });
});

describe('POST /api/teams/:id/members', () => {
  testAddition(TEAM);

  test('returns 400 for a user of another organization', async () => {
    const { id, lead, stranger, roles } = await TEAM.create();
    await createOrganization(deps, lead, [stranger]);
    const response = await addMember(TEAM, lead, id, { user_id: stranger.id });
    expect(outcomeOf(response)).toEqual([400, 'team.user-not-in-organization']);
    expect(await teamRoles(deps, id)).toEqual(roles);
  });
});

describe('PUT /api/organizations/:id/members/:userId', () => {
  testRoleChange(ORGANIZATION);

  test('returns 400 for the role of owner, and points to the transfer', async () => {
    const group = await ORGANIZATION.create();
    for (const caller of await managersOf(ORGANIZATION, group)) {
      const response = await changeRole(ORGANIZATION, caller, group.id, group.member.id, 'owner');
      expect(outcomeOf(response)).toEqual([400, 'organization.owner-by-transfer']);
      expect(response.body.error).toContain('transfer-ownership');
    }
    expect(await organizationRoles(deps, group.id)).toEqual(group.roles);
  });
});

describe('PUT /api/teams/:id/members/:userId', () => {
  testRoleChange(TEAM);

  test('gives rights, and takes them away, with the role', async () => {
    const { id, lead, admin, member } = await TEAM.create();
    expect((await changeRole(TEAM, lead, id, member.id, 'admin')).status).toBe(200);
    expect((await changeRole(TEAM, member, id, admin.id, 'member')).status).toBe(200);
    expect((await changeRole(TEAM, admin, id, admin.id, 'admin')).body.code).toBe('team.not-admin');
  });
});

describe('DELETE /api/organizations/:id/members/:userId', () => {
  testRemoval(ORGANIZATION);

  test('ends the memberships of all teams of the organization too, and nothing else', async () => {
    const [ada, ben, cleo] = await Promise.all([person(), person(), person()]);
    const id = await createOrganization(deps, ada, [ben, cleo]);
    const team = await createTeam(deps, id, cleo, [ben]);
    const other = await createOrganization(deps, ada, [ben]);
    const otherTeam = await createTeam(deps, other, ada, [ben]);
    expect((await removeMember(ORGANIZATION, ada, id, ben.id)).status).toBe(200);
    expect(await organizationRoles(deps, id)).toEqual({ [ada.id]: 'owner', [cleo.id]: 'member' });
    expect(await teamRoles(deps, team)).toEqual({ [cleo.id]: 'admin' });
    expect((await call(ben, 'GET', `/api/organizations/${id}`)).status).toBe(403);
    expect((await call(ben, 'GET', `/api/teams/${team}`)).status).toBe(403);
    expect((await call(ben, 'GET', `/api/teams/${otherTeam}`)).body.user_role).toBe('member');
  });

  test('lets the owner take over the teams that the member led, whether or not they were in them', async () => {
    const [ada, ben, cleo] = await Promise.all([person(), person(), person()]);
    const id = await createOrganization(deps, ada, [ben, cleo]);
    const without = await createTeam(deps, id, ben);
    const within = await createTeam(deps, id, ben, [ada]);
    const untouched = await createTeam(deps, id, cleo, [ben]);
    clock.advance(1_000);
    expect((await removeMember(ORGANIZATION, ben, id, ben.id)).status).toBe(200);
    for (const team of [without, within]) {
      expect(await teamRoles(deps, team)).toEqual({ [ada.id]: 'admin' });
      const { body } = await call(ada, 'GET', `/api/teams/${team}`);
      expect(body).toMatchObject({
        team: { admin_id: ada.id, updated_at: clock.now().toISOString() },
        user_role: 'admin',
      });
    }
    expect((await call(ada, 'GET', `/api/teams/${untouched}`)).body.team.admin_id).toBe(cleo.id);
    expect(await teamRoles(deps, untouched)).toEqual({ [cleo.id]: 'admin' });
  });
});

describe('DELETE /api/teams/:id/members/:userId', () => {
  testRemoval(TEAM);

  test('leaves the user in the organization', async () => {
    const { id, org, lead, member } = await TEAM.create();
    expect((await removeMember(TEAM, lead, id, member.id)).status).toBe(200);
    expect(await organizationRoles(deps, org)).toMatchObject({ [member.id]: 'member' });
    expect((await call(member, 'GET', `/api/teams/${id}`)).body.user_role).toBeNull();
  });
});
