import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createOrganization, createTeam, organizationRoles } from '#test/groups.ts';
import { type Person, startTestApp, type TestApp } from '#test/start-test-app.ts';
import { sendDueMails } from '../../mail/outgoing-mail/sending.actions.ts';
import { createAccount } from './account-creation.actions.ts';
import { invitationTokenOf } from './invitation-token.actions.ts';

const PASSWORD = 'correct horse battery';
const DAY_MS = 24 * 60 * 60_000;

const [open, invite, closed] = (await Promise.all(
  ['open', 'invite', 'closed'].map((policy) =>
    startTestApp({ builtInIdentity: true, environment: { SIGN_UP: policy } }),
  ),
)) as [TestApp, TestApp, TestApp];

const newEmail = () => `${randomUUID()}@people.test`;

const signUp = ({ call }: TestApp, fields: object = {}) =>
  call(null, 'POST', '/auth/sign-up/email', { name: 'Ada', email: newEmail(), password: PASSWORD, ...fields });

/** A user with a profile, who signed up before the policy applied. */
async function member(app: TestApp, role: 'user' | 'super_admin' = 'user'): Promise<Person> {
  const { deps, clock } = app;
  const { invitationSignatures, ids } = deps;
  const id = ids.next();
  const row = { id, max_uses: 1, expires_at: new Date(clock.now().getTime() + DAY_MS), created_at: clock.now() };
  await deps.db.insertInto('sign_up_invitation').values(row).execute();
  const invitation = `${id}.${invitationSignatures.sign(`sign-up invitation ${id}`)}`;
  const { body } = await signUp(app, { invitation });
  await deps.db.deleteFrom('sign_up_invitation').where('id', '=', id).execute();
  await deps.db.updateTable('profile').set({ role }).where('id', '=', body.user.id).execute();
  return renewed(app, { id: body.user.id, email: body.user.email, token: body.token });
}

async function renewed({ call }: TestApp, session: Person): Promise<Person> {
  return { ...session, token: (await call(session, 'GET', '/auth/token')).body.token };
}

const outcomeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const create = ({ call }: TestApp, admin: Person, body: object = {}) =>
  call(admin, 'POST', '/api/admin/invitations', body);
const usesOf = async ({ deps }: TestApp, id: string) =>
  (await deps.db.selectFrom('sign_up_invitation').select('uses').where('id', '=', id).executeTakeFirstOrThrow()).uses;
const accountsOf = async ({ deps }: TestApp, email: string) =>
  (await deps.db.selectFrom('identity_user').select('id').where('email', '=', email).execute()).length;

