import { expect, test } from 'vitest';
import { createCommunity, createOrganization, createTeam, organizationRoles, teamRoles } from '../../../test/groups.ts';
import { type Person, startTestApp } from '../../../test/start-test-app.ts';
import { byTier } from '../../../test/tier.ts';

const app = await startTestApp();
const { person, superAdmin, call, deps } = app;

const people = (count: number) => Promise.all(Array.from({ length: count }, () => person()));

/** How many answers had which status. */
function tally(answers: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** The one owner of an organization, about whom both tables agree. */
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

/** Every team has its admin among its members, with the role of admin, and every member in its organization. */
async function expectTeamsInOrder(orgId: string): Promise<void> {
  const colleagues = Object.keys(await organizationRoles(deps, orgId));
  const teams = await deps.db.selectFrom('team').selectAll().where('org_id', '=', orgId).execute();
  for (const { id, admin_id } of teams) {
    const roles = await teamRoles(deps, id);
    expect(roles[admin_id]).toBe('admin');
    expect(colleagues).toEqual(expect.arrayContaining(Object.keys(roles)));
  }
}

const transfer = (caller: Person, id: string, heir: Person) =>
  call(caller, 'POST', `/api/organizations/${id}/transfer-ownership`, { new_owner_id: heir.id });

test('of 20 transfers by the owner at once, one succeeds', async () => {
  const [owner, heirs] = [await person(), await people(20)];
  const id = await createOrganization(deps, owner, heirs);
  const answers = await Promise.all(heirs.map((heir) => transfer(owner, id, heir)));
  expect(tally(answers)).toEqual({ 200: 1, 403: 19 });
  const winner = answers.find(({ status }) => status === 200);
  expect(await ownerOf(id)).toBe(winner?.body.organization.owner_id);
  expect((await organizationRoles(deps, id))[owner.id]).toBe('admin');
});

test('20 transfers by a super admin at once end with one owner, and nineteen former ones who are admins', async () => {
  const [owner, heirs, root] = [await person(), await people(20), await superAdmin()];
  const id = await createOrganization(deps, owner, heirs);
  expect(tally(await Promise.all(heirs.map((heir) => transfer(root, id, heir))))).toEqual({ 200: 20 });
  const last = await ownerOf(id);
  const roles = await organizationRoles(deps, id);
  expect(heirs.map((heir) => roles[heir.id]).toSorted()).toEqual([...Array(19).fill('admin'), 'owner']);
  expect(heirs.map((heir) => heir.id)).toContain(last);
});

test('a transfer to somebody who is removed or leaves at the same time ends one way or the other', async () => {
  for (let round = 0; round < byTier(2, 40); round += 1) {
    const [owner, heir, root] = await Promise.all([person(), person(), superAdmin()]);
    const id = await createOrganization(deps, owner, [heir]);
    const [transferred, removed] = await Promise.all([
      transfer(owner, id, heir),
      call(round % 2 === 0 ? heir : root, 'DELETE', `/api/organizations/${id}/members/${heir.id}`),
    ]);
    const outcome = [transferred.status, removed.status];
    expect([
      [200, 400],
      [400, 200],
    ]).toContainEqual(outcome);
    expect(await ownerOf(id)).toBe(transferred.status === 200 ? heir.id : owner.id);
  }
});

test('nobody is in a team without its organization, whoever adds and removes at once', async () => {
  for (let round = 0; round < byTier(1, 100); round += 1) {
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

test('who is added 20 times at once is in it once', async () => {
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

test('a role that is changed while the member is removed changes before or not at all', async () => {
  for (let round = 0; round < byTier(1, 40); round += 1) {
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

test('a team always has an admin who belongs to it, whoever is named, removed and leaves at once', async () => {
  for (let round = 0; round < byTier(1, 40); round += 1) {
    const { owner, lead, admin, member, colleague, org, team } = await createCommunity(app);
    const answers = await Promise.all([
      call(owner, 'PUT', `/api/teams/${team}`, { admin_id: colleague.id }),
      call(owner, 'PUT', `/api/teams/${team}`, { admin_id: member.id }),
      call(colleague, 'DELETE', `/api/organizations/${org}/members/${colleague.id}`),
      call(lead, 'DELETE', `/api/organizations/${org}/members/${lead.id}`),
      call(member, 'DELETE', `/api/teams/${team}/members/${member.id}`),
      call(admin, 'PUT', `/api/teams/${team}/members/${member.id}`, { role: 'member' }),
      call(member, 'POST', '/api/teams', { name: 'Larks', org_id: org, admin_id: lead.id }),
    ]);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    await expectTeamsInOrder(org);
  }
});

test('an organization that is deleted while people and teams are added is gone altogether', async () => {
  for (let round = 0; round < byTier(1, 40); round += 1) {
    const { owner, lead, member, colleague, stranger, org, team } = await createCommunity(app);
    const answers = await Promise.all([
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
    expect(answers.filter(({ status }) => ![200, 201, 403, 404].includes(status))).toEqual([]);
    if (answers[2]?.status === 403) await call(lead, 'DELETE', `/api/organizations/${org}`);
    expect(await organizationRoles(deps, org)).toEqual({});
    expect(await teamRoles(deps, team)).toEqual({});
    expect(await deps.db.selectFrom('team').selectAll().where('org_id', '=', org).execute()).toEqual([]);
  }
});

const declineOwnership = (caller: Person, id: string) =>
  call(caller, 'POST', `/api/organizations/${id}/ownership/decline`);

/** An organization with an owner who has not accepted it, the one who handed it over, and another member. */
async function handedOver(): Promise<{ id: string; former: Person; owner: Person; other: Person }> {
  const [former, owner, other] = await Promise.all([person(), person(), person()]);
  const id = await createOrganization(deps, former, [owner, other]);
  expect((await transfer(former, id, owner)).status).toBe(200);
  return { id, former, owner, other };
}

test('an ownership that is declined 20 times at once goes back once', async () => {
  const { id, former, owner } = await handedOver();
  const answers = await Promise.all(Array.from({ length: 20 }, () => declineOwnership(owner, id)));
  expect(tally(answers)).toEqual({ 200: 1, 403: 19 });
  expect(await ownerOf(id)).toBe(former.id);
});

test('an ownership that is declined and accepted at once is one or the other', async () => {
  for (let round = 0; round < byTier(1, 40); round += 1) {
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

test('an ownership that is declined and handed on at once ends with one owner', async () => {
  for (let round = 0; round < byTier(1, 40); round += 1) {
    const { id, former, owner, other } = await handedOver();
    const [declined, transferred] = await Promise.all([declineOwnership(owner, id), transfer(owner, id, other)]);
    expect([
      [200, 403],
      [403, 200],
    ]).toContainEqual([declined.status, transferred.status]);
    expect(await ownerOf(id)).toBe(declined.status === 200 ? former.id : other.id);
  }
});

test('an ownership that is declined while the former owner leaves goes to a member who is there', async () => {
  for (let round = 0; round < byTier(1, 40); round += 1) {
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

test('an ownership and a membership that are declined while the organization is deleted leave nothing behind', async () => {
  for (let round = 0; round < byTier(1, 40); round += 1) {
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

test('a membership that is declined and accepted at once is one or the other', async () => {
  for (let round = 0; round < byTier(1, 40); round += 1) {
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
