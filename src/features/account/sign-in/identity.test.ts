import { randomUUID } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { describe, expect, test } from 'vitest';
import { exchange, listenOnLoopback } from '#test/edge/raw-http.ts';
import { startSecondNode } from '#test/second-node.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { promoteByEmail } from '../authentication/promotion.actions.ts';

const OPERATOR = 'operator@people.test';
const app = await startTestApp({
  builtInIdentity: true,
  environment: { SUPER_ADMIN_EMAILS: OPERATOR },
});
const { call, clock, deps } = app;
const other = await startSecondNode(app);

const PASSWORD = 'a-long-password';
const MINUTE = 60_000;

const newEmail = () => `${randomUUID()}@people.test`;

async function signUp(email = newEmail(), more: object = {}) {
  return call(null, 'POST', '/auth/sign-up/email', { name: 'Ada', email, password: PASSWORD, ...more });
}

/** A caller with a session, for the routes of the provider. */
const withSession = (session: string): Person => ({ id: '', email: '', token: session });

async function accessToken(session: string): Promise<string> {
  return (await call(withSession(session), 'GET', '/auth/token')).body.token;
}

/** A user who has signed up and has an access token, but no profile. */
async function signedUp(): Promise<Person & { session: string }> {
  const { body } = await signUp();
  return { id: body.user.id, email: body.user.email, session: body.token, token: await accessToken(body.token) };
}

const readProfile = async (user: Person) => (await call(user, 'GET', '/api/user/profile')).body.profile;

/** The body of a problem of the provider. */
const problem = (code: string) => ({
  error: expect.any(String),
  code,
  request_id: expect.any(String),
  ...(code === 'request.invalid' && {
    details: expect.arrayContaining([
      { path: expect.stringMatching(/^body/), message: expect.any(String), rule: expect.any(String) },
    ]),
  }),
});

