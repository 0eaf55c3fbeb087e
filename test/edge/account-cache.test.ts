import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { atOneAddress } from '#platform/db/connection/addresses.ts';
import { promoteByEmail } from '../../src/features/account/authentication/promotion.actions.ts';
import { offerFirstRun } from '../../src/features/account/first-run/first-run.actions.ts';
import {
  outboxOf,
  PASSWORD,
  receivedBy,
  signUp,
  withSession,
} from '../../src/features/account/sign-in/test-account-mail.ts';
import { codeOfApp } from '../authenticator-app.ts';
import { startSecondNode } from '../second-node.ts';
import { startStubbornProxy } from '../servers/stubborn-proxy.ts';
import { type Person, startTestApp, type TestApp, type TestAppOptions } from '../start-test-app.ts';

/*
 * Two nodes on one database: what is changed on the first counts from the next request on at the second, which has the account in memory
 * and hears of changes late. A change that does not wait is answered before that.
 */

const CHANNEL = 'listen account_change';
/** Longer than a request takes. */
const LATENESS_MS = 60;
const OPERATOR = 'operator@people.test';

let lookups = 0;
const send = pg.Client.prototype.query as (...args: unknown[]) => unknown;
vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
  const [query] = args as [string | { text: string }];
  if ((typeof query === 'string' ? query : query.text).includes('as key (id, session_id)')) lookups += 1;
  return send.apply(this, args);
} as never);

async function startNodes(options: TestAppOptions) {
  const app = await startTestApp({ ...options, cachesAccounts: true });
  const proxy = await startStubbornProxy(app.databaseUrl);
  const other = await startSecondNode(app, undefined, { cachesAccounts: true, addresses: atOneAddress(proxy.url) });
  const outcomeOn = async (on: TestApp['call'], user: Person, url = '/api/goals') => {
    const { status, body } = await on(user, 'GET', url);
    return status === 200 ? 200 : body.code;
  };

  /** What the other node answers, once it answers from memory. */
  async function remembered(user: Person, url?: string): Promise<unknown> {
    let outcome: unknown;
    const isFromMemory = async () => {
      const before = lookups;
      outcome = await outcomeOn(other.call, user, url);
      return lookups === before;
    };
    await expect.poll(isFromMemory, { interval: 10 }).toBe(true);
    return outcome;
  }

  return {
    ...app,
    proxy,
    other,
    remembered,
    outcomeOn,
    next: (user: Person, url?: string) => outcomeOn(other.call, user, url),
  };
}

const external = await startNodes({ environment: { SUPER_ADMIN_EMAILS: OPERATOR } });
const builtIn = await startNodes({ builtInIdentity: true });
for (const { proxy } of [external, builtIn]) proxy.slowDown(CHANNEL, LATENESS_MS);

const ADMIN = '/api/admin/impersonation-logs';
const CONFIRM = { confirm: 'DELETE' };

/** The outcome of a request to the first node that has to succeed. */
const done = async (response: Promise<{ status: number; text: string }>) => {
  const { status, text } = await response;
  expect([200, 201], text).toContain(status);
};

