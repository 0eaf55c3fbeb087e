import { randomUUID } from 'node:crypto';
import PostalMime from 'postal-mime';
import { afterAll, describe, expect, test } from 'vitest';
import { invitationTokenOf } from '#features/account';
import { startTestSmtpServer } from '#providers/mail/test-smtp-server.ts';
import { createCommunity, createOrganization, organizationRoles, teamRoles } from '#test/groups.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { sendDueMails } from '../../mail/outgoing-mail/sending.actions.ts';

const server = await startTestSmtpServer();
afterAll(server.close);
const app = await startTestApp({ environment: { SMTP_URL: server.url } });
const { person, superAdmin, call, clock, deps, issuer } = app;

const DAY_MS = 24 * 60 * 60_000;

type GroupsPath = 'organizations' | 'teams';

const invite = (caller: Person | null, id: string, body: object = {}, groups: GroupsPath = 'organizations') =>
  call(caller, 'POST', `/api/${groups}/${id}/invitations`, body);
const list = (caller: Person | null, id: string, groups: GroupsPath = 'organizations') =>
  call(caller, 'GET', `/api/${groups}/${id}/invitations`);
const revoke = (caller: Person | null, id: string, invitationId: string, groups: GroupsPath = 'organizations') =>
  call(caller, 'DELETE', `/api/${groups}/${id}/invitations/${invitationId}`);
const accept = (caller: Person | null, id: string) => call(caller, 'POST', `/api/invitations/${id}/accept`);
const decline = (caller: Person | null, id: string) => call(caller, 'POST', `/api/invitations/${id}/decline`);
const acceptToken = (caller: Person | null, token: string) =>
  call(caller, 'POST', '/api/invitations/accept', { token });
const preview = (token: string) => call(null, 'GET', `/api/invitations/preview?token=${encodeURIComponent(token)}`);
const own = async (caller: Person) => (await call(caller, 'GET', '/api/invitations')).body.invitations;
const block = (blocker: Person, blocked: Person) => call(blocker, 'POST', `/api/users/${blocked.id}/block`);
/** The same user with a token issued now. */
const renewed = async (one: Person): Promise<Person> => ({
  ...one,
  token: await issuer.sign(one.id, clock.now(), { email: one.email }),
});
const leave = (caller: Person, org: string) => call(caller, 'DELETE', `/api/organizations/${org}/members/${caller.id}`);

const outcomeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

async function founded(): Promise<{ ada: Person; org: string }> {
  const ada = await person({ name: 'Ada' });
  return { ada, org: await createOrganization(deps, ada) };
}

/** The mails to an email address, after all due mails are sent. */
async function arrivedAt(address: string) {
  await sendDueMails(deps);
  return Promise.all(
    server.mails.filter(({ to }) => to.includes(address)).map(({ source }) => PostalMime.parse(source)),
  );
}

let addresses = 0;
/** An email address without a user. */
function newAddress(): string {
  addresses += 1;
  return `guest-${addresses}@elsewhere.test`;
}

const tokenIn = (text: string | undefined) => /[0-9a-f-]{36}\.[\w-]{43}/.exec(text ?? '')?.[0] ?? '';

