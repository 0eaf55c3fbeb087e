import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { countStatements } from '#test/count-statements.ts';
import { createCommunity, createOrganization, createTeam, teamRoles } from '#test/groups.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { listTeams } from './team.actions.ts';

const app = await startTestApp();
const { person, superAdmin, call, deps, clock } = app;

async function make(maker: Person, org_id: string, fields: object = {}) {
  const { status, body } = await call(maker, 'POST', '/api/teams', { name: 'A team', org_id, ...fields });
  expect(status).toBe(201);
  return body.team;
}

const rowOf = (id: string) => deps.db.selectFrom('team').selectAll().where('id', '=', id).executeTakeFirst();
const teamsOf = (orgId: string) => deps.db.selectFrom('team').selectAll().where('org_id', '=', orgId).execute();

/** Invalid fields, for POST and PUT. */
const INVALID_FIELDS: { what: string; fields: object }[] = [
  { what: 'an empty name', fields: { name: '' } },
  { what: 'a name of 101 characters', fields: { name: 'n'.repeat(101) } },
  { what: 'a name of null', fields: { name: null } },
  { what: 'a description of 1,001 characters', fields: { description: 'd'.repeat(1_001) } },
  { what: 'settings that are a list', fields: { settings: [] } },
  { what: 'settings of more than 16 KB', fields: { settings: { note: 'n'.repeat(16_384) } } },
  { what: 'an admin_id that is no UUID', fields: { admin_id: 'ada' } },
  { what: 'an admin_id of null', fields: { admin_id: null } },
];

describe('GET /api/teams', () => {
  test('lists the teams of all organizations of the caller, newest first, in pages', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const orgs = [await createOrganization(deps, ada), await createOrganization(deps, ben, [ada])];
    const teams: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      teams.unshift(await createTeam(deps, orgs[count % 2] ?? '', count % 2 === 0 ? ada : ben));
      clock.advance(1);
    }
    await createTeam(deps, await createOrganization(deps, ben), ben);
    const listed: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { status, body } = await call(ada, 'GET', `/api/teams?limit=2${cursor && `&cursor=${cursor}`}`);
      expect(status).toBe(200);
      listed.push(...body.teams.map(({ id }: { id: string }) => id));
      cursor = body.next_cursor;
    }
    expect(listed).toEqual(teams);
  });

  test('returns 200 with org_id lists the teams of that organization alone', async () => {
    const ada = await person();
    const [org, other] = [await createOrganization(deps, ada), await createOrganization(deps, ada)];
    const team = await make(ada, org);
    await make(ada, other);
    expect((await call(ada, 'GET', `/api/teams?org_id=${org.toUpperCase()}`)).body).toEqual({
      teams: [team],
      next_cursor: null,
    });
  });

  test('returns nothing to a non-member', async () => {
    const { stranger } = await createCommunity(app);
    expect((await call(stranger, 'GET', '/api/teams')).body).toEqual({ teams: [], next_cursor: null });
  });

  test('returns all teams, or those of any organization, to a super admin', async () => {
    const root = await superAdmin();
    const [{ team, org }, other] = [await createCommunity(app), await createCommunity(app)];
    const ids = async (query: string) =>
      (await call(root, 'GET', `/api/teams${query}`)).body.teams.map(({ id }: { id: string }) => id);
    expect(await ids('')).toEqual(expect.arrayContaining([team, other.team]));
    expect(await ids(`?org_id=${org}`)).toEqual([team]);
  });

  test.each(['limit=0', 'limit=501', 'cursor=abc', 'org_id=larks', 'org_id='])('returns 400 for %s', async (query) => {
    expect((await call(await person(), 'GET', `/api/teams?${query}`)).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await call(null, 'GET', '/api/teams')).status).toBe(401);
  });

  test('returns 403 for the teams of another organization', async () => {
    const { stranger, org } = await createCommunity(app);
    const { status, body } = await call(stranger, 'GET', `/api/teams?org_id=${org}`);
    expect([status, body.code]).toEqual([403, 'organization.not-member']);
  });

  test('returns 404 for an unknown organization, for super admins too', async () => {
    for (const caller of [await person(), await superAdmin()]) {
      const { status, body } = await call(caller, 'GET', `/api/teams?org_id=${randomUUID()}`);
      expect([status, body.code]).toEqual([404, 'organization.not-found']);
    }
  });
});

