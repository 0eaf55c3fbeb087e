import { createOrganization } from '../../groups.ts';
import type { Person } from '../../start-test-app.ts';
import { type Rows, row } from '../matrix.ts';
import type { Scenario } from '../scenario.ts';

const org = async (scenario: Scenario) => ({ path: { id: (await scenario.groups()).org } });
const team = async (scenario: Scenario) => ({ path: { id: (await scenario.groups()).team } });

/** Creates a member of the organization who is none of the callers. */
async function newMember(scenario: Scenario, groups: { org: string }): Promise<string> {
  const { id } = await scenario.person();
  const { status, text } = await scenario.app.call(
    scenario.people.owner,
    'POST',
    `/api/organizations/${groups.org}/members`,
    { user_id: id, role: 'member' },
  );
  if (status !== 201) throw new Error(text);
  return id;
}

async function newTeamMember(scenario: Scenario): Promise<{ team: string; userId: string }> {
  const groups = await scenario.groups();
  const userId = await newMember(scenario, groups);
  const { status, text } = await scenario.app.call(scenario.people.owner, 'POST', `/api/teams/${groups.team}/members`, {
    user_id: userId,
    role: 'member',
  });
  if (status !== 201) throw new Error(text);
  return { team: groups.team, userId };
}

/** Groups that the member was added to, and has not accepted. */
async function unaccepted(scenario: Scenario): Promise<{ org: string; team: string }> {
  const groups = await scenario.groups();
  const { db } = scenario.app.deps;
  await db
    .updateTable('organization_member')
    .set({ accepted_at: null })
    .where('user_id', '=', scenario.people.member.id)
    .where('org_id', '=', groups.org)
    .execute();
  await db
    .updateTable('team_member')
    .set({ accepted_at: null })
    .where('user_id', '=', scenario.people.member.id)
    .where('team_id', '=', groups.team)
    .execute();
  return groups;
}

/** An organization that the member handed to the owner, who has not accepted it. */
async function handedOver(scenario: Scenario) {
  const { org } = await scenario.groups();
  const { db, clock } = scenario.app.deps;
  await db
    .insertInto('ownership_transfer')
    .values({
      org_id: org,
      previous_owner_id: scenario.people.member.id,
      previous_role: 'member',
      transferred_at: clock.now(),
    })
    .execute();
  return { path: { id: org } };
}

/** What the host gets back for an invitation. */
async function invitation(
  scenario: Scenario,
  groups: 'organizations' | 'teams',
  id: string,
  body: object,
  host: Person = scenario.people.owner,
) {
  const {
    status,
    text,
    body: answer,
  } = await scenario.app.call(host, 'POST', `/api/${groups}/${id}/invitations`, body);
  if (status !== 201) throw new Error(text);
  return answer;
}

/** An invitation of the matrix's member, to an organization that they do not belong to. */
async function toMember(scenario: Scenario) {
  const org = await createOrganization(scenario.app.deps, scenario.people.owner);
  const { invitation: made } = await invitation(scenario, 'organizations', org, { user_id: scenario.people.member.id });
  return { path: { id: made.id } };
}