describe('POST /auth/sign-up/email with a sign-up policy', () => {
  test('needs an invitation with SIGN_UP=invite; counts its use, and gives the account a profile', async () => {
    const email = newEmail();
    expect(outcomeOf(await signUp(invite, { email }))).toEqual([403, 'sign-up.invitation-required']);
    const admin = await member(invite, 'super_admin');
    const { body } = await create(invite, admin);
    const signedUp = await signUp(invite, { email, invitation: body.token });
    expect(signedUp.status).toBe(200);
    expect(await usesOf(invite, body.invitation.id)).toBe(1);
    const profiles = await invite.deps.db
      .selectFrom('profile')
      .select('email')
      .where('id', '=', signedUp.body.user.id)
      .execute();
    expect(profiles).toEqual([{ email }]);
    expect(outcomeOf(await signUp(invite, { invitation: body.token }))).toEqual([400, 'sign-up.invitation-invalid']);
  });

  test('returns 400 for a forged, revoked or expired invitation, and for one of another address', async () => {
    const admin = await member(invite, 'super_admin');
    const [bound, revoked, expired] = [
      (await create(invite, admin, { email: newEmail() })).body,
      (await create(invite, admin)).body,
      (await create(invite, admin, { expires_in: 3_600 })).body,
    ];
    expect((await invite.call(admin, 'DELETE', `/api/admin/invitations/${revoked.invitation.id}`)).status).toBe(200);
    invite.clock.advance(3_600_000);
    const forged = `${bound.invitation.id}.${'A'.repeat(43)}`;
    for (const invitation of ['x', forged, bound.token, revoked.token, expired.token, 5, {}]) {
      const email = newEmail();
      const { status, body } = await signUp(invite, { email, invitation });
      expect([status, body.code]).toEqual([400, expect.stringMatching(/^sign-up\.invitation-invalid|^request\./)]);
      expect(await accountsOf(invite, email)).toBe(0);
    }
    expect(await usesOf(invite, bound.invitation.id)).toBe(0);
  });

  test('gives the use back when no account is created', async () => {
    const admin = await member(invite, 'super_admin');
    const { body } = await create(invite, admin);
    const refused = [{ password: 'short' }, { email: 'no address' }, { email: admin.email }];
    for (const fields of refused) {
      const { status } = await signUp(invite, { ...fields, invitation: body.token });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(await usesOf(invite, body.invitation.id)).toBe(0);
    }
    expect((await signUp(invite, { invitation: body.token })).status).toBe(200);
  });

  test('admits 1 of 20 concurrent sign-ups with one invitation, and 3 of 10 with one for three', async () => {
    const admin = await member(invite, 'super_admin');
    for (const [max_uses, count] of [
      [1, 20],
      [3, 10],
    ] as const) {
      const { body } = await create(invite, admin, { max_uses });
      const responses = await Promise.all(
        Array.from({ length: count }, () => signUp(invite, { invitation: body.token })),
      );
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(max_uses);
      expect(await usesOf(invite, body.invitation.id)).toBe(max_uses);
    }
  });

  test('returns 403 with SIGN_UP=closed, also with an invitation', async () => {
    expect(outcomeOf(await signUp(closed))).toEqual([403, 'sign-up.closed']);
    expect(outcomeOf(await signUp(closed, { invitation: 'x' }))).toEqual([403, 'sign-up.closed']);
  });

  test.each([
    ['open', () => open],
    ['invite', () => invite],
  ] as const)(
    'makes the account a member of the organization that invited it, with SIGN_UP=%s',
    async (_policy, of) => {
      const app = of();
      const owner = await member(app);
      const org = await createOrganization(app.deps, owner);
      const path = `/api/organizations/${org}/invitations`;
      const { body } = await app.call(owner, 'POST', path, { role: 'admin' });
      const signedUp = await signUp(app, { invitation: body.token });
      expect(signedUp.status).toBe(200);
      expect((await organizationRoles(app.deps, org))[signedUp.body.user.id]).toBe('admin');
      const guest = await renewed(app, { ...signedUp.body.user, token: signedUp.body.token });
      expect((await app.call(guest, 'GET', `/api/organizations/${org}`)).body.is_accepted).toBe(true);
      expect(outcomeOf(await signUp(app, { invitation: body.token }))).toEqual([400, 'sign-up.invitation-invalid']);
      const link = await app.call(owner, 'POST', path, {});
      expect((await signUp(app, { invitation: link.body.token, password: 'short' })).status).toBe(400);
      expect((await app.call(owner, 'GET', path)).body.invitations).toMatchObject([{ uses: 0 }]);
    },
  );

  test('admits by an invitation to an address only that address, which joins when it is verified', async () => {
    const owner = await member(invite);
    const org = await createOrganization(invite.deps, owner);
    const email = newEmail();
    const path = `/api/organizations/${org}/invitations`;
    const { id } = (await invite.call(owner, 'POST', path, { email: email.toUpperCase() })).body.invitation;
    const invitation = invitationTokenOf(invite.deps.invitationSignatures, 'group invitation', id);
    expect(outcomeOf(await signUp(invite, { invitation }))).toEqual([400, 'sign-up.invitation-invalid']);
    const signedUp = await signUp(invite, { email, invitation });
    expect(signedUp.status).toBe(200);
    const guest = await renewed(invite, { ...signedUp.body.user, token: signedUp.body.token });
    const accept = () => invite.call(guest, 'POST', '/api/invitations/accept', { token: invitation });
    expect(outcomeOf(await accept())).toEqual([403, 'invitation.address-not-verified']);
    expect(Object.keys(await organizationRoles(invite.deps, org))).toEqual([owner.id]);
    expect((await invite.call(owner, 'GET', path)).body.invitations).toMatchObject([{ status: 'open', uses: 0 }]);
    await invite.deps.db.updateTable('identity_user').set({ emailVerified: true }).where('id', '=', guest.id).execute();
    expect((await accept()).status).toBe(200);
    expect((await organizationRoles(invite.deps, org))[guest.id]).toBe('member');
  });

  test('does not admit by an invitation to a team, whose organization the account is not in', async () => {
    const owner = await member(invite);
    const org = await createOrganization(invite.deps, owner);
    const team = await createTeam(invite.deps, org, owner);
    const { body } = await invite.call(owner, 'POST', `/api/teams/${team}/invitations`, {});
    expect(outcomeOf(await signUp(invite, { invitation: body.token }))).toEqual([400, 'sign-up.invitation-invalid']);
  });

  test('admits the 1 of 10 concurrent sign-ups that an organization invited', async () => {
    const owner = await member(invite);
    const org = await createOrganization(invite.deps, owner);
    const { body } = await invite.call(owner, 'POST', `/api/organizations/${org}/invitations`, {});
    const responses = await Promise.all(Array.from({ length: 10 }, () => signUp(invite, { invitation: body.token })));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(Object.keys(await organizationRoles(invite.deps, org))).toHaveLength(2);
  });
});