describe('GET /api/teams?mine=true', () => {
  test('lists the teams that the caller is a member of only, with counts and admin', async () => {
    const { owner, lead, member, colleague, team, org } = await createCommunity(app);
    const other = await make(colleague, org);
    const ids = async (viewer: Person, query: string) => {
      const { status, body } = await call(viewer, 'GET', `/api/teams${query}`);
      expect(status).toBe(200);
      return body.teams.map(({ id }: { id: string }) => id).toSorted();
    };
    expect(await ids(member, '?mine=true')).toEqual([team]);
    expect(await ids(member, `?mine=true&org_id=${org}`)).toEqual([team]);
    expect(await ids(owner, '?mine=true')).toEqual([]);
    for (const query of ['', '?mine=false']) expect(await ids(owner, query)).toEqual([team, other.id].toSorted());
    const { teams } = (await call(member, 'GET', '/api/teams?mine=true')).body;
    expect(teams).toMatchObject([{ admin: { id: lead.id }, user_role: 'member', member_count: 3 }]);
    expect((await call(member, 'GET', '/api/teams?mine=yes')).status).toBe(400);
  });

  test('counts neither deactivated members nor names a deactivated admin', async () => {
    const { lead, member, team } = await createCommunity(app);
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', lead.id).execute();
    const { body } = await call(member, 'GET', `/api/teams/${team}`);
    expect(body.team).toMatchObject({ admin: null, member_count: 2 });
  });

  test('costs a list of teams of any length two statements', async () => {
    const { member, colleague, org } = await createCommunity(app);
    for (let number = 0; number < 5; number += 1) await make(colleague, org);
    const actor = { userId: member.id, isSuperAdmin: false } as Parameters<typeof listTeams>[1];
    for (const limit of [1, 6]) {
      const { db, count } = countStatements(deps.db);
      expect((await listTeams({ ...deps, db }, actor, { limit })).teams).toHaveLength(limit);
      expect(count()).toBe(2);
    }
  });
});