/** Creating invitations is the same for both kinds of groups. */
const creating = (groups: GroupsPath) => () => {
  const setUp = async () => {
    const community = await createCommunity(app);
    const isTeam = groups === 'teams';
    return {
      ...community,
      id: isTeam ? community.team : community.org,
      host: isTeam ? community.lead : community.owner,
      guest: isTeam ? community.colleague : community.stranger,
      rolesNow: () => (isTeam ? teamRoles(deps, community.team) : organizationRoles(deps, community.org)),
      unit: isTeam ? 'team' : 'organization',
    };
  };

  test('invites a user, who is notified and becomes a member by accepting', async () => {
    const { id, host, guest, rolesNow, unit } = await setUp();
    const before = await rolesNow();
    const { status, body } = await invite(host, id, { user_id: guest.id.toUpperCase(), role: 'admin' }, groups);
    const expiresAt = new Date(clock.now().getTime() + 7 * DAY_MS).toISOString();
    expect([status, body]).toEqual([
      201,
      {
        invitation: {
          id: expect.any(String),
          role: 'admin',
          status: 'open',
          user_id: guest.id,
          email: null,
          max_uses: 1,
          uses: 0,
          invited_by: host.id,
          expires_at: expiresAt,
          created_at: clock.now().toISOString(),
        },
        token: null,
      },
    ]);
    expect(await rolesNow()).toEqual(before);
    const { notifications } = (await call(guest, 'GET', '/api/notifications')).body;
    expect(notifications).toMatchObject([{ kind: 'invited_to_group', data: { invitation_id: body.invitation.id } }]);
    expect(await own(guest)).toMatchObject([
      { id: body.invitation.id, group: { kind: unit, id }, invited_by: { full_name: 'A Person' }, role: 'admin' },
    ]);
    expect((await accept(guest, body.invitation.id)).status).toBe(200);
    expect(await rolesNow()).toEqual({ ...before, [guest.id]: 'admin' });
    expect((await call(guest, 'GET', `/api/${groups}/${id}`)).body.is_accepted).toBe(true);
    expect(await own(guest)).toEqual([]);
  });

  test('makes a link, which lets in as many as it says', async () => {
    const { id, host, guest, rolesNow, unit } = await setUp();
    const { status, body } = await invite(host, id, { max_uses: 2, expires_in: 3_600 }, groups);
    expect([status, body.invitation.expires_at]).toEqual([
      201,
      new Date(clock.now().getTime() + 3_600_000).toISOString(),
    ]);
    expect((await preview(body.token)).body.invitation).toMatchObject({ group: { kind: unit, id }, role: 'member' });
    expect((await acceptToken(guest, body.token)).status).toBe(200);
    expect((await rolesNow())[guest.id]).toBe('member');
    expect((await list(host, id, groups)).body.invitations).toMatchObject([{ status: 'open', uses: 1, max_uses: 2 }]);
  });

  test('returns 201 for an address, to which a mail goes, also where no user has it', async () => {
    const { id, host, guest } = await setUp();
    const address = newAddress();
    const unknown = await invite(host, id, { email: address }, groups);
    const known = await invite(host, id, { email: guest.email }, groups);
    expect([unknown.status, known.status]).toEqual([201, 201]);
    expect({ ...known.body.invitation, id: 0, email: 0 }).toEqual({ ...unknown.body.invitation, id: 0, email: 0 });
    const [mail] = await arrivedAt(address);
    expect(mail).toMatchObject({ subject: 'You are invited to a group in Meadow' });
    expect(mail?.headers.find(({ key }) => key === 'list-unsubscribe')?.value).toContain('group-invitation.');
    expect(tokenIn(mail?.text)).not.toBe('');
  });

  test('returns 400 for a member, for the same user or address again, and for both together', async () => {
    const { id, host, guest, unit } = await setUp();
    expect(outcomeOf(await invite(host, id, { user_id: host.id }, groups))).toEqual([400, `${unit}.already-member`]);
    const address = newAddress();
    for (const body of [{ user_id: guest.id }, { email: address }]) {
      expect((await invite(host, id, body, groups)).status).toBe(201);
      expect(outcomeOf(await invite(host, id, body, groups))).toEqual([400, 'invitation.already-open']);
    }
    expect(outcomeOf(await invite(host, id, { email: address.toUpperCase() }, groups))[1]).toBe(
      'invitation.already-open',
    );
    for (const body of [
      { user_id: guest.id, email: address },
      { user_id: guest.id, max_uses: 2 },
      { email: address, max_uses: 1 },
    ]) {
      expect(outcomeOf(await invite(host, id, body, groups))).toEqual([400, 'invitation.ambiguous']);
    }
  });

  test.each([
    { role: 'owner' },
    { role: null },
    { expires_in: 3_599 },
    { expires_in: 30 * 24 * 3_600 + 1 },
    { max_uses: 0 },
    { max_uses: 101 },
    { user_id: 'ben' },
    { email: 5 },
  ])('returns 400 for %o', async (body) => {
    const { id, host } = await setUp();
    expect(outcomeOf(await invite(host, id, body, groups))).toEqual([400, 'request.invalid']);
  });

  test('returns 400 for what is no plain address, and counts no mail', async () => {
    const { id, host } = await setUp();
    for (const email of ['nobody', 'Ada <ada@x.test>', 'a@b.test\r\nBcc: c@d.test']) {
      expect(outcomeOf(await invite(host, id, { email }, groups))).toEqual([400, 'invitation.email-invalid']);
    }
    expect(await deps.db.selectFrom('mail_count').selectAll().where('user_id', '=', host.id).execute()).toEqual([]);
  });

  test('returns 404 between blocked users, as for an unknown user', async () => {
    const { id, host, guest, unit } = await setUp();
    await block(guest, host);
    const refused = await invite(host, id, { user_id: guest.id }, groups);
    const unknown = await invite(host, id, { user_id: randomUUID() }, groups);
    expect(outcomeOf(refused)).toEqual([404, `${unit}.user-not-found`]);
    expect([outcomeOf(unknown), unknown.body.error]).toEqual([outcomeOf(refused), refused.body.error]);
  });

  test('returns 401 without a token; 403 members and non-members; 404 no group', async () => {
    const { id, host, member, colleague, stranger, unit } = await setUp();
    expect((await invite(null, id, {}, groups)).status).toBe(401);
    for (const caller of [member, colleague, stranger]) expect((await invite(caller, id, {}, groups)).status).toBe(403);
    expect(outcomeOf(await invite(host, randomUUID(), {}, groups))).toEqual([404, `${unit}.not-found`]);
    expect((await list(host, id, groups)).body.invitations).toEqual([]);
  });

  test('returns 201 for a super admin outside, which is in the audit log', async () => {
    const { id, unit } = await setUp();
    const root = await superAdmin();
    expect((await invite(root, id, {}, groups)).status).toBe(201);
    const audited = await deps.db.selectFrom('audit_log').selectAll().where('actor_id', '=', root.id).execute();
    expect(audited).toMatchObject([{ action: `${unit}.invite`, subject_id: id }]);
  });
};

