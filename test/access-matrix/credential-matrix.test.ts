import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { startTestSmtpServer } from '#providers/mail/test-smtp-server.ts';
import {
  receivedBy,
  type SignedIn,
  signUp,
  withSession,
} from '../../src/features/account/sign-in/test-account-mail.ts';
import { createAuthenticator } from '../authenticator.ts';
import { codeOfApp } from '../authenticator-app.ts';
import { createPersonalToken } from '../personal-token.ts';
import { type Person, startTestApp, type TestResponse } from '../start-test-app.ts';

/*
 * Credentials by events: who may still do what, where addresses are verified by email. All credentials exist before the event. `before` it,
 * the address is verified or, where the row says so, was never verified: as of a time when the server had no mail server.
 */

const CREDENTIALS = ['password', 'session', 'token', 'passkey', 'totp', 'journal address', 'MCP consent'] as const;
type Credential = (typeof CREDENTIALS)[number];

const PASSWORD = 'a-long-password';
const OTHER_PASSWORD = 'another-password';

const server = await startTestSmtpServer();
afterAll(server.close);
const app = await startTestApp({ builtInIdentity: true, environment: { SMTP_URL: server.url } });
const { call, clock, deps } = app;

const auth = (path: string, body: object, session?: string) =>
  call(session === undefined ? null : withSession(session), 'POST', `/auth/${path}`, body);
const bearing = (token: string): Person => ({ id: '', email: '', token });
const sourcesTo = async (email: string) =>
  server.mails.filter(({ to }) => to.includes(email)).map(({ source }) => source);
const codeTo = async (email: string, subject: RegExp) =>
  (await receivedBy(app, () => sourcesTo(email), email)).findLast((mail) => subject.test(mail.subject))?.token ?? '';

async function succeed(response: Promise<TestResponse>): Promise<TestResponse> {
  const { status, text, ...rest } = await response;
  if (status >= 300) throw new Error(`A step of the matrix returned ${status}: ${text}`);
  return { status, text, ...rest };
}

const verifyAddress = async (email: string, session: string) =>
  succeed(
    call(
      withSession(session),
      'GET',
      `/auth/verify-email?token=${encodeURIComponent(await codeTo(email, /^Verify your email address/))}`,
    ),
  );

const accessTokenOf = async (session: string) =>
  bearing((await succeed(call(withSession(session), 'GET', '/auth/token'))).body.token);

const root = await verifiedUser();
await makeSuperAdmin(root);

async function verifiedUser(): Promise<SignedIn> {
  const user = await signUp(app, `${randomUUID()}@people.test`, { password: PASSWORD });
  await verifyAddress(user.email, user.session);
  return user;
}

async function makeSuperAdmin(user: Person): Promise<void> {
  const { id } = (await succeed(call(user, 'GET', '/api/user/profile'))).body.profile;
  const values = { role: 'super_admin' as const, role_changed_at: clock.now() };
  await deps.db.updateTable('profile').set(values).where('id', '=', id).execute();
}

type Equipped = SignedIn & {
  uri: string;
  authenticator: ReturnType<typeof createAuthenticator>;
  personalToken: Person;
  address: string;
};

/** A user with one credential of each kind. A super admin's personal token may read administration as well. */
async function equipped(isSuperAdmin = false): Promise<Equipped> {
  const user = await verifiedUser();
  const enabled = (await succeed(auth('two-factor/enable', { password: PASSWORD }, user.session))).body;
  const verified = await succeed(auth('two-factor/verify-totp', { code: codeOfApp(enabled.totpURI) }, user.session));
  const session: string = verified.body.token;
  await forgetUsedCodes(user.id);
  const authenticator = createAuthenticator({ origin: 'http://meadow.test', rpId: 'meadow.test' });
  const options = (await succeed(call(withSession(session), 'GET', '/auth/passkey/generate-register-options'))).body;
  const { continuation } = options;
  await succeed(
    auth('passkey/verify-registration', { response: authenticator.register(options), continuation }, session),
  );
  if (isSuperAdmin) await makeSuperAdmin(await accessTokenOf(session));
  const bearer = { ...user, token: (await accessTokenOf(session)).token };
  const scopes = isSuperAdmin ? (['journal:read', 'admin:read'] as const) : (['journal:read'] as const);
  const personalToken = await createPersonalToken(app, bearer, scopes);
  const { profile } = (await succeed(call(bearer, 'PUT', '/api/user/profile', { preferences: { mcp: true } }))).body;
  return { ...user, session, uri: enabled.totpURI, authenticator, personalToken, address: profile.inbound_address };
}