describe('POST /api/admin/invitations', () => {
  test('sends the token to an email address, stores it nowhere, and is audited', async () => {
    const admin = await member(invite, 'super_admin');
    const email = newEmail();
    const { status, body } = await create(invite, admin, { email });
    expect([status, body.invitation]).toEqual([
      201,
      {
        id: expect.any(String),
        status: 'open',
        email,
        max_uses: 1,
        uses: 0,
        invited_by: admin.id,
        expires_at: new Date(invite.clock.now().getTime() + 14 * DAY_MS).toISOString(),
        created_at: invite.clock.now().toISOString(),
      },
    ]);
    const { db } = invite.deps;
    const stored = await Promise.all([
      db.selectFrom('sign_up_invitation').selectAll().execute(),
      db.selectFrom('outgoing_mail').selectAll().execute(),
    ]);
    expect(JSON.stringify(stored)).not.toContain(body.token.split('.')[1]);
    const audited = db.selectFrom('audit_log').select('action').where('subject_id', '=', body.invitation.id);
    expect(await audited.execute()).toEqual([{ action: 'sign-up.invite' }]);
    await sendDueMails(invite.deps);
    const sent = db.selectFrom('outgoing_mail').select('status').where('recipient_email', '=', email);
    expect(await sent.execute()).toEqual([{ status: 'sent' }]);
    expect((await signUp(invite, { email: email.toUpperCase(), invitation: body.token })).status).toBe(200);
  });

  test.each([
    [{ email: 'two@people.test, three@people.test' }, 'sign-up.email-invalid'],
    [{ email: 'ada@people.test', max_uses: 2 }, 'sign-up.ambiguous'],
    [{ max_uses: 0 }, 'request.invalid'],
    [{ expires_in: 1 }, 'request.invalid'],
  ])('returns 400 for %j, and creates nothing', async (fields, code) => {
    const admin = await member(invite, 'super_admin');
    const before = await invite.deps.db.selectFrom('sign_up_invitation').selectAll().execute();
    expect(outcomeOf(await create(invite, admin, fields))).toEqual([400, code]);
    expect(await invite.deps.db.selectFrom('sign_up_invitation').selectAll().execute()).toEqual(before);
  });

  test('returns 401 without a token and 403 to users', async () => {
    expect((await invite.call(null, 'POST', '/api/admin/invitations', {})).status).toBe(401);
    expect((await create(invite, await member(invite))).status).toBe(403);
  });
});