describe('The next request to another node', () => {
  const { call, clock, issuer, person, superAdmin, remembered, next, deps } = external;
  const renewed = async (user: Person, claims = {}): Promise<Person> => ({
    ...user,
    token: await issuer.sign(user.id, clock.now(), { email: user.email, ...claims }),
  });

  test('is refused to a blocked user, and admitted when the user is unblocked', async () => {
    const [root, ada] = [await superAdmin(), await person()];
    expect(await remembered(ada)).toBe(200);
    await done(call(root, 'PUT', `/api/admin/users/${ada.id}`, { is_active: false }));
    expect(await next(ada)).toBe('account.blocked');
    expect(await remembered(ada)).toBe('account.blocked');
    await done(call(root, 'PUT', `/api/admin/users/${ada.id}`, { is_active: true }));
    expect(await next(ada)).toBe(200);
  });

  test('has the role that was given or taken', async () => {
    const [root, ada] = [await superAdmin(), await person()];
    expect(await remembered(ada, ADMIN)).toBe('auth.not-super-admin');
    clock.advance(10);
    await done(call(root, 'PUT', `/api/admin/users/${ada.id}/role`, { role: 'super_admin' }));
    clock.advance(10);
    const promoted = await renewed(ada);
    expect(await next(promoted, ADMIN)).toBe(200);
    expect(await remembered(promoted, ADMIN)).toBe(200);
    await done(call(root, 'PUT', `/api/admin/users/${ada.id}/role`, { role: 'user' }));
    expect(await next(promoted, ADMIN)).toBe('auth.not-super-admin');
  });

  test('has the role that the command gave', async () => {
    const ada = await person();
    expect(await remembered(ada)).toBe(200);
    clock.advance(10);
    expect(await promoteByEmail(deps, ada.id)).toBe('promoted');
    clock.advance(10);
    expect(await next(await renewed(ada), ADMIN)).toBe(200);
  });

  test('has the role that the configuration gave', async () => {
    const ada = await person({ email: OPERATOR, email_verified: false });
    expect(await remembered(ada, ADMIN)).toBe('auth.not-super-admin');
    const proven = await renewed(ada, { email: OPERATOR, email_verified: true });
    await done(call(proven, 'GET', '/api/goals'));
    expect(await next(proven, ADMIN)).toBe(200);
  });

  test('is refused while a deletion is pending, admitted after a restore, and refused after the erasure', async () => {
    const ada = await person();
    expect(await remembered(ada)).toBe(200);
    await done(call(ada, 'DELETE', '/api/user/account', CONFIRM));
    expect(await next(ada)).toBe('account.deletion-pending');
    expect(await remembered(ada)).toBe('account.deletion-pending');
    await done(call(ada, 'POST', '/api/user/account/restore'));
    expect(await next(ada)).toBe(200);
    expect(await remembered(ada)).toBe(200);
    await done(call(ada, 'DELETE', '/api/user/account', { ...CONFIRM, immediately: true }));
    expect(await next(ada)).toBe('account.deleted');
  });
});

