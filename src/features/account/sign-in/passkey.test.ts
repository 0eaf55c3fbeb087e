import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { createAuthenticator, type Deviation } from '#test/authenticator.ts';
import { type Person, startTestApp, type TestResponse } from '#test/start-test-app.ts';

const { call, deps } = await startTestApp({ builtInIdentity: true });
const PASSWORD = 'correct horse battery';
const SERVER = { origin: 'http://meadow.test', rpId: 'meadow.test' };

type Account = { id: string; email: string; session: string };

const withSession = (token: string): Person => ({ id: '', email: '', token });
const outcomeOf = ({ status, body }: TestResponse) => [status, body.code];
const get = (session: string | null, path: string) =>
  call(session === null ? null : withSession(session), 'GET', `/auth/passkey/${path}`);
const post = (session: string | null, path: string, body: object) =>
  call(session === null ? null : withSession(session), 'POST', `/auth/passkey/${path}`, body);

async function signUp(): Promise<Account> {
  const email = `${randomUUID()}@people.test`;
  const { body } = await call(null, 'POST', '/auth/sign-up/email', { name: 'Ada', email, password: PASSWORD });
  // A notification needs a profile.
  const { token } = (await call(withSession(body.token), 'GET', '/auth/token')).body;
  await call(withSession(token), 'GET', '/api/user/profile');
  return { id: body.user.id, email, session: body.token };
}

async function register({ session }: Account, authenticator = createAuthenticator(SERVER), deviation: Deviation = {}) {
  const { body: options } = await get(session, 'generate-register-options');
  const response = authenticator.register(options, deviation);
  const { continuation } = options;
  return {
    authenticator,
    response: await post(session, 'verify-registration', { response, name: 'Laptop', continuation }),
  };
}

async function signIn(authenticator: ReturnType<typeof createAuthenticator>, deviation: Deviation = {}) {
  const { body: options } = await get(null, 'generate-authenticate-options');
  const request = { response: authenticator.signIn(options, deviation), continuation: options.continuation };
  return { request, response: await post(null, 'verify-authentication', request) };
}

const list = async ({ session }: Account) => (await get(session, 'list-user-passkeys')).body;

/** The notified changes, by name. */
async function noticesOf({ id }: Account): Promise<string[]> {
  const rows = await deps.db.selectFrom('notification').select('data').where('user_id', '=', id).execute();
  return rows.map(({ data }) => (data as { change: string }).change).toSorted();
}

const makeSessionsOld = ({ id }: Account) =>
  deps.db
    .updateTable('identity_session')
    .set({ createdAt: new Date(Date.now() - 11 * 60_000) })
    .where('userId', '=', id)
    .execute();

describe('GET /auth/passkey/generate-register-options', () => {
  test('requires a passkey that can be found and verifies its user, for the host of PUBLIC_URL', async () => {
    const ada = await signUp();
    const { status, body } = await get(ada.session, 'generate-register-options');
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        rp: { name: 'Meadow', id: 'meadow.test' },
        attestation: 'none',
        authenticatorSelection: expect.objectContaining({ residentKey: 'required', userVerification: 'required' }),
        continuation: expect.any(String),
      }),
    ]);
  });

  test('returns 401 without a session, 403 ten minutes after the sign-in', async () => {
    const ada = await signUp();
    expect(outcomeOf(await get(null, 'generate-register-options'))).toEqual([401, 'identity.no-session']);
    await makeSessionsOld(ada);
    expect(outcomeOf(await get(ada.session, 'generate-register-options'))).toEqual([403, 'identity.session-not-fresh']);
  });
});