describe('GET /api/admin/invitations', () => {
  test('lists newest first, with status and without tokens', async () => {
    const admin = await member(open, 'super_admin');
    const made = [];
    for (const fields of [{}, { expires_in: 3_600 }, { max_uses: 5 }]) {
      open.clock.advance(1);
      made.push((await create(open, admin, fields)).body);
    }
    await signUp(open, { invitation: made[0].token });
    open.clock.advance(3_600_000);
    const again = await member(open, 'super_admin');
    const { body, text } = await open.call(again, 'GET', '/api/admin/invitations?limit=3');
    expect(body.invitations.map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual([
      [made[2].invitation.id, 'open'],
      [made[1].invitation.id, 'expired'],
      [made[0].invitation.id, 'used'],
    ]);
    for (const { token } of made) expect(text).not.toContain(token.split('.')[1]);
  });
});

describe('DELETE /api/admin/invitations/:id', () => {
  test('revokes once, and keeps the account that it has admitted', async () => {
    const admin = await member(invite, 'super_admin');
    const { body } = await create(invite, admin, { max_uses: 2 });
    const email = newEmail();
    await signUp(invite, { email, invitation: body.token });
    const revoke = () => invite.call(admin, 'DELETE', `/api/admin/invitations/${body.invitation.id}`);
    expect((await revoke()).status).toBe(200);
    expect(outcomeOf(await revoke())).toEqual([404, 'sign-up.invitation-not-found']);
    expect(await accountsOf(invite, email)).toBe(1);
    expect(outcomeOf(await signUp(invite, { invitation: body.token }))).toEqual([400, 'sign-up.invitation-invalid']);
  });
});

describe('POST /api/admin/users', () => {
  const admin = async () => {
    const { deps } = closed;
    const user = await createAccount(deps, null, { email: newEmail(), name: 'Root' });
    await deps.db.updateTable('profile').set({ role: 'super_admin' }).where('id', '=', user.user.id).execute();
    return signedIn(user.user.email ?? '', user.password);
  };
  async function signedIn(email: string, password: string): Promise<Person> {
    const { body } = await closed.call(null, 'POST', '/auth/sign-in/email', { email, password });
    return renewed(closed, { id: body.user.id, email, token: body.token });
  }

  test('creates an account while sign-up is closed, with a password that signs in', async () => {
    const root = await admin();
    const email = newEmail();
    const { status, body } = await closed.call(root, 'POST', '/api/admin/users', { email, name: 'Ben' });
    expect([status, body.user]).toMatchObject([201, { email, full_name: 'Ben', role: 'user' }]);
    const ben = await signedIn(email, body.password);
    expect((await closed.call(ben, 'GET', '/api/user/profile')).body.profile.id).toBe(body.user.id);
    const audited = closed.deps.db.selectFrom('audit_log').select(['action', 'actor_id']);
    expect(await audited.where('subject_id', '=', body.user.id).execute()).toEqual([
      { action: 'account.create', actor_id: root.id },
    ]);
  });

  test('returns 400 for an address that has an account, in any case, and for one of five at once; 403 to users', async () => {
    const root = await admin();
    const email = newEmail();
    const createUser = (caller: Person, given = email) =>
      closed.call(caller, 'POST', '/api/admin/users', { email: given, name: 'Ben' });
    const responses = await Promise.all(Array.from({ length: 5 }, () => createUser(root)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400, 400]);
    expect(outcomeOf(await createUser(root, email.toUpperCase()))).toEqual([400, 'account.email-taken']);
    const password = responses.find(({ status }) => status === 201)?.body.password;
    expect((await createUser(await signedIn(email, password))).status).toBe(403);
  });
});

describe('POST /api/admin/waitlist/:id/approve with a sign-up policy', () => {
  const joined = async (app: TestApp) => {
    const email = newEmail();
    await app.call(null, 'POST', '/api/waitlist', { email });
    const row = app.deps.db.selectFrom('waitlist_entry').select('id').where('email', '=', email);
    return { email, id: (await row.executeTakeFirstOrThrow()).id };
  };

  test('creates an invitation for 30 days where sign-up needs one, and none where it is open', async () => {
    for (const [app, count] of [
      [invite, 1],
      [open, 0],
    ] as const) {
      const admin = await member(app, 'super_admin');
      const { email, id } = await joined(app);
      expect((await app.call(admin, 'POST', `/api/admin/waitlist/${id}/approve`)).status).toBe(200);
      const rows = await app.deps.db.selectFrom('sign_up_invitation').selectAll().where('email', '=', email).execute();
      expect(rows).toHaveLength(count);
      const mails = app.deps.db.selectFrom('outgoing_mail').select('data').where('recipient_email', '=', email);
      const facts = count === 0 ? {} : { invitationId: rows[0]?.id, expiresOn: expect.any(String) };
      expect(await mails.execute()).toEqual([{ data: { readerName: '', ...facts } }]);
    }
  });

  test('returns 400 while sign-up is closed, and leaves the entry pending', async () => {
    const root = randomUUID();
    const now = closed.clock.now();
    const profile = { id: root, role: 'super_admin' as const, role_changed_at: now, created_at: now, updated_at: now };
    await closed.deps.db.insertInto('profile').values(profile).execute();
    const { id } = await joined(closed);
    const { approveWaitlistEntry } = await import('../../operations/waitlist/waitlist.actions.ts');
    const actor = { userId: root, isSuperAdmin: true, impersonatorId: null };
    await expect(approveWaitlistEntry(closed.deps, actor, id)).rejects.toMatchObject({
      code: 'waitlist.sign-up-closed',
    });
    const row = closed.deps.db.selectFrom('waitlist_entry').select('status').where('id', '=', id);
    expect(await row.execute()).toEqual([{ status: 'pending' }]);
  });
});