describe('POST /api/organizations/:id/invitations', creating('organizations'));
describe('POST /api/teams/:id/invitations', creating('teams'));

describe('limits of invitations', () => {
  test('returns 400 where the group has 100 open ones, until one is revoked', async () => {
    const { ada, org } = await founded();
    const rows = Array.from({ length: 100 }, () => ({
      id: deps.ids.next(),
      org_id: org,
      role: 'member' as const,
      invited_by: ada.id,
      max_uses: 1,
      expires_at: new Date(clock.now().getTime() + DAY_MS),
      created_at: clock.now(),
    }));
    await deps.db.insertInto('group_invitation').values(rows).execute();
    expect(outcomeOf(await invite(ada, org))).toEqual([400, 'invitation.too-many']);
    await revoke(ada, org, rows[0]?.id ?? '');
    expect((await invite(ada, org)).status).toBe(201);
  });

  test('an invitation by mail counts as a mail: 3 a day to one address, 20 in all', async () => {
    const { ada, org } = await founded();
    const address = newAddress();
    for (let count = 0; count < 3; count += 1) {
      const { status, body } = await invite(ada, org, { email: address });
      expect(status).toBe(201);
      await revoke(ada, org, body.invitation.id);
    }
    expect(outcomeOf(await invite(ada, org, { email: address }))).toEqual([429, 'invitation.mail-quota-spent']);
    for (let count = 3; count < 20; count += 1) {
      expect((await invite(ada, org, { email: newAddress() })).status).toBe(201);
    }
    expect(outcomeOf(await invite(ada, org, { email: newAddress() }))).toEqual([429, 'invitation.mail-quota-spent']);
    expect((await invite(ada, org)).status).toBe(201);
  });

  test('sends no mail to blocked or unsubscribed addresses, with the same response', async () => {
    const { ada, org } = await founded();
    const blocking = await person();
    await block(blocking, ada);
    expect((await invite(ada, org, { email: blocking.email })).status).toBe(201);
    expect((await arrivedAt(blocking.email)).map(({ subject }) => subject)).not.toContain(
      'You are invited to a group in Meadow',
    );

    const address = newAddress();
    await invite(ada, org, { email: address });
    const [mail] = await arrivedAt(address);
    const link = mail?.headers.find(({ key }) => key === 'list-unsubscribe')?.value.slice(1, -1) ?? '';
    const { pathname, search } = new URL(link);
    expect((await app.server.inject({ method: 'POST', url: `${pathname}${search}` })).statusCode).toBe(200);
    const { ada: another, org: elsewhere } = await founded();
    expect((await invite(another, elsewhere, { email: address.toUpperCase() })).status).toBe(201);
    expect(await arrivedAt(address)).toHaveLength(1);
    expect(await arrivedAt(address.toUpperCase())).toEqual([]);
  });

  test('returns 429 after as many in an hour as the settings say, invitations and members counted apart', async () => {
    const limited = await startTestApp({
      environment: { RATE_LIMIT: 'on', RATE_LIMIT_PER_HOUR_INVITATIONS: '2', RATE_LIMIT_PER_HOUR_MEMBERS: '1' },
    });
    const [ada, ben] = [await limited.person(), await limited.person()];
    const url = `/api/organizations/${await createOrganization(limited.deps, ada)}`;
    const statuses: number[] = [];
    for (const [path, body] of [
      ['invitations', {}],
      ['invitations', {}],
      ['invitations', {}],
      ['members', { user_id: ben.id }],
      ['members', { user_id: ben.id }],
    ] as const) {
      statuses.push((await limited.call(ada, 'POST', `${url}/${path}`, body)).status);
    }
    expect(statuses).toEqual([201, 201, 429, 201, 429]);
  });

  test('returns 403 where the mail rules allow no mail to others', async () => {
    const strict = await startTestApp({ environment: { MAIL_POLICY: 'self' } });
    const ada = await strict.person();
    const org = await createOrganization(strict.deps, ada);
    const url = `/api/organizations/${org}/invitations`;
    const refused = await strict.call(ada, 'POST', url, { email: newAddress() });
    expect(outcomeOf(refused)).toEqual([403, 'invitation.mail-not-allowed']);
    expect((await strict.call(ada, 'GET', url)).body.invitations).toEqual([]);
  });

  test('a token is stored nowhere: neither with the invitation nor with its mail', async () => {
    const { ada, org } = await founded();
    const { body } = await invite(ada, org);
    const address = newAddress();
    await invite(ada, org, { email: address });
    const rows = await deps.db.selectFrom('group_invitation').selectAll().where('org_id', '=', org).execute();
    const mails = await deps.db
      .selectFrom('outgoing_mail')
      .selectAll()
      .where('recipient_email', '=', address)
      .execute();
    const stored = JSON.stringify([rows, mails]);
    const [mail] = await arrivedAt(address);
    for (const token of [body.token, tokenIn(mail?.text)]) expect(stored).not.toContain(token.split('.')[1]);
  });

  test('does not return the token again for a repeated Idempotency-Key', async () => {
    const { ada, org } = await founded();
    const headers = { 'idempotency-key': randomUUID() };
    const ask = () => call(ada, 'POST', `/api/organizations/${org}/invitations`, {}, headers);
    expect((await ask()).status).toBe(201);
    expect((await ask()).text).not.toContain('"token":"');
    expect((await list(ada, org)).body.invitations).toHaveLength(1);
  });
});

