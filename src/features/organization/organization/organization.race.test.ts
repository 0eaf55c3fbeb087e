import { expect, test } from 'vitest';
import { createCommunity, createOrganization, createTeam, organizationRoles, teamRoles } from '#test/groups.ts';
import { PATIENT_LOCKS, type Person, startTestApp } from '#test/start-test-app.ts';
import { byTier } from '#test/tier.ts';

const app = await startTestApp({ environment: PATIENT_LOCKS });
const { person, superAdmin, call, deps } = app;

const users = (count: number) => Promise.all(Array.from({ length: count }, () => person()));

/** The number of responses with each status. */
function tally(responses: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** The owner of an organization, equal in both tables. */
async function ownerOf(id: string): Promise<string> {
  const row = await deps.db
    .selectFrom('organization')
    .select('owner_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const owners = Object.entries(await organizationRoles(deps, id)).filter(([, role]) => role === 'owner');
  expect(owners).toEqual([[row.owner_id, 'owner']]);
  return row.owner_id;
}

/** Each named admin of a team is a member with the role `admin`, and each member is in the organization. */
async function expectTeamsInOrder(orgId: string): Promise<void> {
  const colleagues = Object.keys(await organizationRoles(deps, orgId));
  const teams = await deps.db.selectFrom('team').selectAll().where('org_id', '=', orgId).execute();
  for (const { id, admin_id } of teams) {
    const roles = await teamRoles(deps, id);
    expect(roles[admin_id]).toBe('admin');
    expect(colleagues).toEqual(expect.arrayContaining(Object.keys(roles)));
  }
}

const transfer = (caller: Person, id: string, candidate: Person) =>
  call(caller, 'POST', `/api/organizations/${id}/transfer-ownership`, { new_owner_id: candidate.id });

test('completes one of 20 concurrent transfers by the owner', async () => {
  const [owner, candidates] = [await person(), await users(20)];
  const id = await createOrganization(deps, owner, candidates);
  const responses = await Promise.all(candidates.map((candidate) => transfer(owner, id, candidate)));
  expect(tally(responses)).toEqual({ 200: 1, 403: 19 });
  const winner = responses.find(({ status }) => status === 200);
  expect(await ownerOf(id)).toBe(winner?.body.organization.owner_id);
  expect((await organizationRoles(deps, id))[owner.id]).toBe('admin');
});

test('leaves one owner and nineteen admins after 20 concurrent transfers by a super admin', async () => {
  const [owner, candidates, root] = [await person(), await users(20), await superAdmin()];
  const id = await createOrganization(deps, owner, candidates);
  expect(tally(await Promise.all(candidates.map((candidate) => transfer(root, id, candidate))))).toEqual({ 200: 20 });
  const last = await ownerOf(id);
  const roles = await organizationRoles(deps, id);
  expect(candidates.map((candidate) => roles[candidate.id]).toSorted()).toEqual([...Array(19).fill('admin'), 'owner']);
  expect(candidates.map((candidate) => candidate.id)).toContain(last);
});

test('keeps one owner when the new owner is removed or leaves concurrently', async () => {
  for (let round = 0; round < byTier(2, 6); round += 1) {
    const [owner, candidate, root] = await Promise.all([person(), person(), superAdmin()]);
    const id = await createOrganization(deps, owner, [candidate]);
    const [transferred, removed] = await Promise.all([
      transfer(owner, id, candidate),
      call(round % 2 === 0 ? candidate : root, 'DELETE', `/api/organizations/${id}/members/${candidate.id}`),
    ]);
    const outcome = [transferred.status, removed.status];
    expect([
      [200, 400],
      [400, 200],
    ]).toContainEqual(outcome);
    expect(await ownerOf(id)).toBe(transferred.status === 200 ? candidate.id : owner.id);
  }
});

test('keeps team members in the organization under concurrent changes', async () => {
  for (let round = 0; round < byTier(1, 12); round += 1) {
    const [owner, member] = await Promise.all([person(), person()]);
    const id = await createOrganization(deps, owner, [member]);
    const team = await createTeam(deps, id, owner);
    const [added, removed] = await Promise.all([
      call(owner, 'POST', `/api/teams/${team}/members`, { user_id: member.id }),
      call(owner, 'DELETE', `/api/organizations/${id}/members/${member.id}`),
    ]);
    expect([201, 400]).toContain(added.status);
    expect(removed.status).toBe(200);
    expect(await teamRoles(deps, team)).toEqual({ [owner.id]: 'admin' });
    expect(await organizationRoles(deps, id)).toEqual({ [owner.id]: 'owner' });
  }
});

test('adds a user once for 20 concurrent requests', async () => {
  const { owner, lead, colleague, stranger, org, team } = await createCommunity(app);
  const toOrganization = await Promise.all(
    Array.from({ length: 20 }, () =>
      call(owner, 'POST', `/api/organizations/${org}/members`, { user_id: stranger.id }),
    ),
  );
  expect(tally(toOrganization)).toEqual({ 201: 1, 400: 19 });
  const toTeam = await Promise.all(
    Array.from({ length: 20 }, () => call(lead, 'POST', `/api/teams/${team}/members`, { user_id: colleague.id })),
  );
  expect(tally(toTeam)).toEqual({ 201: 1, 400: 19 });
});

test('changes a role before the member is removed or not at all', async () => {
  for (let round = 0; round < byTier(1, 6); round += 1) {
    const { owner, lead, member, org, team } = await createCommunity(app);
    const [inOrganization, inTeam, removed] = await Promise.all([
      call(owner, 'PUT', `/api/organizations/${org}/members/${member.id}`, { role: 'admin' }),
      call(lead, 'PUT', `/api/teams/${team}/members/${member.id}`, { role: 'admin' }),
      call(member, 'DELETE', `/api/organizations/${org}/members/${member.id}`),
    ]);
    expect([200, 404]).toContain(inOrganization.status);
    expect([200, 404]).toContain(inTeam.status);
    expect(removed.status).toBe(200);
    expect(await organizationRoles(deps, org)).not.toHaveProperty(member.id);
    expect(await teamRoles(deps, team)).not.toHaveProperty(member.id);
  }
});

test('keeps a named admin who is a member under concurrent changes', async () => {
  for (let round = 0; round < byTier(1, 6); round += 1) {
    const { owner, lead, admin, member, colleague, org, team } = await createCommunity(app);
    const responses = await Promise.all([
      call(owner, 'PUT', `/api/teams/${team}`, { admin_id: colleague.id }),
      call(owner, 'PUT', `/api/teams/${team}`, { admin_id: member.id }),
      call(colleague, 'DELETE', `/api/organizations/${org}/members/${colleague.id}`),
      call(lead, 'DELETE', `/api/organizations/${org}/members/${lead.id}`),
      call(member, 'DELETE', `/api/teams/${team}/members/${member.id}`),
      call(admin, 'PUT', `/api/teams/${team}/members/${member.id}`, { role: 'member' }),
      call(member, 'POST', '/api/teams', { name: 'Larks', org_id: org, admin_id: lead.id }),
    ]);
    expect(responses.filter(({ status }) => status >= 500)).toEqual([]);
    await expectTeamsInOrder(org);
  }
});

test('deletes all rows of an organization while members and teams are added', async () => {
  for (let round = 0; round < byTier(1, 6); round += 1) {
    const { owner, lead, member, colleague, stranger, org, team } = await createCommunity(app);
    const responses = await Promise.all([
      call(owner, 'POST', `/api/organizations/${org}/members`, { user_id: stranger.id }),
      call(colleague, 'POST', '/api/teams', { name: 'Larks', org_id: org }),
      call(owner, 'DELETE', `/api/organizations/${org}`),
      call(lead, 'POST', `/api/teams/${team}/members`, { user_id: colleague.id }),
      call(lead, 'PUT', `/api/teams/${team}`, { name: 'Renamed' }),
      call(lead, 'DELETE', `/api/teams/${team}`),
      call(member, 'DELETE', `/api/organizations/${org}/members/${member.id}`),
      call(owner, 'POST', `/api/organizations/${org}/transfer-ownership`, { new_owner_id: lead.id }),
      call(owner, 'PUT', `/api/organizations/${org}`, { name: 'Renamed' }),
    ]);
    expect(responses.filter(({ status }) => ![200, 201, 403, 404].includes(status))).toEqual([]);
    if (responses[2]?.status === 403) await call(lead, 'DELETE', `/api/organizations/${org}`);
    expect(await organizationRoles(deps, org)).toEqual({});
    expect(await teamRoles(deps, team)).toEqual({});
    expect(await deps.db.selectFrom('team').selectAll().where('org_id', '=', org).execute()).toEqual([]);
  }
});

const declineOwnership = (caller: Person, id: string) =>
  call(caller, 'POST', `/api/organizations/${id}/ownership/decline`);

/** An organization with an owner who has not accepted, the previous owner, and another member. */
async function handedOver(): Promise<{ id: string; former: Person; owner: Person; other: Person }> {
  const [former, owner, other] = await Promise.all([person(), person(), person()]);
  const id = await createOrganization(deps, former, [owner, other]);
  expect((await transfer(former, id, owner)).status).toBe(200);
  return { id, former, owner, other };
}

test('returns an ownership once for 20 concurrent declines', async () => {
  const { id, former, owner } = await handedOver();
  const responses = await Promise.all(Array.from({ length: 20 }, () => declineOwnership(owner, id)));
  expect(tally(responses)).toEqual({ 200: 1, 403: 19 });
  expect(await ownerOf(id)).toBe(former.id);
});

test('either declines or accepts an ownership under concurrent requests', async () => {
  for (let round = 0; round < byTier(1, 6); round += 1) {
    const { id, former, owner } = await handedOver();
    const [declined, accepted] = await Promise.all([
      declineOwnership(owner, id),
      call(owner, 'POST', `/api/organizations/${id}/ownership/accept`),
    ]);
    expect([
      [200, 403],
      [400, 200],
    ]).toContainEqual([declined.status, accepted.status]);
    expect(await ownerOf(id)).toBe(declined.status === 200 ? former.id : owner.id);
  }
});

test('keeps one owner when an ownership is declined and transferred concurrently', async () => {
  for (let round = 0; round < byTier(1, 6); round += 1) {
    const { id, former, owner, other } = await handedOver();
    const [declined, transferred] = await Promise.all([declineOwnership(owner, id), transfer(owner, id, other)]);
    expect([
      [200, 403],
      [403, 200],
    ]).toContainEqual([declined.status, transferred.status]);
    expect(await ownerOf(id)).toBe(declined.status === 200 ? former.id : other.id);
  }
});

test('returns an ownership to a remaining member when the former owner leaves concurrently', async () => {
  for (let round = 0; round < byTier(1, 6); round += 1) {
    const { id, former, owner, other } = await handedOver();
    const [declined, left] = await Promise.all([
      declineOwnership(owner, id),
      call(former, 'DELETE', `/api/organizations/${id}/members/${former.id}`),
    ]);
    expect(declined.status).toBe(200);
    expect([200, 400]).toContain(left.status);
    expect(await ownerOf(id)).toBe(left.status === 200 ? other.id : former.id);
  }
});

test('leaves no rows when an ownership and a membership are declined while the organization is deleted', async () => {
  for (let round = 0; round < byTier(1, 6); round += 1) {
    const { id, former, owner } = await handedOver();
    const added = await person();
    await call(owner, 'POST', `/api/organizations/${id}/members`, { user_id: added.id });
    const [deleted, declined, refused] = await Promise.all([
      call(owner, 'DELETE', `/api/organizations/${id}`),
      declineOwnership(owner, id),
      call(added, 'POST', `/api/organizations/${id}/members/me/decline`),
    ]);
    expect([
      [200, 404],
      [403, 200],
    ]).toContainEqual([deleted.status, declined.status]);
    expect([200, 404]).toContain(refused.status);
    if (deleted.status === 403) expect(await ownerOf(id)).toBe(former.id);
    else expect(await organizationRoles(deps, id)).toEqual({});
  }
});

test('either declines or accepts a membership under concurrent requests', async () => {
  for (let round = 0; round < byTier(1, 6); round += 1) {
    const [owner, added] = await Promise.all([person(), person()]);
    const id = await createOrganization(deps, owner);
    await call(owner, 'POST', `/api/organizations/${id}/members`, { user_id: added.id });
    const [accepted, declined] = await Promise.all(
      ['accept', 'decline'].map((verb) => call(added, 'POST', `/api/organizations/${id}/members/me/${verb}`)),
    );
    expect([
      [200, 400],
      [403, 200],
    ]).toContainEqual([accepted?.status, declined?.status]);
    expect(added.id in (await organizationRoles(deps, id))).toBe(accepted?.status === 200);
  }
});