describe('POST /auth/passkey/verify-registration', () => {
  let ada: Account;
  beforeAll(async () => {
    ada = await signUp();
  });

  test('stores the passkey under its name, and notifies the user', async () => {
    const ben = await signUp();
    const { authenticator, response: reply } = await register(ben);
    expect(reply.status).toBe(200);
    expect(await list(ben)).toMatchObject([{ id: reply.body.id, name: 'Laptop', credentialID: authenticator.id }]);
    expect(await noticesOf(ben)).toEqual(['passkey_added']);
  });

  test.each<[string, Deviation, string]>([
    ['of another origin', { origin: 'https://evil.example' }, 'identity.failed-to-verify-registration'],
    ['of another host', { rpId: 'evil.example' }, 'identity.failed-to-verify-registration'],
    ['with a foreign challenge', { challenge: 'Zm9yZWlnbg' }, 'identity.failed-to-verify-registration'],
    ['without its user', { isUserVerified: false }, 'identity.passkey-without-user-verification'],
  ])('returns 400 for a passkey %s', async (_what, deviation, code) => {
    expect(outcomeOf((await register(ada, undefined, deviation)).response)).toEqual([400, code]);
    expect(await list(ada)).toEqual([]);
  });

  test('returns 400 for a repeated response, for a registered passkey, and for the options of another user', async () => {
    const ben = await signUp();
    const authenticator = createAuthenticator(SERVER);
    const { body: options } = await get(ben.session, 'generate-register-options');
    const request = { response: authenticator.register(options), continuation: options.continuation };
    expect(outcomeOf(await post(ada.session, 'verify-registration', request))[0]).toBe(401);
    expect(outcomeOf(await post(ben.session, 'verify-registration', request))).toEqual([
      400,
      'identity.challenge-not-found',
    ]);
    const registered = await register(ben, authenticator);
    expect(registered.response.status).toBe(200);
    expect(outcomeOf((await register(ada, authenticator)).response)).toEqual([400, 'identity.previously-registered']);
    expect(await list(ada)).toEqual([]);
  });
});

describe('GET /auth/passkey/generate-authenticate-options', () => {
  test('asks for any passkey of the host of PUBLIC_URL, whose authenticator verifies its user', async () => {
    const { body } = await get(null, 'generate-authenticate-options');
    expect(body).toMatchObject({ rpId: 'meadow.test', userVerification: 'required' });
    expect(body.allowCredentials ?? []).toEqual([]);
  });
});

describe('POST /auth/passkey/verify-authentication', () => {
  let ada: Account;
  let authenticator: ReturnType<typeof createAuthenticator>;
  beforeAll(async () => {
    ada = await signUp();
    authenticator = (await register(ada)).authenticator;
  });

  test('starts a session of the user, also where a password would need a second factor', async () => {
    await deps.db.updateTable('identity_user').set({ twoFactorEnabled: true }).where('id', '=', ada.id).execute();
    const { response: reply } = await signIn(authenticator);
    expect([reply.status, reply.body]).toMatchObject([200, { token: expect.any(String), user: { id: ada.id } }]);
    expect((await call(withSession(reply.body.token), 'GET', '/auth/token')).status).toBe(200);
    await deps.db.updateTable('identity_user').set({ twoFactorEnabled: false }).where('id', '=', ada.id).execute();
  });

  test.each<[string, Deviation, string]>([
    ['from another origin', { origin: 'https://evil.example' }, 'identity.authentication-failed'],
    ['from another host', { rpId: 'evil.example' }, 'identity.authentication-failed'],
    ['with a foreign challenge', { challenge: 'Zm9yZWlnbg' }, 'identity.authentication-failed'],
    ['with a counter that goes backwards', { counter: 1 }, 'identity.authentication-failed'],
    ['without its user', { isUserVerified: false }, 'identity.passkey-without-user-verification'],
  ])('returns 400 for a passkey %s', async (_what, deviation, code) => {
    // The counter of a deviation is that of the authenticator from then on.
    expect((await signIn(authenticator, { counter: 100 + (await counterOf(authenticator.id)) })).response.status).toBe(
      200,
    );
    expect(outcomeOf((await signIn(authenticator, deviation)).response)).toEqual([400, code]);
  });

  const counterOf = async (credentialId: string) => {
    const row = deps.db.selectFrom('identity_passkey').select('counter').where('credentialID', '=', credentialId);
    return (await row.executeTakeFirstOrThrow()).counter;
  };

  test('accepts a response once, also of ten at once', async () => {
    const { body: options } = await get(null, 'generate-authenticate-options');
    const deviation = { counter: 1 + (await counterOf(authenticator.id)) };
    const request = { response: authenticator.signIn(options, deviation), continuation: options.continuation };
    const responses = await Promise.all(Array.from({ length: 10 }, () => post(null, 'verify-authentication', request)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(400)]);
    const again = await post(null, 'verify-authentication', request);
    expect(outcomeOf(again)).toEqual([400, 'identity.challenge-not-found']);
  });

  test('returns 400 for a signature of another passkey, without options, and with those of a registration', async () => {
    const other = createAuthenticator(SERVER);
    const { body: options } = await get(null, 'generate-authenticate-options');
    const forged = { ...other.signIn(options), id: authenticator.id, rawId: authenticator.id };
    const { continuation } = options;
    expect(outcomeOf(await post(null, 'verify-authentication', { response: forged, continuation }))).toEqual([
      400,
      'identity.authentication-failed',
    ]);
    expect(outcomeOf(await post(null, 'verify-authentication', { response: forged }))).toEqual([
      400,
      'identity.challenge-not-found',
    ]);
    const { body: registration } = await get(ada.session, 'generate-register-options');
    const request = { response: authenticator.signIn(registration), continuation: registration.continuation };
    expect(outcomeOf(await post(null, 'verify-authentication', request))).toEqual([
      400,
      'identity.challenge-not-found',
    ]);
  });

  test('returns 401 for an unknown passkey', async () => {
    const { response: reply } = await signIn(createAuthenticator(SERVER));
    expect(outcomeOf(reply)).toEqual([401, 'identity.passkey-not-found']);
  });
});