describe('GET /api/organizations/:id/invitations', () => {
  test('lists newest first, in pages, with how each of them stands', async () => {
    const { ada, org } = await founded();
    const [ben, cleo] = [await person(), await person()];
    const made: string[] = [];
    for (const body of [{ user_id: ben.id }, { user_id: cleo.id }, { expires_in: 3_600 }, {}]) {
      clock.advance(1_000);
      made.push((await invite(ada, org, body)).body.invitation.id);
    }
    await accept(ben, made[0] ?? '');
    await decline(cleo, made[1] ?? '');
    clock.advance(3_600_000);
    const later = await renewed(ada);
    const { invitations } = (await list(later, org)).body;
    expect(invitations.map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual([
      [made[3], 'open'],
      [made[2], 'expired'],
      [made[1], 'declined'],
      [made[0], 'used'],
    ]);
    const page = await call(later, 'GET', `/api/organizations/${org}/invitations?limit=3`);
    const next = await call(later, 'GET', `/api/organizations/${org}/invitations?cursor=${page.body.next_cursor}`);
    expect(next.body.invitations).toMatchObject([{ id: made[0] }]);
  });

  test('returns 401 without a token; 403 members and non-members', async () => {
    const { member, stranger, org } = await createCommunity(app);
    expect((await list(null, org)).status).toBe(401);
    for (const caller of [member, stranger]) expect((await list(caller, org)).status).toBe(403);
  });
});

describe('GET /api/teams/:id/invitations', () => {
  test('returns 200 for its admins, and not those of its organization', async () => {
    const { owner, lead, admin, member, org, team } = await createCommunity(app);
    await invite(owner, org);
    const { body } = await invite(lead, team, {}, 'teams');
    expect((await list(admin, team, 'teams')).body.invitations).toMatchObject([{ id: body.invitation.id }]);
    for (const caller of [member, owner]) {
      expect(outcomeOf(await list(caller, team, 'teams'))).toEqual([403, 'team.not-admin']);
    }
  });
});

describe('DELETE /api/organizations/:id/invitations/:invitationId', () => {
  test('ends a link; a second time, and in another group, 404', async () => {
    const { ada, org } = await founded();
    const other = await createOrganization(deps, ada);
    const { body } = await invite(ada, org);
    expect(outcomeOf(await revoke(ada, other, body.invitation.id))).toEqual([404, 'invitation.not-found']);
    expect((await revoke(ada, org, body.invitation.id)).status).toBe(200);
    expect(outcomeOf(await acceptToken(await person(), body.token))).toEqual([404, 'invitation.not-found']);
    expect(outcomeOf(await revoke(ada, org, body.invitation.id))).toEqual([404, 'invitation.not-found']);
  });

  test('403 members and non-members, and nothing ends', async () => {
    const { owner, member, stranger, org } = await createCommunity(app);
    const { body } = await invite(owner, org);
    for (const caller of [member, stranger]) expect((await revoke(caller, org, body.invitation.id)).status).toBe(403);
    expect((await preview(body.token)).status).toBe(200);
  });
});

describe('DELETE /api/teams/:id/invitations/:invitationId', () => {
  test('returns 200 for its admins alone', async () => {
    const { lead, admin, member, team } = await createCommunity(app);
    const { body } = await invite(lead, team, {}, 'teams');
    expect((await revoke(member, team, body.invitation.id, 'teams')).status).toBe(403);
    expect((await revoke(admin, team, body.invitation.id, 'teams')).status).toBe(200);
    expect((await preview(body.token)).status).toBe(404);
  });
});

describe('GET /api/invitations', () => {
  test("lists the caller's open invitations, without those of blocked users or inactive inviters", async () => {
    const [ben, other] = [await person(), await person()];
    const hosts = await Promise.all([founded(), founded(), founded()]);
    for (const { ada, org } of hosts) {
      clock.advance(1_000);
      await invite(ada, org, { user_id: ben.id });
      await invite(ada, org, { user_id: other.id });
    }
    expect((await own(ben)).map(({ group }: { group: { id: string } }) => group.id)).toEqual(
      hosts.map(({ org }) => org).toReversed(),
    );
    const [first, second] = hosts;
    await block(ben, first?.ada as Person);
    await deps.db
      .updateTable('profile')
      .set({ is_active: false })
      .where('id', '=', second?.ada.id ?? '')
      .execute();
    expect(await own(ben)).toMatchObject([{ group: { id: hosts[2]?.org } }]);
    clock.advance(7 * DAY_MS);
    expect(await own(await renewed(ben))).toEqual([]);
  });

  test('returns 401 without a token', async () => {
    expect((await call(null, 'GET', '/api/invitations')).status).toBe(401);
  });
});

describe('GET /api/invitations/preview', () => {
  test('returns 200 without signing in: the group, who invites, and nothing else of them', async () => {
    const { ada, org } = await founded();
    const { body } = await invite(ada, org);
    const { status, body: seen } = await preview(body.token);
    expect([status, seen]).toEqual([
      200,
      {
        invitation: {
          id: body.invitation.id,
          group: { kind: 'organization', id: org, name: 'An organization', organization_name: 'An organization' },
          invited_by: { full_name: 'Ada' },
          role: 'member' as const,
          expires_at: body.invitation.expires_at,
          created_at: body.invitation.created_at,
        },
      },
    ]);
  });

  test('returns 400 for an ended invitation; 404 for a forged token, and for an invitation that names a user', async () => {
    const { ada, org } = await founded();
    const ben = await person();
    const { body } = await invite(ada, org, { expires_in: 3_600 });
    const named = await invite(ada, org, { user_id: ben.id });
    const signature = body.token.split('.')[1];
    for (const token of ['x', `${body.token}x`, `${named.body.invitation.id}.${signature}`, `${body.invitation.id}.`]) {
      expect(outcomeOf(await preview(token))).toEqual([404, 'invitation.not-found']);
    }
    clock.advance(3_600_000);
    expect(outcomeOf(await preview(body.token))).toEqual([400, 'invitation.ended']);
  });
});

/** An invitation to an address, and its token. */
async function mailed(owner: Person, org: string, address: string): Promise<{ id: string; token: string }> {
  const { status, body } = await invite(owner, org, { email: address });
  expect(status).toBe(201);
  const { id } = body.invitation;
  return { id, token: invitationTokenOf(deps.invitationSignatures, 'group invitation', id) };
}

const verified = async (email: string): Promise<Person> => ({
  ...(await person({ email, email_verified: true })),
  email,
});

describe('POST /api/invitations/accept', () => {
  test('takes the token of a mail from the verified address alone, in any case, and stays open for it', async () => {
    const { ada, org } = await founded();
    const address = newAddress();
    await invite(ada, org, { email: address.toUpperCase() });
    const [mail] = await arrivedAt(address.toUpperCase());
    const token = tokenIn(mail?.text);
    const unproven = await person({ email: address });
    for (const eve of [await person(), await verified(newAddress()), ada]) {
      const refused = await acceptToken(eve, token);
      expect(outcomeOf(refused)).toEqual([403, 'invitation.other-address']);
      expect(refused.text.toLowerCase()).not.toContain(address);
    }
    expect(outcomeOf(await acceptToken(unproven, token))).toEqual([403, 'invitation.address-not-verified']);
    expect((await list(ada, org)).body.invitations).toMatchObject([{ status: 'open', uses: 0 }]);
    const bob = await verified(address);
    for (let round = 0; round < 2; round += 1) expect((await acceptToken(bob, token)).status).toBe(200);
    expect(await organizationRoles(deps, org)).toEqual({ [ada.id]: 'owner', [bob.id]: 'member' });
    expect((await list(ada, org)).body.invitations).toMatchObject([{ status: 'used', uses: 1 }]);
  });

  test('takes the token of a mail of a team from the verified address alone', async () => {
    const { lead, owner, org, team } = await createCommunity(app);
    const bob = await verified(newAddress());
    await call(owner, 'POST', `/api/organizations/${org}/members`, { user_id: bob.id });
    await invite(lead, team, { email: bob.email }, 'teams');
    const token = tokenIn((await arrivedAt(bob.email)).map(({ text }) => text).find((text) => tokenIn(text) !== ''));
    expect(outcomeOf(await acceptToken(owner, token))).toEqual([403, 'invitation.other-address']);
    expect((await acceptToken(bob, token)).status).toBe(200);
    expect((await teamRoles(deps, team))[bob.id]).toBe('member');
  });

  test('brings back who has left, and lets them be added again after that', async () => {
    const { ada, org } = await founded();
    const ben = await person();
    const { body } = await invite(ada, org, { max_uses: 5 });
    await acceptToken(ben, body.token);
    await leave(ben, org);
    const added = () => call(ada, 'POST', `/api/organizations/${org}/members`, { user_id: ben.id });
    expect(outcomeOf(await added())).toEqual([400, 'organization.user-departed']);
    expect((await acceptToken(ben, body.token)).status).toBe(200);
    await call(ada, 'DELETE', `/api/organizations/${org}/members/${ben.id}`);
    expect((await added()).status).toBe(201);
  });

  test('uses nothing for a member, and accepts for one who has not yet', async () => {
    const { ada, org } = await founded();
    const ben = await person();
    await call(ada, 'POST', `/api/organizations/${org}/members`, { user_id: ben.id, role: 'admin' });
    const { body } = await invite(ada, org);
    for (const caller of [ada, ben, ben]) expect((await acceptToken(caller, body.token)).status).toBe(200);
    expect(await organizationRoles(deps, org)).toEqual({ [ada.id]: 'owner', [ben.id]: 'admin' });
    expect((await call(ben, 'GET', `/api/organizations/${org}`)).body.is_accepted).toBe(true);
    expect((await list(ada, org)).body.invitations).toMatchObject([{ uses: 0 }]);
  });

  test("returns 400 for an ended invitation, and for a team outside the user's organizations", async () => {
    const { ada, org } = await founded();
    const { body } = await invite(ada, org, { expires_in: 3_600 });
    clock.advance(3_600_000);
    expect(outcomeOf(await acceptToken(await person(), body.token))).toEqual([400, 'invitation.ended']);
    const { lead, stranger, team, roles } = await createCommunity(app);
    const toTeam = await invite(lead, team, {}, 'teams');
    expect(outcomeOf(await acceptToken(stranger, toTeam.body.token))).toEqual([400, 'team.user-not-in-organization']);
    expect(await teamRoles(deps, team)).toEqual(roles);
    expect((await list(lead, team, 'teams')).body.invitations).toMatchObject([{ uses: 0 }]);
  });

  test('returns 401 without a token; 404 for a forged token, with a block, and where who invited is blocked', async () => {
    const { ada, org } = await founded();
    const ben = await person();
    const { body } = await invite(ada, org);
    expect((await acceptToken(null, body.token)).status).toBe(401);
    const forged = `${body.invitation.id}.${'A'.repeat(43)}`;
    expect(outcomeOf(await acceptToken(ben, forged))).toEqual([404, 'invitation.not-found']);
    await block(ada, ben);
    expect(outcomeOf(await acceptToken(ben, body.token))).toEqual([404, 'invitation.not-found']);
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', ada.id).execute();
    expect(outcomeOf(await acceptToken(await person(), body.token))).toEqual([404, 'invitation.not-found']);
    expect(await organizationRoles(deps, org)).toEqual({ [ada.id]: 'owner' });
  });
});

describe('POST /api/invitations/:id/accept', () => {
  test('changes nothing when repeated; returns 404 to another user, for a link and for an unknown id; 401 without a token', async () => {
    const { ada, org } = await founded();
    const ben = await person();
    const { body } = await invite(ada, org, { user_id: ben.id });
    const link = await invite(ada, org);
    expect((await accept(null, body.invitation.id)).status).toBe(401);
    for (const [caller, id] of [
      [await person(), body.invitation.id],
      [ada, body.invitation.id],
      [ben, link.body.invitation.id],
      [ben, randomUUID()],
    ] as const) {
      expect(outcomeOf(await accept(caller, id))).toEqual([404, 'invitation.not-found']);
    }
    for (let round = 0; round < 2; round += 1) expect((await accept(ben, body.invitation.id)).status).toBe(200);
    expect(await organizationRoles(deps, org)).toEqual({ [ada.id]: 'owner', [ben.id]: 'member' });
  });
});

describe('An invitation to an address', () => {
  test('is listed, and accepted by id, for the user with the verified address alone', async () => {
    const { ada, org } = await founded();
    const address = newAddress();
    const { id } = await mailed(ada, org, address.toUpperCase());
    const unproven = await person({ email: address });
    const bob = await verified(address);
    for (const other of [await person(), unproven]) {
      expect(await own(other)).toEqual([]);
      expect(outcomeOf(await accept(other, id))).toEqual([404, 'invitation.not-found']);
      expect(outcomeOf(await decline(other, id))).toEqual([404, 'invitation.not-found']);
    }
    expect(await own(bob)).toMatchObject([{ id, group: { id: org } }]);
    expect((await accept(bob, id)).status).toBe(200);
    expect((await organizationRoles(deps, org))[bob.id]).toBe('member');
    expect(await own(bob)).toEqual([]);
  });

  test('can be declined by its user, and is not repeated then', async () => {
    const { ada, org } = await founded();
    const bob = await verified(newAddress());
    const { id, token } = await mailed(ada, org, bob.email);
    for (let round = 0; round < 2; round += 1) expect((await decline(bob, id)).status).toBe(200);
    expect(await own(bob)).toEqual([]);
    expect(outcomeOf(await acceptToken(bob, token))).toEqual([400, 'invitation.ended']);
    expect(outcomeOf(await invite(ada, org, { email: bob.email }))).toEqual([400, 'invitation.declined']);
  });
});

describe('POST /api/invitations/:id/decline', () => {
  test('declines for good: no other invitation by id, only a link', async () => {
    const { ada, org } = await founded();
    const ben = await person();
    const { body } = await invite(ada, org, { user_id: ben.id });
    for (let round = 0; round < 2; round += 1) expect((await decline(ben, body.invitation.id)).status).toBe(200);
    expect(outcomeOf(await accept(ben, body.invitation.id))).toEqual([400, 'invitation.ended']);
    expect(outcomeOf(await revoke(ada, org, body.invitation.id))).toEqual([404, 'invitation.not-found']);
    expect(outcomeOf(await invite(ada, org, { user_id: ben.id }))).toEqual([400, 'invitation.declined']);
    clock.advance(8 * DAY_MS);
    const [host, guest] = [await renewed(ada), await renewed(ben)];
    expect(outcomeOf(await invite(host, org, { user_id: ben.id }))).toEqual([400, 'invitation.declined']);
    expect((await acceptToken(guest, (await invite(host, org)).body.token)).status).toBe(200);
  });

  test('returns 400 for an accepted invitation; 404 to another user and for an unknown id; 401 without a token', async () => {
    const { ada, org } = await founded();
    const ben = await person();
    const { body } = await invite(ada, org, { user_id: ben.id });
    expect((await decline(null, body.invitation.id)).status).toBe(401);
    expect(outcomeOf(await decline(ada, body.invitation.id))).toEqual([404, 'invitation.not-found']);
    expect(outcomeOf(await decline(ben, randomUUID()))).toEqual([404, 'invitation.not-found']);
    await accept(ben, body.invitation.id);
    expect(outcomeOf(await decline(ben, body.invitation.id))).toEqual([400, 'invitation.ended']);
  });
});
