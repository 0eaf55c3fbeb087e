import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createCommunity, createOrganization, createTeam, organizationRoles, teamRoles } from '#test/groups.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';

const app = await startTestApp();
const { person, superAdmin, call, clock, deps } = app;

const add = (caller: Person, org: string, user: Person) =>
  call(caller, 'POST', `/api/organizations/${org}/members`, { user_id: user.id });
const addToTeam = (caller: Person, team: string, user: Person, role = 'member') =>
  call(caller, 'POST', `/api/teams/${team}/members`, { user_id: user.id, role });
const response = (caller: Person | null, org: string, verb: 'accept' | 'decline') =>
  call(caller, 'POST', `/api/organizations/${org}/members/me/${verb}`);
const answerTeam = (caller: Person | null, team: string, verb: 'accept' | 'decline') =>
  call(caller, 'POST', `/api/teams/${team}/members/me/${verb}`);
const answerOwnership = (caller: Person | null, org: string, verb: 'accept' | 'decline') =>
  call(caller, 'POST', `/api/organizations/${org}/ownership/${verb}`);
const transfer = (caller: Person, org: string, candidate: Person) =>
  call(caller, 'POST', `/api/organizations/${org}/transfer-ownership`, { new_owner_id: candidate.id });
const leave = (caller: Person, org: string) => call(caller, 'DELETE', `/api/organizations/${org}/members/${caller.id}`);
const block = (blocker: Person, blocked: Person) => call(blocker, 'POST', `/api/users/${blocked.id}/block`);
const mail = async (from: Person, to: Person) =>
  (await call(from, 'POST', '/api/email/send', { to: to.email, subject: 'Hi', text: 'Hello' })).status;

const outcomeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

/** The notifications of a user about groups, as kind and title. */
async function notificationsOf(reader: Person): Promise<string[][]> {
  const { body } = await call(reader, 'GET', '/api/notifications');
  return body.notifications.map((told: { kind: string; title: string }) => [told.kind, told.title]);
}

/** An organization with its owner and a member who has not accepted. */
async function withAdded(): Promise<{ ada: Person; ben: Person; org: string }> {
  const [ada, ben] = [await person(), await person()];
  const org = await createOrganization(deps, ada);
  expect((await add(ada, org, ben)).status).toBe(201);
  return { ada, ben, org };
}

/** An organization that Ada has transferred to Ben; Cleo is a member too. */
async function withHanded(): Promise<{ ada: Person; ben: Person; cleo: Person; org: string }> {
  const [ada, ben, cleo] = [await person(), await person(), await person()];
  const org = await createOrganization(deps, ada, [ben, cleo]);
  expect((await transfer(ada, org, ben)).status).toBe(200);
  return { ada, ben, cleo, org };
}

const ownerOf = async (org: string) =>
  (await deps.db.selectFrom('organization').select('owner_id').where('id', '=', org).executeTakeFirst())?.owner_id;

describe('a user added by another user', () => {
  test('is a member immediately, is notified, and has not accepted', async () => {
    const { ada, ben, org } = await withAdded();
    expect((await call(ben, 'GET', `/api/organizations/${org}`)).body).toMatchObject({
      user_role: 'member',
      is_accepted: false,
      is_ownership_accepted: true,
    });
    const { members } = (await call(ada, 'GET', `/api/organizations/${org}/members`)).body;
    expect(members).toMatchObject([
      { user_id: ada.id, accepted_at: expect.any(String) },
      { user_id: ben.id, accepted_at: null },
    ]);
    expect(await notificationsOf(ben)).toEqual([['added_to_group', 'You were added to “An organization”']]);
    expect(await notificationsOf(ada)).toEqual([]);
  });

  test('gets no mail because of the group until accepting, nor from members who have not accepted', async () => {
    const { ada, ben, org } = await withAdded();
    const cleo = await person();
    await add(ada, org, cleo);
    expect([await mail(ada, ben), await mail(ben, ada), await mail(cleo, ben)]).toEqual([403, 403, 403]);
    await response(ben, org, 'accept');
    expect([await mail(ada, ben), await mail(ben, ada), await mail(cleo, ben)]).toEqual([200, 200, 403]);
  });

  test('is notified once a day when removed and added repeatedly', async () => {
    const { ada, ben, org } = await withAdded();
    for (let round = 0; round < 3; round += 1) {
      await call(ada, 'DELETE', `/api/organizations/${org}/members/${ben.id}`);
      expect((await add(ada, org, ben)).status).toBe(201);
    }
    expect(await notificationsOf(ben)).toHaveLength(1);
  });

  test('has accepted after adding themselves', async () => {
    const { owner, lead, org } = await createCommunity(app);
    const root = await superAdmin();
    expect((await add(root, org, root)).body.member.accepted_at).toEqual(expect.any(String));
    expect(await notificationsOf(root)).toEqual([]);
    const own = await call(lead, 'POST', '/api/teams', { name: 'Larks', org_id: org });
    expect((await call(lead, 'GET', `/api/teams/${own.body.team.id}`)).body.is_accepted).toBe(true);
    const founded = await call(owner, 'POST', '/api/organizations', { name: 'Owls' });
    const { body } = await call(owner, 'GET', `/api/organizations/${founded.body.organization.id}`);
    expect(body).toMatchObject({ is_accepted: true, is_ownership_accepted: true });
  });
});