/** Lets used codes be used again. The provider uses the wall clock, so they cannot expire. */
const forgetUsedCodes = (id: string) => deps.db.deleteFrom('used_totp_code').where('user_id', '=', id).execute();

/** Makes the account one that another person created before the server had a mail server. */
async function makeUnverified({ id }: Person): Promise<void> {
  await deps.db.updateTable('identity_user').set({ emailVerified: false }).where('id', '=', id).execute();
  await deps.db.updateTable('profile').set({ email_verified: false }).where('id', '=', id).execute();
}

/** Returns what an access token, session or personal token permits: an error code, or the user of the request. */
async function powerOf(bearer: Person): Promise<string> {
  const read = await call(bearer, 'GET', '/api/journal');
  if (read.status !== 200) return read.body.code;
  return (await call(bearer, 'GET', '/api/admin/users')).status === 200 ? 'super admin' : 'works';
}

async function powerOfSession(session: string): Promise<string> {
  const { status, body } = await call(withSession(session), 'GET', '/auth/token');
  return status === 200 ? powerOf(bearing(body.token)) : 'ended';
}

/** Completes a sign-in that may ask for a code of the app. Returns the session. */
async function complete(user: Equipped, { body }: TestResponse): Promise<string> {
  if (body.twoFactorRedirect !== true) return body.token;
  await forgetUsedCodes(user.id);
  const { continuation } = body;
  return (await succeed(auth('two-factor/verify-totp', { code: codeOfApp(user.uri), continuation }))).body.token;
}

async function signInByLink(user: Equipped): Promise<TestResponse> {
  await succeed(auth('sign-in/magic-link', { email: user.email }));
  const code = encodeURIComponent(await codeTo(user.email, /^Sign in to Meadow/));
  return succeed(call(null, 'GET', `/auth/magic-link/verify?token=${code}`));
}

async function resetPassword(user: Equipped, more: object = {}): Promise<void> {
  await succeed(auth('request-password-reset', { email: user.email }));
  const token = await codeTo(user.email, /^Reset your password/);
  await succeed(auth('reset-password', { token, newPassword: OTHER_PASSWORD, ...more }));
}