/** The rows of organizations. A caller that knows the id of an organization learns that it exists (403). An unknown id is a 404 for all. */
export const ORGANIZATION_ROWS: Rows = {
  'GET /api/organizations': row('401 401 | 200 200 200 200 | 200'),
  'POST /api/organizations': row('401 401 | 201 201 201 201 | 201', () => ({ body: { name: 'Gardeners' } })),
  'GET /api/organizations/:id': row('401 401 | 403 403 200 200 | 200', org),
  'PUT /api/organizations/:id': row('401 401 | 403 403 403 200 | 200', async (scenario) => ({
    ...(await org(scenario)),
    body: { name: 'Foresters' },
  })),
  'DELETE /api/organizations/:id': row('401 401 | 403 403 403 200 | 200', org),
  'GET /api/organizations/:id/members': row('401 401 | 403 403 200 200 | 200', org),
  'POST /api/organizations/:id/members': row('401 401 | 403 403 403 201 | 201', async (scenario) => ({
    ...(await org(scenario)),
    body: { user_id: (await scenario.person()).id, role: 'member' },
  })),
  'PUT /api/organizations/:id/members/:userId': row('401 401 | 403 403 403 200 | 200', async (scenario) => {
    const groups = await scenario.groups();
    return { path: { id: groups.org, userId: await newMember(scenario, groups) }, body: { role: 'admin' } };
  }),
  'DELETE /api/organizations/:id/members/:userId': row('401 401 | 403 403 403 200 | 200', async (scenario) => {
    const groups = await scenario.groups();
    return { path: { id: groups.org, userId: await newMember(scenario, groups) } };
  }),
  'POST /api/organizations/:id/transfer-ownership': row('401 401 | 403 403 403 200 | 200', async (scenario) => {
    const groups = await scenario.groups();
    return { path: { id: groups.org }, body: { new_owner_id: await newMember(scenario, groups) } };
  }),
  'POST /api/organizations/:id/members/me/accept': row('401 401 | 403 403 200 200 | 403', async (scenario) => ({
    path: { id: (await unaccepted(scenario)).org },
  })),
  'POST /api/organizations/:id/members/me/decline': row('401 401 | 403 403 200 400 | 403', async (scenario) => ({
    path: { id: (await unaccepted(scenario)).org },
  })),
  'POST /api/organizations/:id/ownership/accept': row('401 401 | 403 403 403 200 | 403', handedOver),
  'POST /api/organizations/:id/ownership/decline': row('401 401 | 403 403 403 200 | 403', handedOver),

  'GET /api/teams': row('401 401 | 200 200 200 200 | 200'),
  'POST /api/teams': row('401 401 | 403 403 201 201 | 201', async (scenario) => {
    const groups = await scenario.groups();
    return { body: { name: 'Roses', org_id: groups.org, admin_id: scenario.people.owner.id } };
  }),
  'GET /api/teams/:id': row('401 401 | 403 403 200 200 | 200', team),
  'PUT /api/teams/:id': row('401 401 | 403 403 403 200 | 200', async (scenario) => ({
    ...(await team(scenario)),
    body: { name: 'Tulips' },
  })),
  'DELETE /api/teams/:id': row('401 401 | 403 403 403 200 | 200', team),
  'GET /api/teams/:id/members': row('401 401 | 403 403 200 200 | 200', team),
  'POST /api/teams/:id/members': row('401 401 | 403 403 403 201 | 201', async (scenario) => {
    const groups = await scenario.groups();
    return { path: { id: groups.team }, body: { user_id: await newMember(scenario, groups), role: 'member' } };
  }),
  'PUT /api/teams/:id/members/:userId': row('401 401 | 403 403 403 200 | 200', async (scenario) => {
    const { team, userId } = await newTeamMember(scenario);
    return { path: { id: team, userId }, body: { role: 'admin' } };
  }),
  'DELETE /api/teams/:id/members/:userId': row('401 401 | 403 403 403 200 | 200', async (scenario) => {
    const { team, userId } = await newTeamMember(scenario);
    return { path: { id: team, userId } };
  }),
  'POST /api/teams/:id/members/me/accept': row('401 401 | 403 403 200 200 | 403', async (scenario) => ({
    path: { id: (await unaccepted(scenario)).team },
  })),
  'POST /api/teams/:id/members/me/decline': row('401 401 | 403 403 200 400 | 403', async (scenario) => ({
    path: { id: (await unaccepted(scenario)).team },
  })),

  'GET /api/organizations/:id/invitations': row('401 401 | 403 403 403 200 | 200', org),
  'POST /api/organizations/:id/invitations': row('401 401 | 403 403 403 201 | 201', async (scenario) => ({
    ...(await org(scenario)),
    body: { user_id: (await scenario.person()).id },
  })),
  'DELETE /api/organizations/:id/invitations/:invitationId': row(
    '401 401 | 403 403 403 200 | 200',
    async (scenario) => {
      const { org } = await scenario.groups();
      return { path: { id: org, invitationId: (await invitation(scenario, 'organizations', org, {})).invitation.id } };
    },
  ),
  'GET /api/teams/:id/invitations': row('401 401 | 403 403 403 200 | 200', team),
  'POST /api/teams/:id/invitations': row('401 401 | 403 403 403 201 | 201', async (scenario) => ({
    ...(await team(scenario)),
    body: {},
  })),
  'DELETE /api/teams/:id/invitations/:invitationId': row('401 401 | 403 403 403 200 | 200', async (scenario) => {
    const { team } = await scenario.groups();
    return { path: { id: team, invitationId: (await invitation(scenario, 'teams', team, {})).invitation.id } };
  }),
  'GET /api/invitations': row('401 401 | 200 200 200 200 | 200'),
  'GET /api/invitations/preview': row('200 200 | 200 200 200 200 | 200', async (scenario) => {
    const { org } = await scenario.groups();
    const { token } = await invitation(scenario, 'organizations', org, {});
    return { query: `token=${token}` };
  }),
  // To an organization of another person, so that no caller shares an organization with the owner by it.
  'POST /api/invitations/accept': row('401 401 | 200 200 200 200 | 200', async (scenario) => {
    const host = await scenario.person();
    const org = await createOrganization(scenario.app.deps, host);
    return { body: { token: (await invitation(scenario, 'organizations', org, {}, host)).token } };
  }),
  'POST /api/invitations/:id/accept': row('401 401 | 404 404 200 404 | 404', toMember),
  'POST /api/invitations/:id/decline': row('401 401 | 404 404 200 404 | 404', toMember),

  'GET /api/users/search': row('401 401 | 200 200 200 200 | 200', () => ({ query: 'q=unknown%40people.test' })),
};