describe('blocked users', () => {
  test('cannot add each other to an organization, as for an unknown user', async () => {
    const [ada, ben] = [await person(), await person()];
    const org = await createOrganization(deps, ada);
    await block(ben, ada);
    const refused = await add(ada, org, ben);
    const unknown = await call(ada, 'POST', `/api/organizations/${org}/members`, { user_id: randomUUID() });
    expect(outcomeOf(refused)).toEqual([404, 'organization.user-not-found']);
    expect(outcomeOf(unknown)).toEqual(outcomeOf(refused));
    expect(refused.body.error).toBe(unknown.body.error);
    expect(await organizationRoles(deps, org)).toEqual({ [ada.id]: 'owner' });
    expect(await notificationsOf(ben)).toEqual([]);
  });

  test('cannot add each other to a team, make each other its admin, or transfer an organization to each other', async () => {
    const { owner, lead, member, colleague, org, team } = await createCommunity(app);
    await block(lead, colleague);
    expect(outcomeOf(await addToTeam(lead, team, colleague))).toEqual([404, 'team.user-not-found']);
    await block(colleague, owner);
    await block(owner, member);
    expect(outcomeOf(await call(owner, 'PUT', `/api/teams/${team}`, { admin_id: colleague.id }))).toEqual([
      400,
      'team.admin-not-member',
    ]);
    const led = await call(owner, 'POST', '/api/teams', { name: 'Larks', org_id: org, admin_id: member.id });
    expect(outcomeOf(led)).toEqual([400, 'team.admin-not-member']);
    for (const candidate of [colleague, member]) {
      expect(outcomeOf(await transfer(owner, org, candidate))).toEqual([400, 'organization.new-owner-not-member']);
    }
    expect(await ownerOf(org)).toBe(owner.id);
  });
});

describe('POST /api/organizations/:id/members/me/accept', () => {
  test('accepts once, and again changes nothing', async () => {
    const { ben, org } = await withAdded();
    clock.advance(1_000);
    const first = await response(ben, org, 'accept');
    expect([first.status, first.body.member]).toEqual([
      200,
      expect.objectContaining({ user_id: ben.id, role: 'member', accepted_at: clock.now().toISOString() }),
    ]);
    clock.advance(1_000);
    expect((await response(ben, org, 'accept')).body).toEqual(first.body);
    expect((await call(ben, 'GET', `/api/organizations/${org}`)).body.is_accepted).toBe(true);
  });

  test('returns 401 without a token; 403 a non-member, and super admins for others; 404 no organization', async () => {
    const { org } = await withAdded();
    expect((await response(null, org, 'accept')).status).toBe(401);
    for (const caller of [await person(), await superAdmin()]) {
      expect(outcomeOf(await response(caller, org, 'accept'))).toEqual([403, 'organization.not-member']);
    }
    expect(outcomeOf(await response(await person(), randomUUID(), 'accept'))).toEqual([404, 'organization.not-found']);
  });
});