describe('GET /api/teams/:id', () => {
  test("returns the team and the caller's role, or null, to members of the organization", async () => {
    const { owner, lead, admin, member, colleague, team, org } = await createCommunity(app);
    const root = await superAdmin();
    for (const [viewer, user_role] of [
      [lead, 'admin'],
      [admin, 'admin'],
      [member, 'member'],
      [colleague, null],
      [owner, null],
      [root, null],
    ] as const) {
      const { status, body } = await call(viewer, 'GET', `/api/teams/${team}`);
      expect(status).toBe(200);
      expect(body).toEqual({
        team: {
          id: team,
          name: 'A team',
          description: '',
          org_id: org,
          admin_id: lead.id,
          admin: { id: lead.id, full_name: expect.any(String), avatar_url: null, is_ai: false },
          user_role,
          member_count: 3,
          settings: {},
          organizations: { id: org, name: 'An organization' },
          created_at: expect.any(String),
          updated_at: expect.any(String),
        },
        user_role,
        is_accepted: user_role !== null,
      });
    }
  });

  test('returns 400 for an id that is not a UUID', async () => {
    expect((await call(await person(), 'GET', '/api/teams/abc')).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    const { team } = await createCommunity(app);
    expect((await call(null, 'GET', `/api/teams/${team}`)).status).toBe(401);
  });

  test('returns 403 to a non-member', async () => {
    const { team, stranger } = await createCommunity(app);
    const { status, body } = await call(stranger, 'GET', `/api/teams/${team}`);
    expect([status, body.code]).toEqual([403, 'team.not-organization-member']);
  });

  test('returns 404 for an unknown id', async () => {
    const { status, body } = await call(await person(), 'GET', `/api/teams/${randomUUID()}`);
    expect([status, body.code]).toEqual([404, 'team.not-found']);
  });
});

describe('POST /api/teams', () => {
  test('returns and stores the team, and makes the member its admin', async () => {
    const { colleague, org } = await createCommunity(app);
    const fields = { name: 'Larks', description: 'Early birds', settings: { colour: 'green' } };
    const team = await make(colleague, org, fields);
    const now = clock.now();
    expect(team).toEqual({
      ...fields,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      org_id: org,
      admin_id: colleague.id,
      admin: { id: colleague.id, full_name: expect.any(String), avatar_url: null, is_ai: false },
      user_role: 'admin',
      member_count: 1,
      organizations: { id: org, name: 'An organization' },
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
    });
    const stored = { ...fields, id: team.id, org_id: org, admin_id: colleague.id, created_at: now, updated_at: now };
    expect(await rowOf(team.id)).toEqual(stored);
    expect(await teamRoles(deps, team.id)).toEqual({ [colleague.id]: 'admin' });
  });

  test('returns 201 with another admin_id makes that member its admin, and leaves its maker outside', async () => {
    const { colleague, member, org } = await createCommunity(app);
    const team = await make(colleague, org, { admin_id: member.id.toUpperCase() });
    expect(team.admin_id).toBe(member.id);
    expect(await teamRoles(deps, team.id)).toEqual({ [member.id]: 'admin' });
  });

  test('returns 201 for a super admin outside, who names a member', async () => {
    const { member, org } = await createCommunity(app);
    expect((await make(await superAdmin(), org, { admin_id: member.id })).admin_id).toBe(member.id);
  });

  test('returns 201 for a super admin outside, who names no one, makes the organization’s owner its admin', async () => {
    const { owner, org } = await createCommunity(app);
    const team = await make(await superAdmin(), org);
    expect(team.admin_id).toBe(owner.id);
    expect(await teamRoles(deps, team.id)).toEqual({ [owner.id]: 'admin' });
  });

  test('returns 201 for a super admin who is a member makes them its admin', async () => {
    const { owner, org } = await createCommunity(app);
    const root = await superAdmin();
    await call(owner, 'POST', `/api/organizations/${org}/members`, { user_id: root.id });
    expect((await make(root, org)).admin_id).toBe(root.id);
  });

  test('ignores keys that cannot be set', async () => {
    const { colleague, org } = await createCommunity(app);
    const foreign = { id: randomUUID(), created_at: '2001-01-01T00:00:00.000Z', user_role: 'admin', organizations: {} };
    const team = await make(colleague, org, foreign);
    expect(team.id).not.toBe(foreign.id);
    expect(team.created_at).toBe(clock.now().toISOString());
    expect(team.organizations.id).toBe(org);
  });

  test.each([
    ...INVALID_FIELDS,
    { what: 'no name', fields: { name: undefined } },
    { what: 'no organization', fields: { org_id: undefined } },
    { what: 'an organization that is no UUID', fields: { org_id: 'larks' } },
  ])('returns 400 for $what, and stores nothing', async ({ fields }) => {
    const ada = await person();
    const org = await createOrganization(deps, ada);
    const body = { name: 'A team', org_id: org, ...fields };
    expect((await call(ada, 'POST', '/api/teams', body)).status).toBe(400);
    expect(await teamsOf(org)).toEqual([]);
  });

  test('returns 400 for an admin who is no active member of the organization', async () => {
    const { colleague, member, stranger, org } = await createCommunity(app);
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', member.id).execute();
    for (const admin_id of [stranger.id, randomUUID(), member.id]) {
      const { status, body } = await call(colleague, 'POST', '/api/teams', { name: 'A team', org_id: org, admin_id });
      expect([status, body.code]).toEqual([400, 'team.admin-not-member']);
    }
    expect(await teamsOf(org)).toHaveLength(1);
  });

  test('returns 401 without a token', async () => {
    const { org } = await createCommunity(app);
    expect((await call(null, 'POST', '/api/teams', { name: 'A team', org_id: org })).status).toBe(401);
  });

  test('returns 403 to a non-member', async () => {
    const { stranger, org } = await createCommunity(app);
    const { status, body } = await call(stranger, 'POST', '/api/teams', { name: 'A team', org_id: org });
    expect([status, body.code]).toEqual([403, 'organization.not-member']);
  });

  test('returns 404 for an unknown organization', async () => {
    const { status, body } = await call(await person(), 'POST', '/api/teams', { name: 'A team', org_id: randomUUID() });
    expect([status, body.code]).toEqual([404, 'organization.not-found']);
  });
});

describe('PUT /api/teams/:id', () => {
  const change = (caller: Person | null, id: string, body: object) => call(caller, 'PUT', `/api/teams/${id}`, body);

  test('lets admins of the team, named or not, change what they name, keeps the rest, and says when', async () => {
    const { lead, admin, team } = await createCommunity(app);
    const { body: before } = await call(lead, 'GET', `/api/teams/${team}`);
    for (const [caller, fields] of [
      [lead, { name: 'Larks' }],
      [admin, { description: 'Early birds', settings: { colour: 'green' } }],
    ] as const) {
      clock.advance(1_000);
      const { status, body } = await change(caller, team, fields);
      expect(status).toBe(200);
      expect(body.team).toMatchObject({ ...fields, updated_at: clock.now().toISOString() });
    }
    expect((await call(lead, 'GET', `/api/teams/${team}`)).body.team).toEqual({
      ...before.team,
      name: 'Larks',
      description: 'Early birds',
      settings: { colour: 'green' },
      updated_at: clock.now().toISOString(),
    });
  });

  test('replaces settings as a whole', async () => {
    const ada = await person();
    const { id } = await make(ada, await createOrganization(deps, ada), { settings: { colour: 'green', size: 3 } });
    expect((await change(ada, id, { settings: { size: 4 } })).body.team.settings).toEqual({ size: 4 });
  });

  test('lets the organization’s owner name another admin, who joins; the former one stays an admin', async () => {
    const { owner, lead, admin, member, colleague, team } = await createCommunity(app);
    for (const next of [colleague, member]) {
      const { status, body } = await change(owner, team, { admin_id: next.id.toUpperCase() });
      expect([status, body.team.admin_id]).toEqual([200, next.id]);
    }
    expect(await teamRoles(deps, team)).toEqual({
      [lead.id]: 'admin',
      [admin.id]: 'admin',
      [colleague.id]: 'admin',
      [member.id]: 'admin',
    });
  });

  test('lets an admin send the whole team back as it was read', async () => {
    const { admin, lead, team } = await createCommunity(app);
    const { body } = await call(admin, 'GET', `/api/teams/${team}`);
    const response = await change(admin, team, { ...body.team, admin_id: lead.id.toUpperCase(), name: 'Larks' });
    expect([response.status, response.body.team]).toEqual([
      200,
      { ...body.team, name: 'Larks', updated_at: expect.any(String) },
    ]);
  });

  test('ignores keys that cannot be set, such as the organization', async () => {
    const { lead, team, org } = await createCommunity(app);
    const other = await createOrganization(deps, lead);
    const foreign = { id: randomUUID(), org_id: other, created_at: '2001-01-01T00:00:00.000Z', organizations: {} };
    expect((await change(lead, team, foreign)).body.team).toMatchObject({ id: team, org_id: org });
    expect((await rowOf(team))?.org_id).toBe(org);
  });

  test('lets a super admin who is not a member change all values', async () => {
    const { colleague, team } = await createCommunity(app);
    const { body } = await change(await superAdmin(), team, { name: 'Larks', admin_id: colleague.id });
    expect(body.team).toMatchObject({ name: 'Larks', admin_id: colleague.id });
  });

  test.each(INVALID_FIELDS)('returns 400 for $what, and changes nothing', async ({ fields }) => {
    const ada = await person();
    const { id } = await make(ada, await createOrganization(deps, ada));
    const before = await rowOf(id);
    expect((await change(ada, id, fields)).status).toBe(400);
    expect(await rowOf(id)).toEqual(before);
  });

  test('returns 400 for an admin who is no active member of the organization, and changes nothing else', async () => {
    const { team, colleague, stranger } = await createCommunity(app);
    const root = await superAdmin();
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', colleague.id).execute();
    const before = [await rowOf(team), await teamRoles(deps, team)];
    for (const admin_id of [stranger.id, colleague.id, randomUUID()]) {
      const { status, body } = await change(root, team, { name: 'Larks', admin_id });
      expect([status, body.code]).toEqual([400, 'team.admin-not-member']);
    }
    expect([await rowOf(team), await teamRoles(deps, team)]).toEqual(before);
  });

  test('returns 401 without a token', async () => {
    const { team } = await createCommunity(app);
    expect((await change(null, team, { name: 'Larks' })).status).toBe(401);
  });

  test('returns 403 without permission for one of the values, and changes nothing', async () => {
    const { owner, lead, admin, member, colleague, stranger, team } = await createCommunity(app);
    const before = [await rowOf(team), await teamRoles(deps, team)];
    const rename = { name: 'Larks' };
    const promote = { admin_id: colleague.id };
    for (const [caller, fields, code] of [
      [member, rename, 'team.not-admin'],
      [colleague, rename, 'team.not-admin'],
      [owner, rename, 'team.not-admin'],
      [owner, {}, 'team.not-admin'],
      [owner, { ...rename, ...promote }, 'team.not-admin'],
      [stranger, rename, 'team.not-organization-member'],
      [lead, promote, 'team.not-organization-owner'],
      [admin, { ...rename, ...promote }, 'team.not-organization-owner'],
      [member, { admin_id: member.id }, 'team.not-organization-owner'],
      [stranger, { admin_id: stranger.id }, 'team.not-organization-member'],
    ] as const) {
      const { status, body } = await change(caller, team, fields);
      expect([status, body.code]).toEqual([403, code]);
    }
    expect([await rowOf(team), await teamRoles(deps, team)]).toEqual(before);
  });

  test('returns 404 for an unknown id', async () => {
    expect((await change(await person(), randomUUID(), { name: 'Larks' })).body.code).toBe('team.not-found');
  });
});

describe('DELETE /api/teams/:id', () => {
  const remove = (caller: Person | null, id: string) => call(caller, 'DELETE', `/api/teams/${id}`);

  test.each(['lead', 'admin'] as const)(
    '200 for its %s deletes it with its memberships, and nothing else',
    async (who) => {
      const users = await createCommunity(app);
      const other = await createTeam(deps, users.org, users.lead, [users.member]);
      const { status, body } = await remove(users[who], users.team);
      expect([status, body]).toEqual([200, { message: expect.any(String) }]);
      expect(await rowOf(users.team)).toBeUndefined();
      expect(await teamRoles(deps, users.team)).toEqual({});
      expect(await teamRoles(deps, other)).toEqual({ [users.lead.id]: 'admin', [users.member.id]: 'member' });
      expect((await call(users.member, 'GET', `/api/organizations/${users.org}`)).status).toBe(200);
    },
  );

  test('allows a super admin who is not a member', async () => {
    const { team } = await createCommunity(app);
    expect((await remove(await superAdmin(), team)).status).toBe(200);
  });

  test('returns 400 for an id that is not a UUID', async () => {
    expect((await remove(await person(), 'abc')).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    const { team } = await createCommunity(app);
    expect((await remove(null, team)).status).toBe(401);
  });

  test('returns 403 to members, members of the organization, its owner, and non-members', async () => {
    const { owner, member, colleague, stranger, team } = await createCommunity(app);
    for (const [caller, code] of [
      [member, 'team.not-admin'],
      [colleague, 'team.not-admin'],
      [owner, 'team.not-admin'],
      [stranger, 'team.not-organization-member'],
    ] as const) {
      const { status, body } = await remove(caller, team);
      expect([status, body.code]).toEqual([403, code]);
    }
    expect(await rowOf(team)).toBeDefined();
  });

  test('404 the second time', async () => {
    const { lead, team } = await createCommunity(app);
    expect([(await remove(lead, team)).status, (await remove(lead, team)).status]).toEqual([200, 404]);
  });
});