describe('GET /auth/passkey/list-user-passkeys', () => {
  test('lists the passkeys of the user alone; returns 401 without a session', async () => {
    const [ada, ben] = [await signUp(), await signUp()];
    const { response: reply } = await register(ada);
    expect(await list(ada)).toMatchObject([{ id: reply.body.id, deviceType: 'singleDevice' }]);
    expect(await list(ben)).toEqual([]);
    expect(outcomeOf(await get(null, 'list-user-passkeys'))).toEqual([401, 'identity.no-session']);
  });
});

describe('POST /auth/passkey/update-passkey', () => {
  test('changes the name for its owner alone', async () => {
    const [ada, ben] = [await signUp(), await signUp()];
    const { id } = (await register(ada)).response.body;
    const rename = ({ session }: Account, name: string) => post(session, 'update-passkey', { id, name });
    expect((await rename(ada, 'Key ring')).body.passkey).toMatchObject({ id, name: 'Key ring' });
    expect((await rename(ben, 'Mine')).status).toBe(401);
    expect(await list(ada)).toMatchObject([{ name: 'Key ring' }]);
    expect(await list(ben)).toEqual([]);
  });
});

describe('POST /auth/passkey/delete-passkey', () => {
  test('removes it for its owner alone, after a recent sign-in; it does not sign in any more', async () => {
    const [ada, ben] = [await signUp(), await signUp()];
    const { authenticator, response: reply } = await register(ada);
    const remove = ({ session }: Account) => post(session, 'delete-passkey', { id: reply.body.id });
    expect((await remove(ben)).status).toBe(401);
    expect(await list(ada)).toHaveLength(1);
    expect((await remove(ada)).status).toBe(200);
    expect(outcomeOf((await signIn(authenticator)).response)).toEqual([401, 'identity.passkey-not-found']);
    expect(await noticesOf(ada)).toEqual(['passkey_added', 'passkey_removed']);
  });

  test('returns 403 ten minutes after the sign-in', async () => {
    const ada = await signUp();
    const { response: reply } = await register(ada);
    await makeSessionsOld(ada);
    const removed = await post(ada.session, 'delete-passkey', { id: reply.body.id });
    expect(outcomeOf(removed)).toEqual([403, 'identity.session-not-fresh']);
    expect(await list(ada)).toHaveLength(1);
  });
});