describe('POST /api/organizations/:id/members/me/decline', () => {
  test('leaves the organization and its teams; the user cannot be added again', async () => {
    const { ada, ben, org } = await withAdded();
    const team = await createTeam(deps, org, ada);
    await addToTeam(ada, team, ben);
    const led = await call(ada, 'POST', '/api/teams', { name: 'Larks', org_id: org, admin_id: ben.id });
    const { status, body } = await response(ben, org, 'decline');
    expect([status, body]).toEqual([200, { message: expect.any(String) }]);
    expect(await organizationRoles(deps, org)).toEqual({ [ada.id]: 'owner' });
    expect(await teamRoles(deps, team)).toEqual({ [ada.id]: 'admin' });
    expect(await teamRoles(deps, led.body.team.id)).toEqual({ [ada.id]: 'admin' });
    for (const caller of [ada, await superAdmin()]) {
      expect(outcomeOf(await add(caller, org, ben))).toEqual([400, 'organization.user-departed']);
    }
    expect(outcomeOf(await response(ben, org, 'decline'))).toEqual([403, 'organization.not-member']);
  });

  test('makes what the user shared with the organization private', async () => {
    const { ada, ben, org } = await withAdded();
    const written = await call(ben, 'POST', '/api/journal', {
      title: 'Ours',
      content: 'For the group',
      mood: 'calm',
      metadata_visibility: 'org',
      content_visibility: 'org',
      org_id: org,
    });
    const url = `/api/journal/${written.body.entry.id}`;
    expect((await call(ada, 'GET', url)).status).toBe(200);
    await response(ben, org, 'decline');
    expect((await call(ada, 'GET', url)).status).toBe(404);
    expect((await call(ben, 'GET', url)).body.entry.effective_content_visibility).toBe('user');
  });

  test('returns 400 for who has accepted, and members stay members', async () => {
    const { ada, ben, org } = await withAdded();
    await response(ben, org, 'accept');
    for (const caller of [ada, ben]) {
      expect(outcomeOf(await response(caller, org, 'decline'))).toEqual([400, 'organization.already-accepted']);
    }
    expect(await organizationRoles(deps, org)).toEqual({ [ada.id]: 'owner', [ben.id]: 'member' });
  });

  test('returns 401 without a token; 403 a non-member; 404 no organization', async () => {
    const { org } = await withAdded();
    expect((await response(null, org, 'decline')).status).toBe(401);
    expect(outcomeOf(await response(await person(), org, 'decline'))).toEqual([403, 'organization.not-member']);
    expect(outcomeOf(await response(await person(), randomUUID(), 'decline'))).toEqual([404, 'organization.not-found']);
  });

  test('adds a removed user again, unaccepted, but not a user who has left', async () => {
    const [ada, ben, cleo] = [await person(), await person(), await person()];
    const org = await createOrganization(deps, ada, [ben, cleo]);
    expect((await leave(ben, org)).status).toBe(200);
    expect(outcomeOf(await add(ada, org, ben))).toEqual([400, 'organization.user-departed']);
    await call(ada, 'DELETE', `/api/organizations/${org}/members/${cleo.id}`);
    expect((await add(ada, org, cleo)).body.member).toMatchObject({ accepted_at: null });
    const elsewhere = await createOrganization(deps, ada);
    expect((await add(ada, elsewhere, ben)).status).toBe(201);
  });
});

describe('POST /api/teams/:id/members/me/accept', () => {
  test('accepts the team, and its organization with it', async () => {
    const { ada, ben, org } = await withAdded();
    const team = await createTeam(deps, org, ada);
    expect((await addToTeam(ada, team, ben)).body.member.accepted_at).toBeNull();
    expect((await call(ben, 'GET', `/api/teams/${team}`)).body.is_accepted).toBe(false);
    expect(await notificationsOf(ben)).toContainEqual(['added_to_group', 'You were added to “A team”']);
    const { status, body } = await answerTeam(ben, team, 'accept');
    expect([status, body.member]).toEqual([
      200,
      expect.objectContaining({ user_id: ben.id, accepted_at: expect.any(String) }),
    ]);
    expect((await call(ben, 'GET', `/api/teams/${team}`)).body.is_accepted).toBe(true);
    expect((await call(ben, 'GET', `/api/organizations/${org}`)).body.is_accepted).toBe(true);
  });

  test('the organization alone leaves its teams to be accepted', async () => {
    const { ada, ben, org } = await withAdded();
    const team = await createTeam(deps, org, ada);
    await addToTeam(ada, team, ben);
    await response(ben, org, 'accept');
    expect((await call(ben, 'GET', `/api/teams/${team}`)).body.is_accepted).toBe(false);
  });

  test('returns 401 without a token; 403 who is not in it; 404 no team', async () => {
    const { colleague, stranger, team } = await createCommunity(app);
    expect((await answerTeam(null, team, 'accept')).status).toBe(401);
    expect(outcomeOf(await answerTeam(colleague, team, 'accept'))).toEqual([403, 'team.not-member']);
    expect(outcomeOf(await answerTeam(stranger, team, 'accept'))).toEqual([403, 'team.not-organization-member']);
    expect(outcomeOf(await answerTeam(colleague, randomUUID(), 'accept'))).toEqual([404, 'team.not-found']);
  });
});