describe('The next request to another node with a session', () => {
  const { call, remembered, next, deps, proxy: _, ...app } = builtIn;
  const nodes: TestApp = { ...app, call, deps };
  const newEmail = () => `${randomUUID()}@people.test`;
  const post = (session: string | null, path: string, body: object) =>
    call(session === null ? null : withSession(session), 'POST', `/auth/${path}`, body);
  const twoSessions = async () => {
    const phone = await signUp(nodes, newEmail());
    const desk = await signUp(nodes, phone.email, { path: 'sign-in' });
    expect([await remembered(phone), await remembered(desk)]).toEqual([200, 200]);
    return { phone, desk };
  };
  const tokenInMail = async (email: string, subject: string) =>
    (await receivedBy(nodes, outboxOf(nodes), email)).findLast((mail) => mail.subject === subject)?.token ?? '';
  const ENDED = 'auth.token-invalid';

  test('is refused once it was revoked, alone or with the others', async () => {
    const { phone, desk } = await twoSessions();
    const { sessions } = (await call(desk, 'GET', '/api/sessions')).body;
    const { id } = sessions.find((session: { is_current: boolean }) => session.is_current);
    await done(call(phone, 'DELETE', `/api/sessions/${id}`));
    expect([await next(desk), await next(phone)]).toEqual([ENDED, 200]);
    const others = await twoSessions();
    await done(call(others.desk, 'DELETE', '/api/sessions'));
    expect([await next(others.phone), await next(others.desk)]).toEqual([ENDED, 200]);
  });

  test('is refused after a sign-out', async () => {
    const { phone, desk } = await twoSessions();
    await done(post(phone.session, 'sign-out', {}));
    expect([await next(phone), await next(desk)]).toEqual([ENDED, 200]);
  });

  test('is refused after the password was changed or reset', async () => {
    const { phone, desk } = await twoSessions();
    await done(post(phone.session, 'change-password', { currentPassword: PASSWORD, newPassword: 'another-password' }));
    expect([await next(phone), await next(desk)]).toEqual([ENDED, ENDED]);
    const others = await twoSessions();
    await done(post(null, 'request-password-reset', { email: others.phone.email }));
    const token = await tokenInMail(others.phone.email, 'Reset your password for Meadow');
    await done(post(null, 'reset-password', { token, newPassword: 'another-password' }));
    expect([await next(others.phone), await next(others.desk)]).toEqual([ENDED, ENDED]);
  });

  test('is refused after the second factor was turned on or off with it', async () => {
    const { phone } = await twoSessions();
    const { totpURI } = (await post(phone.session, 'two-factor/enable', { password: PASSWORD })).body;
    const verified = await post(phone.session, 'two-factor/verify-totp', { code: codeOfApp(totpURI) });
    expect(verified.status, verified.text).toBe(200);
    expect(await next(phone)).toBe(ENDED);
    const session: string = verified.body.token;
    const { token } = (await call(withSession(session), 'GET', '/auth/token')).body;
    const replaced = { ...phone, session, token };
    expect(await remembered(replaced)).toBe(200);
    await done(post(session, 'two-factor/disable', { password: PASSWORD }));
    expect(await next(replaced)).toBe(ENDED);
  });

  test('has the address that was changed', async () => {
    const ada = await signUp(nodes, newEmail());
    expect(await remembered(ada)).toBe(200);
    const address = newEmail();
    await done(post(ada.session, 'change-email', { newEmail: address }));
    const confirmation = await tokenInMail(ada.email, 'Do you want to change your email address in Meadow?');
    const open = (token: string) =>
      call(withSession(ada.session), 'GET', `/auth/verify-email?token=${encodeURIComponent(token)}`);
    if (confirmation !== '') await done(open(confirmation));
    await done(open(await tokenInMail(address, 'Verify your email address for Meadow')));
    const { body } = await builtIn.other.call(null, 'POST', '/api/auth/verify', { token: ada.token });
    expect(body.user.email).toBe(address);
  });

  test('is that of the first super admin', async () => {
    const code = (await offerFirstRun(deps)) ?? '';
    const ada = await signUp(nodes, newEmail());
    expect(await remembered(ada, ADMIN)).toBe('auth.not-super-admin');
    await done(call(ada, 'POST', '/api/first-run', { code }));
    expect(await next(ada, ADMIN)).toBe(200);
  });
});

describe('A node whose channel is cut', () => {
  const { call, superAdmin, person, remembered, next, proxy, deps } = external;

  test('refuses what was blocked meanwhile, since the block revokes its lease', async () => {
    const [root, ada, ben] = [await superAdmin(), await person(), await person()];
    expect([await remembered(ben), await remembered(ada)]).toEqual([200, 200]);
    proxy.hang(CHANNEL);
    const block = (user: Person) => done(call(root, 'PUT', `/api/admin/users/${user.id}`, { is_active: false }));
    const leases = async () => (await deps.db.selectFrom('node_lease').select('id').execute()).map(({ id }) => id);
    const before = await leases();
    await block(ada);
    expect(await next(ada)).toBe('account.blocked');
    // How long it waits for that is tested at the lease.
    const revoked = (await Promise.all([before, leases()])).reduce((former, now) =>
      former.filter((id) => !now.includes(id)),
    );
    expect(revoked.length).toBeGreaterThanOrEqual(1);
    await block(ben);
    expect(await next(ben)).toBe('account.blocked');
    proxy.pass();
  });

  test('forgets what it had when the connection is terminated, and keeps accounts again', async () => {
    const ada = await person();
    expect(await remembered(ada)).toBe(200);
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', ada.id).execute();
    const { rows } = await pgQuery(
      external.databaseUrl,
      `
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like 'meadow ${CHANNEL}%'`,
    );
    expect(rows.length).toBeGreaterThan(0);
    await expect.poll(() => next(ada)).toBe('account.blocked');
    expect(await remembered(ada)).toBe('account.blocked');
  });

  test('hears of a change by SQL alone', async () => {
    const ada = await person();
    expect(await remembered(ada)).toBe(200);
    await pgQuery(external.databaseUrl, `update profile set is_active = false where id = '${ada.id}'`);
    await expect.poll(() => next(ada), { interval: 10 }).toBe('account.blocked');
  });
});

async function pgQuery(connectionString: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}