const callMcp = (bearer: Person) =>
  call(
    bearer,
    'POST',
    '/mcp',
    { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    { accept: 'application/json, text/event-stream' },
  );

/** Returns what each credential from before the event permits after it. */
const PROBES: Record<Credential, (user: Equipped) => Promise<string>> = {
  password: async (user) => {
    const response = await auth('sign-in/email', { email: user.email, password: PASSWORD });
    return response.status === 200 ? powerOfSession(await complete(user, response)) : 'ended';
  },
  session: ({ session }) => powerOfSession(session),
  token: ({ personalToken }) => powerOf(personalToken),
  passkey: async ({ authenticator }) => {
    const { body: options } = await succeed(call(null, 'GET', '/auth/passkey/generate-authenticate-options'));
    const { continuation } = options;
    const { status, body } = await auth('passkey/verify-authentication', {
      response: authenticator.signIn(options),
      continuation,
    });
    return status === 200 ? powerOfSession(body.token) : 'ended';
  },
  totp: async (user) => ((await signInByLink(user)).body.twoFactorRedirect === true ? 'asked' : 'ended'),
  'journal address': async ({ id, address }) => {
    await succeed(
      call(null, 'POST', '/api/email/webhook', {
        message_id: `<${randomUUID()}@mail.test>`,
        from: 'any@mail.test',
        to: [address],
        subject: 'A day',
        text: 'It rained.',
      }),
    );
    const rows = await deps.db.selectFrom('journal_entry').select('id').where('user_id', '=', id).execute();
    return rows.length > 0 ? 'works' : 'ended';
  },
  'MCP consent': async (user) => {
    const first = await callMcp(user.personalToken);
    if (first.status === 200) return 'works';
    if (first.body.code !== 'auth.token-invalid') return first.body.code;
    // The token has ended, so the consent is read with another token of the owner.
    const session = await complete(user, await signInByLink(user));
    const owner = { ...user, token: (await accessTokenOf(session)).token };
    return (await callMcp(await createPersonalToken(app, owner, ['journal:read']))).status === 200 ? 'works' : 'ended';
  },
};

type Event = {
  name: string;
  before?: 'unverified' | 'super admin';
  happen: (user: Equipped) => Promise<void>;
  expected: string;
};

const ADMIN = (user: Person) => `/api/admin/users/${user.id}`;
const DELETE_ACCOUNT = async (user: Equipped) =>
  succeed(call(await accessTokenOf(user.session), 'DELETE', '/api/user/account', { confirm: 'DELETE' }));

/** The events. The columns of `expected`: password | session | token | passkey | TOTP | journal address | MCP consent. */
const EVENTS: readonly Event[] = [
  {
    name: 'a sign-in link, of an account whose address was never verified',
    before: 'unverified',
    happen: async (user) => {
      const session: string = (await signInByLink(user)).body.token;
      expect(await powerOfSession(session)).toBe('works');
    },
    expected: 'ended | ended | auth.token-invalid | ended | ended | ended | ended',
  },
  {
    name: 'a reset, of an account whose address was never verified',
    before: 'unverified',
    happen: async (user) => {
      await resetPassword(user, { endPrograms: false });
      const { body } = await succeed(auth('sign-in/email', { email: user.email, password: OTHER_PASSWORD }));
      expect([body.user.emailVerified, await powerOfSession(body.token)]).toEqual([true, 'works']);
    },
    expected: 'ended | ended | auth.token-invalid | ended | ended | ended | ended',
  },
  {
    name: 'a verification, by a session of the account',
    before: 'unverified',
    happen: async (user) => {
      await succeed(auth('send-verification-email', { email: user.email }, user.session));
      await verifyAddress(user.email, user.session);
    },
    expected: 'works | works | works | works | asked | works | works',
  },
  {
    name: 'a rejection of the account, by the owner of its address',
    before: 'unverified',
    happen: async (user) => {
      await succeed(auth('send-verification-email', { email: user.email }, user.session));
      const token = await codeTo(user.email, /^Verify your email address/);
      await succeed(auth('reject-account', { token }));
    },
    expected: 'ended | ended | auth.token-invalid | ended | ended | ended | ended',
  },
  {
    name: 'a change of address',
    happen: async (user) => {
      const former = user.email;
      const newEmail = `${randomUUID()}@people.test`;
      await succeed(auth('change-email', { newEmail }, user.session));
      const confirmation = encodeURIComponent(await codeTo(former, /^Do you want to change/));
      await succeed(call(withSession(user.session), 'GET', `/auth/verify-email?token=${confirmation}`));
      await verifyAddress(newEmail, user.session);
      user.email = newEmail;
    },
    expected: 'works | works | works | works | asked | works | works',
  },
  {
    name: 'a deactivation',
    happen: async (user) => void (await succeed(call(root, 'PUT', ADMIN(user), { is_active: false }))),
    expected: 'account.blocked | account.blocked | account.blocked | account.blocked | asked | ended | account.blocked',
  },
  {
    name: 'a deletion, for seven days',
    happen: async (user) => void (await DELETE_ACCOUNT(user)),
    expected:
      'account.deletion-pending | account.deletion-pending | account.deletion-pending | account.deletion-pending | asked | ended | account.deletion-pending',
  },
  {
    name: 'a restoration',
    happen: async (user) => {
      await DELETE_ACCOUNT(user);
      await succeed(call(await accessTokenOf(user.session), 'POST', '/api/user/account/restore'));
    },
    expected: 'works | works | works | works | asked | works | works',
  },
  {
    name: 'a demotion, of a super admin',
    before: 'super admin',
    happen: async (user) => {
      expect([await powerOfSession(user.session), await powerOf(user.personalToken)]).toEqual(
        Array(2).fill('super admin'),
      );
      await succeed(call(root, 'PUT', `${ADMIN(user)}/role`, { role: 'user' }));
    },
    expected: 'works | works | works | works | asked | works | works',
  },
  {
    name: 'a sign-in link, of a verified account',
    happen: async (user) => void (await signInByLink(user)),
    expected: 'works | works | works | works | asked | works | works',
  },
  {
    name: 'a reset, of a verified account',
    happen: (user) => resetPassword(user),
    expected: 'ended | ended | auth.token-invalid | ended | asked | ended | ended',
  },
  {
    name: 'a reset that keeps programs and passkeys, of a verified account',
    happen: (user) => resetPassword(user, { endPrograms: false }),
    expected: 'ended | ended | works | works | asked | works | works',
  },
];

describe('After', () => {
  test.each(EVENTS)('$name', async ({ before, happen, expected }) => {
    const user = await equipped(before === 'super admin');
    if (before === 'unverified') await makeUnverified(user);
    await happen(user);
    const actual: string[] = [];
    for (const credential of CREDENTIALS) actual.push(`${credential}: ${await PROBES[credential](user)}`);
    expect(actual).toEqual(expected.split(' | ').map((outcome, position) => `${CREDENTIALS[position]}: ${outcome}`));
  });
});