describe('POST /api/teams/:id/members/me/decline', () => {
  test('leaves only the team; the user cannot be added again or be made its admin', async () => {
    const { owner, lead, colleague, org, team, roles } = await createCommunity(app);
    await addToTeam(lead, team, colleague);
    expect((await answerTeam(colleague, team, 'decline')).status).toBe(200);
    expect(await teamRoles(deps, team)).toEqual(roles);
    expect((await organizationRoles(deps, org))[colleague.id]).toBe('member');
    expect(outcomeOf(await addToTeam(lead, team, colleague))).toEqual([400, 'team.user-departed']);
    const named = await call(owner, 'PUT', `/api/teams/${team}`, { admin_id: colleague.id });
    expect(outcomeOf(named)).toEqual([400, 'team.user-departed']);
    expect(await teamRoles(deps, team)).toEqual(roles);
  });

  test('returns 200 for who was named its admin, followed by the owner of the organization', async () => {
    const { owner, colleague, team, roles } = await createCommunity(app);
    await call(owner, 'PUT', `/api/teams/${team}`, { admin_id: colleague.id });
    expect((await notificationsOf(colleague))[0]?.[0]).toBe('added_to_group');
    expect((await answerTeam(colleague, team, 'decline')).status).toBe(200);
    expect((await call(owner, 'GET', `/api/teams/${team}`)).body.team.admin_id).toBe(owner.id);
    expect(await teamRoles(deps, team)).toEqual({ ...roles, [owner.id]: 'admin' });
  });

  test('does not add a user who has left the team', async () => {
    const { lead, member, team } = await createCommunity(app);
    await call(member, 'DELETE', `/api/teams/${team}/members/${member.id}`);
    expect(outcomeOf(await addToTeam(lead, team, member))).toEqual([400, 'team.user-departed']);
  });

  test('400 who has accepted; 401 without a token; 403 who is not in it; 404 no team', async () => {
    const { member, colleague, stranger, team, roles } = await createCommunity(app);
    expect(outcomeOf(await answerTeam(member, team, 'decline'))).toEqual([400, 'team.already-accepted']);
    expect((await answerTeam(null, team, 'decline')).status).toBe(401);
    expect(outcomeOf(await answerTeam(colleague, team, 'decline'))).toEqual([403, 'team.not-member']);
    expect(outcomeOf(await answerTeam(stranger, team, 'decline'))).toEqual([403, 'team.not-organization-member']);
    expect(outcomeOf(await answerTeam(colleague, randomUUID(), 'decline'))).toEqual([404, 'team.not-found']);
    expect(await teamRoles(deps, team)).toEqual(roles);
  });
});

describe('POST /api/organizations/:id/ownership/accept', () => {
  test('keeps what was handed over, and the membership with it; again changes nothing', async () => {
    const { ada, ben, org } = await withAdded();
    await transfer(ada, org, ben);
    expect(await notificationsOf(ben)).toContainEqual([
      'ownership_received',
      '“An organization” was transferred to you',
    ]);
    const read = async () => (await call(ben, 'GET', `/api/organizations/${org}`)).body;
    expect(await read()).toMatchObject({ user_role: 'owner', is_accepted: false, is_ownership_accepted: false });
    for (let round = 0; round < 2; round += 1) {
      const { status, body } = await answerOwnership(ben, org, 'accept');
      expect([status, body.organization.owner_id]).toEqual([200, ben.id]);
    }
    expect(await read()).toMatchObject({ user_role: 'owner', is_accepted: true, is_ownership_accepted: true });
    expect(outcomeOf(await answerOwnership(ben, org, 'decline'))).toEqual([400, 'organization.ownership-accepted']);
    expect(outcomeOf(await leave(ben, org))).toEqual([400, 'organization.owner-stays']);
  });

  test('returns 401 without a token; 403 members, non-members and super admins; 404 no organization', async () => {
    const { ada, cleo, org } = await withHanded();
    expect((await answerOwnership(null, org, 'accept')).status).toBe(401);
    for (const caller of [ada, cleo]) {
      expect(outcomeOf(await answerOwnership(caller, org, 'accept'))).toEqual([403, 'organization.not-owner']);
    }
    for (const caller of [await person(), await superAdmin()]) {
      expect(outcomeOf(await answerOwnership(caller, org, 'accept'))).toEqual([403, 'organization.not-member']);
    }
    expect(outcomeOf(await answerOwnership(ada, randomUUID(), 'accept'))).toEqual([404, 'organization.not-found']);
  });
});