describe('POST /auth/sign-up/email', () => {
  test('returns a session, and stores only a hash of the password', async () => {
    const email = newEmail();
    const { status, body, text } = await signUp(email);
    expect(status).toBe(200);
    expect(body).toMatchObject({ token: expect.any(String), user: { email, name: 'Ada', emailVerified: false } });
    expect(text).not.toContain(PASSWORD);
    const stored = await deps.db
      .selectFrom('identity_account')
      .select('password')
      .where('userId', '=', body.user.id)
      .executeTakeFirstOrThrow();
    // The tests hash at a low cost, and mark it.
    expect(stored.password).toMatch(/^fast:[0-9a-f]{32}:[0-9a-f]{128}$/);
  });

  test('returns 200 for a program that names a mode of fetching and no origin, as the fetch of Node does', async () => {
    const account = { name: 'Ada', email: newEmail(), password: PASSWORD };
    const headers = { 'sec-fetch-mode': 'cors' };
    expect((await call(null, 'POST', '/auth/sign-up/email', account, headers)).status).toBe(200);
  });

  test.each([
    [403, { origin: 'https://evil.example' }],
    [403, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', origin: 'https://evil.example' }],
    [403, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
    [200, { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', origin: 'http://meadow.test' }],
  ])('%i for a browser with the headers %o', async (status, headers) => {
    const account = { name: 'Ada', email: newEmail(), password: PASSWORD };
    expect((await call(null, 'POST', '/auth/sign-up/email', account, headers)).status).toBe(status);
  });

  test('takes nothing from the body that the provider alone decides', async () => {
    const id = randomUUID();
    const { body } = await signUp(newEmail(), {
      id,
      emailVerified: true,
      role: 'super_admin',
      createdAt: '2020-01-01',
    });
    expect(body.user.id).not.toBe(id);
    expect(body.user.emailVerified).toBe(false);
    const token = await accessToken(body.token);
    expect(decodeJwt(token)).toMatchObject({ email_verified: false });
    expect((await readProfile(withSession(token))).role).toBe('user');
  });

  test('does not promote an unverified address of SUPER_ADMIN_EMAILS', async () => {
    const { body } = await signUp(OPERATOR, { emailVerified: true });
    const profile = await readProfile(withSession(await accessToken(body.token)));
    expect(profile).toMatchObject({ email: OPERATOR, role: 'user' });
  });

  test.each([
    ['without an address', { email: undefined }, 'request.invalid'],
    ['with an address that is none', { email: 'ada' }, 'request.invalid'],
    ['without a password', { password: undefined }, 'request.invalid'],
    ['with a short password', { password: 'seven77' }, 'request.invalid'],
    ['with a password beyond all measure', { password: 'p'.repeat(129) }, 'request.invalid'],
    ['with a name that cannot be stored', { name: 'A\0da' }, 'request.unstorable-text'],
    ['with a name that is half a character', { name: '\ud83d' }, 'request.unstorable-text'],
    ['with a password that is no text', { password: 12_345_678 }, 'request.invalid'],
  ])('400 %s', async (_what, change, code) => {
    const email = newEmail();
    const { status, body } = await signUp(email, change);
    expect([status, body]).toEqual([400, problem(code)]);
    const users = await deps.db.selectFrom('identity_user').select('id').where('email', '=', email).execute();
    expect(users).toEqual([]);
  });

  test('names each missing field at its own path', async () => {
    const { body } = await call(null, 'POST', '/auth/sign-up/email', { name: 'Ada' });
    expect(body.error).toBe('The request is not valid at body.email. Give an email.');
    expect(body.details).toEqual([
      { path: 'body.email', message: 'Give an email.', rule: 'required' },
      { path: 'body.password', message: 'Give a password.', rule: 'required' },
    ]);
  });

  test.each([
    ['malformed JSON', '{', 'application/json'],
    ['nothing', undefined, 'application/json'],
    ['a list', '[]', 'application/json'],
    ['33 levels of nesting', `${'['.repeat(33)}${']'.repeat(33)}`, 'application/json'],
  ])('returns 400 with %s for a body', async (_what, payload, contentType) => {
    const headers = { 'content-type': contentType };
    const { status, body } = await call(null, 'POST', '/auth/sign-up/email', payload, headers);
    expect([status, body]).toEqual([400, problem(body.code)]);
  });

  test('returns 415 for a form, which another site could send', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const form = `name=Ada&email=${newEmail()}&password=${PASSWORD}`;
    const { status, body } = await call(null, 'POST', '/auth/sign-up/email', form, headers);
    expect([status, body]).toEqual([415, problem(body.code)]);
  });

  test('returns 422 for an address that has an account, in any case of its letters', async () => {
    const email = newEmail();
    await signUp(email);
    const { status, body } = await signUp(email.toUpperCase());
    expect([status, body]).toEqual([422, problem('identity.user-already-exists-use-another-email')]);
  });

  test('creates one account for five concurrent sign-ups with the same address', async () => {
    const email = newEmail();
    const responses = await Promise.all(Array.from({ length: 5 }, () => signUp(email)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status !== 200).map(({ status, body }) => [status, body])).toEqual(
      Array.from({ length: 4 }, () => [
        422,
        problem(expect.stringMatching(/^identity\.(user-already|failed-to-create)/)),
      ]),
    );
  });
});

describe('POST /auth/sign-in/email', () => {
  const signIn = (email: string, password: unknown) => call(null, 'POST', '/auth/sign-in/email', { email, password });

  test('returns a session of the same user', async () => {
    const ada = await signedUp();
    const { status, body } = await signIn(ada.email, PASSWORD);
    expect(status).toBe(200);
    expect(body.token).not.toBe(ada.session);
    expect((await readProfile(withSession(await accessToken(body.token)))).id).toBe(ada.id);
  });

  test('returns the same 401 for a wrong password and an unknown email address', async () => {
    const ada = await signedUp();
    const wrong = await signIn(ada.email, 'another-password');
    const unknown = await signIn(newEmail(), PASSWORD);
    expect([wrong.status, wrong.body]).toEqual([401, problem('identity.invalid-email-or-password')]);
    expect(unknown.status).toBe(401);
    expect({ ...unknown.body, request_id: '' }).toEqual({ ...wrong.body, request_id: '' });
  });

  test('returns 400 for a body that is none', async () => {
    expect((await signIn('ada', PASSWORD)).status).toBe(400);
    expect((await signIn(newEmail(), { $ne: '' })).status).toBe(400);
    expect((await call(null, 'POST', '/auth/sign-in/email', {})).body).toEqual(problem('request.invalid'));
  });
});

describe('GET /auth/token', () => {
  test('returns an access token that is valid for 15 minutes by the clock of the service', async () => {
    const ada = await signedUp();
    const now = clock.now().getTime() / 1000;
    expect(decodeJwt(ada.token)).toEqual({
      iss: 'http://meadow.test',
      aud: 'http://meadow.test',
      sub: ada.id,
      iat: Math.floor(now),
      iat_ms: now * 1000,
      exp: Math.floor(now) + 900,
      sid: expect.any(String),
      email: ada.email,
      email_verified: false,
      name: 'Ada',
    });
    expect(await readProfile(ada)).toMatchObject({ id: ada.id, email: ada.email, full_name: 'Ada' });
    // A fixed name: the issuer does not depend on PUBLIC_URL.
    const stored = deps.db.selectFrom('profile').select('token_issuer').where('id', '=', ada.id);
    expect(await stored.execute()).toEqual([{ token_issuer: 'built-in' }]);
  });

  test('returns another token for the same session after the last one has expired', async () => {
    const ada = await signedUp();
    clock.advance(15 * MINUTE);
    expect((await call(ada, 'GET', '/api/user/profile')).status).toBe(401);
    const token = await accessToken(ada.session);
    expect((await call({ ...ada, token }, 'GET', '/api/user/profile')).status).toBe(200);
  });

  test('returns 401 without a session, with a wrong one, and with an access token in its place', async () => {
    const ada = await signedUp();
    for (const caller of [null, withSession('wrong'), withSession(`${ada.session}x`), ada]) {
      const { status, body } = await call(caller, 'GET', '/auth/token');
      expect([status, body]).toEqual([401, problem(body.code)]);
    }
    expect((await call(null, 'GET', `/auth/token?token=${ada.session}`)).status).toBe(401);
  });

  test('401 at the interface for a session in place of an access token', async () => {
    const ada = await signedUp();
    expect((await call(withSession(ada.session), 'GET', '/api/user/profile')).status).toBe(401);
  });
});

describe('GET /auth/jwks', () => {
  test('publishes the key that signs, and its public half alone', async () => {
    const ada = await signedUp();
    const { status, body } = await call(null, 'GET', '/auth/jwks');
    expect(status).toBe(200);
    const { kid } = decodeProtectedHeader(ada.token);
    const key = body.keys.find((published: { kid: string }) => published.kid === kid);
    expect(key).toMatchObject({ kty: 'OKP', crv: 'Ed25519', x: expect.any(String) });
    for (const published of body.keys) expect(published).not.toHaveProperty('d');
  });

  test('the private half is encrypted where it is stored', async () => {
    await signedUp();
    const keys = await deps.db.selectFrom('identity_key').select(['privateKey', 'publicKey']).execute();
    expect(keys.length).toBeGreaterThan(0);
    for (const { privateKey } of keys) expect(privateKey).not.toMatch(/"d"|kty|PRIVATE KEY/);
  });
});

describe('GET /auth/get-session', () => {
  test('returns the user of the session', async () => {
    const ada = await signedUp();
    const { status, body } = await call(withSession(ada.session), 'GET', '/auth/get-session');
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ id: ada.id, email: ada.email });
  });

  test('returns null without a session', async () => {
    const { status, text } = await call(null, 'GET', '/auth/get-session');
    expect([status, text]).toEqual([200, 'null']);
  });
});

describe('Routes of the provider that Meadow does not declare', async () => {
  const port = await listenOnLoopback(app.server);
  const { session } = await signedUp();

  test.each(['nowhere', '', 'ok', 'error', 'list-sessions', 'list-accounts', 'sign-up/email', 'change-password'])(
    'return 404 for GET /auth/%s',
    async (path) => {
      const { status, body } = await call(withSession(session), 'GET', `/auth/${path}`);
      expect([status, body]).toEqual([404, problem('route.unknown')]);
    },
  );

  test.each([
    'nowhere',
    'update-user',
    'delete-user',
    'update-session',
    'link-social',
    'unlink-account',
    'sign-in/social',
    'revoke-session',
    'revoke-sessions',
    'revoke-other-sessions',
    'verify-password',
    'set-password',
    './sign-out',
    'sign-out/',
    '/sign-out',
    'SIGN-OUT',
    'x/%2e%2e/sign-out',
  ])('return 404 for POST /auth/%s', async (path) => {
    // Over a socket, because `inject` normalizes paths.
    const head = `POST /auth/${path} HTTP/1.1\r\nHost: meadow.test\r\nConnection: close\r\nAuthorization: Bearer ${session}\r\n`;
    const { status, text } = await exchange(
      port,
      `${head}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
    );
    expect([status, JSON.parse(text).code]).toEqual([404, 'route.unknown']);
    expect((await call(withSession(session), 'GET', '/auth/token')).status).toBe(200);
  });
});

describe('POST /auth/sign-out', () => {
  test('200 ends the session, and no access token comes of it any more', async () => {
    const ada = await signedUp();
    const { status, body } = await call(withSession(ada.session), 'POST', '/auth/sign-out', {});
    expect([status, body]).toEqual([200, { success: true }]);
    expect((await call(withSession(ada.session), 'GET', '/auth/token')).status).toBe(401);
  });

  test('200 change-password makes the new one count and the old one not', async () => {
    const ada = await signedUp();
    const change = { currentPassword: PASSWORD, newPassword: 'another-password', revokeOtherSessions: true };
    expect((await call(withSession(ada.session), 'POST', '/auth/change-password', change)).status).toBe(200);
    const signIn = (password: string) => call(null, 'POST', '/auth/sign-in/email', { email: ada.email, password });
    expect((await signIn(PASSWORD)).status).toBe(401);
    expect((await signIn('another-password')).status).toBe(200);
    expect((await call(withSession(ada.session), 'GET', '/auth/token')).status).toBe(401);
  });

  test('400 change-password with a wrong password', async () => {
    const ada = await signedUp();
    const change = { currentPassword: 'wrong-password', newPassword: 'another-password' };
    const { status, body } = await call(withSession(ada.session), 'POST', '/auth/change-password', change);
    expect([status, body]).toEqual([400, problem('identity.invalid-password')]);
  });

  test('update-user verifies no address and changes none', async () => {
    const ada = await signedUp();
    const change = { name: 'Ada', emailVerified: true };
    await call(withSession(ada.session), 'POST', '/auth/update-user', change);
    await call(withSession(ada.session), 'POST', '/auth/update-user', { email: OPERATOR });
    await call(withSession(ada.session), 'POST', '/auth/change-email', { newEmail: `x${OPERATOR}` });
    expect(decodeJwt(await accessToken(ada.session))).toMatchObject({ email: ada.email, email_verified: false });
  });

  test('returns 401 for what needs a session', async () => {
    const { status, body } = await call(null, 'POST', '/auth/change-password', {
      currentPassword: PASSWORD,
      newPassword: 'another-password',
    });
    expect([status, body]).toEqual([401, problem(body.code)]);
  });

  test('returns 403 for another site that uses the cookie of a visitor', async () => {
    const { headers } = await signUp();
    const cookie = String([headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
    const foreign = { cookie, origin: 'https://evil.example' };
    const { status, body } = await call(null, 'POST', '/auth/sign-out', {}, foreign);
    expect([status, body]).toEqual([403, problem('identity.invalid-origin')]);
    const own = { cookie, origin: 'http://meadow.test' };
    expect((await call(null, 'POST', '/auth/sign-out', {}, own)).status).toBe(200);
  });
});

describe('An access token', () => {
  /** Another session of the same user, with its own access token. */
  async function signedInAgain({ id, email }: Person) {
    const session = (await call(null, 'POST', '/auth/sign-in/email', { email, password: PASSWORD })).body.token;
    return { id, email, session, token: await accessToken(session) };
  }
  const statusesOf = (tokens: readonly Person[], on = call) =>
    Promise.all(tokens.map(async (user) => (await on(user, 'GET', '/api/goals')).status));
  const post = ({ session }: { session: string }, path: string, body: object = {}) =>
    call(withSession(session), 'POST', `/auth/${path}`, body);

  describe('POST /auth/sign-out refuses it', () => {
    test('at the next request on every node, and no other', async () => {
      const here = await signedUp();
      const there = await signedInAgain(here);
      // Both nodes have cached both tokens.
      for (const on of [call, other.call]) expect(await statusesOf([here, there], on)).toEqual([200, 200]);
      expect((await post(here, 'sign-out')).status).toBe(200);
      for (const on of [call, other.call]) expect(await statusesOf([here, there], on)).toEqual([401, 200]);
      const { body } = await call(here, 'GET', '/api/goals');
      expect(body.code).toBe('auth.token-invalid');
      expect((await call(null, 'POST', '/api/auth/verify', { token: here.token })).status).toBe(401);
    });
  });

  test.each([
    ['list-sessions', 'GET'],
    ['revoke-session', 'POST'],
    ['revoke-sessions', 'POST'],
    ['revoke-other-sessions', 'POST'],
  ])('cannot be had from /auth/%s, which lists or takes the tokens of sessions', async (path, method) => {
    const here = await signedUp();
    const { status } = await call(
      withSession(here.session),
      method as 'GET',
      `/auth/${path}`,
      method === 'POST' ? {} : undefined,
    );
    expect(status).toBe(404);
  });

  describe('POST /auth/change-password refuses it', () => {
    test.each([{}, { revokeOtherSessions: false }])('from then on, whatever the client asks for: %j', async (more) => {
      const here = await signedUp();
      const there = await signedInAgain(here);
      const change = { currentPassword: PASSWORD, newPassword: 'another-password', ...more };
      const { status, body } = await post(here, 'change-password', change);
      expect(status).toBe(200);
      expect(await statusesOf([here, there])).toEqual([401, 401]);
      for (const { session } of [here, there]) {
        expect((await call(withSession(session), 'GET', '/auth/token')).status).toBe(401);
      }
      expect(await statusesOf([{ ...here, token: await accessToken(body.token) }])).toEqual([200]);
    });
  });

  test('of a former version, which names no session, counts until it runs out', async () => {
    const ada = await signedUp();
    const { verify } = deps.accessTokens;
    const claims = await verify(ada.token);
    Object.assign(deps.accessTokens, { verify: async () => ({ ...claims, sessionId: null }) });
    await post(ada, 'sign-out');
    const [status] = await statusesOf([ada]);
    Object.assign(deps.accessTokens, { verify });
    expect(status).toBe(200);
  });
});

describe('promoteByEmail', () => {
  test('promotes a user who has signed up but sent no request, from the next access token on', async () => {
    const ada = await signedUp();
    clock.advance(10);
    expect(await promoteByEmail(deps, ada.email.toUpperCase())).toBe('promoted');
    expect(await readProfile(ada)).toMatchObject({ id: ada.id, full_name: 'Ada', role: 'super_admin' });
    expect(await promoteByEmail(deps, ada.email)).toBe('already');
  });

  test('promotes none of several users with the same address', async () => {
    const [ada, ben] = [await signedUp(), await signedUp()];
    expect(await promoteByEmail(deps, 'unknown@people.test')).toBe('unknown');
    for (const user of [ada, ben]) await readProfile(user);
    await deps.db.updateTable('profile').set({ email: ada.email.toUpperCase() }).where('id', '=', ben.id).execute();
    expect(await promoteByEmail(deps, ada.email)).toBe('several');
    const promoted = await deps.db.selectFrom('profile').select('role').where('id', 'in', [ada.id, ben.id]).execute();
    expect(promoted).toEqual([{ role: 'user' }, { role: 'user' }]);
  });
});