describe('POST /api/organizations/:id/ownership/decline', () => {
  test('returns the ownership to the former owner, who is notified; the other one has their former role and can leave', async () => {
    const { ada, ben, cleo, org } = await withHanded();
    expect((await answerOwnership(ben, org, 'decline')).status).toBe(200);
    const roles = { [ada.id]: 'owner', [ben.id]: 'member', [cleo.id]: 'member' };
    expect([await ownerOf(org), await organizationRoles(deps, org)]).toEqual([ada.id, roles]);
    expect((await notificationsOf(ada))[0]).toEqual(['ownership_returned', '“An organization” is yours again']);
    expect((await call(ada, 'GET', `/api/organizations/${org}`)).body.is_ownership_accepted).toBe(true);
    expect((await leave(ben, org)).status).toBe(200);
  });

  test('restores the role of an admin', async () => {
    const [ada, ben] = [await person(), await person()];
    const org = await createOrganization(deps, ada, [ben]);
    await call(ada, 'PUT', `/api/organizations/${org}/members/${ben.id}`, { role: 'admin' });
    await transfer(ada, org, ben);
    await answerOwnership(ben, org, 'decline');
    expect(await organizationRoles(deps, org)).toEqual({ [ada.id]: 'owner', [ben.id]: 'admin' });
  });

  test('returns the ownership to the last owner who had accepted', async () => {
    const { ada, ben, cleo, org } = await withHanded();
    expect((await transfer(ben, org, cleo)).status).toBe(200);
    await answerOwnership(cleo, org, 'decline');
    expect(await ownerOf(org)).toBe(ada.id);
  });

  test('an organization that is handed back needs no acceptance', async () => {
    const { ada, ben, org } = await withHanded();
    await transfer(ben, org, ada);
    expect((await call(ada, 'GET', `/api/organizations/${org}`)).body.is_ownership_accepted).toBe(true);
    expect(outcomeOf(await answerOwnership(ada, org, 'decline'))).toEqual([400, 'organization.ownership-accepted']);
  });

  test('transfers the ownership to the member who accepted first if the former owner has left; they can decline as well', async () => {
    const { ada, ben, cleo, org } = await withHanded();
    clock.advance(1_000);
    const [late, unasked] = [await person(), await person()];
    await add(ben, org, late);
    await response(late, org, 'accept');
    await add(ben, org, unasked);
    expect((await leave(ada, org)).status).toBe(200);
    await answerOwnership(ben, org, 'decline');
    expect(await ownerOf(org)).toBe(cleo.id);
    expect((await notificationsOf(cleo))[0]?.[0]).toBe('ownership_received');
    await leave(ben, org);
    await answerOwnership(cleo, org, 'decline');
    expect(await ownerOf(org)).toBe(late.id);
  });

  test('deletes the organization if no other member has accepted', async () => {
    const { ada: dave, ben: alice, org } = await withAdded();
    const bob = await person();
    await add(dave, org, bob);
    await transfer(dave, org, alice);
    await leave(dave, org);
    expect((await answerOwnership(alice, org, 'decline')).status).toBe(200);
    expect(await ownerOf(org)).toBeUndefined();
    expect((await call(bob, 'GET', '/api/organizations')).body.organizations).toEqual([]);
  });

  test('who was added and made the owner declines the membership, and is out of it in one step', async () => {
    const { ada: dave, ben: alice, org } = await withAdded();
    await transfer(dave, org, alice);
    expect(outcomeOf(await leave(alice, org))).toEqual([400, 'organization.owner-stays']);
    expect((await response(alice, org, 'decline')).status).toBe(200);
    expect(await organizationRoles(deps, org)).toEqual({ [dave.id]: 'owner' });
    expect(outcomeOf(await add(dave, org, alice))).toEqual([400, 'organization.user-departed']);
  });

  test('400 the founder; 401 without a token; 403 all but the owner; 404 no organization', async () => {
    const { ada, cleo, org } = await withHanded();
    const own = await createOrganization(deps, ada);
    expect(outcomeOf(await answerOwnership(ada, own, 'decline'))).toEqual([400, 'organization.ownership-accepted']);
    expect((await answerOwnership(null, org, 'decline')).status).toBe(401);
    for (const caller of [ada, cleo]) {
      expect(outcomeOf(await answerOwnership(caller, org, 'decline'))).toEqual([403, 'organization.not-owner']);
    }
    for (const caller of [await person(), await superAdmin()]) {
      expect(outcomeOf(await answerOwnership(caller, org, 'decline'))).toEqual([403, 'organization.not-member']);
    }
    expect(outcomeOf(await answerOwnership(ada, randomUUID(), 'decline'))).toEqual([404, 'organization.not-found']);
  });
});
