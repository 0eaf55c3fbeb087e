import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { codeOfApp, secretOf } from '#test/authenticator-app.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';

const { call, clock, deps } = await startTestApp({ builtInIdentity: true, cachesAccounts: true });
const PASSWORD = 'correct horse battery';
const DEVICE = { 'user-agent': 'Phone' };

type Account = { id: string; email: string; session: string };
type Protected = Account & { uri: string; recoveryCodes: string[] };

const withSession = (token: string): Person => ({ id: '', email: '', token });
const outcomeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const post = (session: string | null, path: string, body: object, headers: Record<string, string> = DEVICE) =>
  call(session === null ? null : withSession(session), 'POST', `/auth/${path}`, body, headers);
const signIn = (email: string, fields: object = {}) =>
  post(null, 'sign-in/email', { email, password: PASSWORD, ...fields });

async function signUp(): Promise<Account> {
  const email = `${randomUUID()}@people.test`;
  const { body } = await post(null, 'sign-up/email', { name: 'Ada', email, password: PASSWORD });
  return { id: body.user.id, email, session: body.token };
}

/** An account whose sign-in needs a second factor. The code of its set-up counts as used no longer. */
async function signUpWithTotp(): Promise<Protected> {
  const ada = await signUp();
  const { body } = await post(ada.session, 'two-factor/enable', { password: PASSWORD });
  const uri = body.totpURI;
  const verified = await post(ada.session, 'two-factor/verify-totp', { code: codeOfApp(uri) });
  expect(verified.status).toBe(200);
  await forgetUsedCodes(ada);
  return { ...ada, session: verified.body.token, uri, recoveryCodes: body.backupCodes };
}

/** Lets used codes be used again. The provider uses the wall clock, and a test cannot wait for 90 seconds. */
const forgetUsedCodes = ({ id }: Account) => deps.db.deleteFrom('used_totp_code').where('user_id', '=', id).execute();

async function continuationOf(email: string): Promise<string> {
  const { status, body } = await signIn(email);
  expect([status, body.twoFactorRedirect]).toEqual([200, true]);
  return body.continuation;
}

const wrongCode = (uri: string) => String((Number(codeOfApp(uri)) + 500_000) % 1_000_000).padStart(6, '0');

const hasAccess = async (session: string) => (await call(withSession(session), 'GET', '/auth/token')).status === 200;

/** The notified changes, by name. */
async function noticesOf({ id }: Account): Promise<string[]> {
  const rows = await deps.db
    .selectFrom('notification')
    .select('data')
    .where('user_id', '=', id)
    .where('kind', '=', 'sign_in_changed')
    .execute();
  return rows.map(({ data }) => (data as { change: string }).change).toSorted();
}

/** The profile, without which there are no notifications. */
async function withProfile<A extends Account>(account: A): Promise<A> {
  const { token } = (await call(withSession(account.session), 'GET', '/auth/token')).body;
  expect((await call(withSession(token), 'GET', '/api/user/profile')).status).toBe(200);
  return account;
}

const makeSessionsOld = ({ id }: Account) =>
  deps.db
    .updateTable('identity_session')
    .set({ createdAt: new Date(Date.now() - 11 * 60_000) })
    .where('userId', '=', id)
    .execute();

describe('POST /auth/two-factor/enable', () => {
  test('returns a secret and ten recovery codes, which are encrypted where they are stored', async () => {
    const ada = await signUp();
    const { status, body } = await post(ada.session, 'two-factor/enable', { password: PASSWORD });
    expect(status).toBe(200);
    expect(body.totpURI).toContain(`otpauth://totp/Meadow:${encodeURIComponent(ada.email)}`);
    expect(body.backupCodes).toHaveLength(10);
    const stored = await deps.db.selectFrom('identity_two_factor').selectAll().where('userId', '=', ada.id).execute();
    expect(stored).toMatchObject([{ verified: false }]);
    for (const secret of [secretOf(body.totpURI).toString(), ...body.backupCodes])
      expect(JSON.stringify(stored)).not.toContain(secret);
    expect((await signIn(ada.email)).body.token).toEqual(expect.any(String));
  });

  test('returns 400 with a wrong password and once it is on, 401 without a session, 403 ten minutes after the sign-in', async () => {
    const ada = await signUpWithTotp();
    const enable = (session: string | null, password = PASSWORD) => post(session, 'two-factor/enable', { password });
    expect(outcomeOf(await enable(ada.session))).toEqual([400, 'identity.totp-already-enabled']);
    expect(outcomeOf(await enable(ada.session, 'wrong horse'))).toEqual([400, 'identity.invalid-password']);
    expect(outcomeOf(await enable(null))).toEqual([401, 'identity.no-session']);
    await makeSessionsOld(ada);
    expect(outcomeOf(await enable(ada.session))).toEqual([403, 'identity.session-not-fresh']);
  });
});

describe('POST /auth/two-factor/verify-totp', () => {
  test('completes a sign-in by the continuation of its response, without cookies', async () => {
    const ada = await signUpWithTotp();
    const { body, headers } = await signIn(ada.email);
    expect(body).toEqual({ twoFactorRedirect: true, twoFactorMethods: ['totp'], continuation: expect.any(String) });
    expect(headers['set-auth-token']).toBeUndefined();
    const code = codeOfApp(ada.uri);
    const done = await post(null, 'two-factor/verify-totp', { code, continuation: body.continuation });
    expect(done.status).toBe(200);
    expect(done.body).toMatchObject({ token: expect.any(String), user: { id: ada.id } });
    expect(await hasAccess(done.body.token)).toBe(true);
  });

  test('completes a sign-in by the cookie of its response, which a browser keeps', async () => {
    const ada = await signUpWithTotp();
    const { headers } = await signIn(ada.email);
    const cookies = [headers['set-cookie']].flat() as string[];
    const cookie = cookies.map((line) => line.split(';')[0]).find((line) => line?.includes('two_factor')) ?? '';
    const origin = { origin: 'http://meadow.test', cookie };
    const done = await post(null, 'two-factor/verify-totp', { code: codeOfApp(ada.uri) }, origin);
    expect(done.status).toBe(200);
  });

  test('starts a new session when it switches the second factor on, and notifies the user', async () => {
    const ada = await withProfile(await signUp());
    const { body } = await post(ada.session, 'two-factor/enable', { password: PASSWORD });
    const code = codeOfApp(body.totpURI);
    const on = await post(ada.session, 'two-factor/verify-totp', { code });
    expect(on.body.token).not.toBe(ada.session);
    expect([await hasAccess(ada.session), await hasAccess(on.body.token)]).toEqual([false, true]);
    expect(await noticesOf(ada)).toEqual(['totp_on']);
  });

  test('accepts a code once, in whichever sign-in, also of ten at once', async () => {
    const ada = await signUpWithTotp();
    const continuations: string[] = [];
    for (let count = 0; count < 10; count += 1) {
      await deps.db.deleteFrom('sign_in_attempt').execute();
      continuations.push(await continuationOf(ada.email));
    }
    const code = codeOfApp(ada.uri);
    const verify = (continuation?: string) => post(null, 'two-factor/verify-totp', { code, continuation });
    const responses = await Promise.all(continuations.map(verify));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(401)]);
    for (const { status, body } of responses) if (status === 401) expect(body.code).toBe('identity.code-used');
    // The first session, and that of the one sign-in.
    const sessions = deps.db.selectFrom('identity_session').select('id').where('userId', '=', ada.id);
    expect(await sessions.execute()).toHaveLength(2);
    expect(outcomeOf(await verify(await continuationOf(ada.email)))).toEqual([401, 'identity.code-used']);
  });

  test('takes five codes for a sign-in', async () => {
    const ada = await signUpWithTotp();
    const continuation = await continuationOf(ada.email);
    const verify = (code: string) => post(null, 'two-factor/verify-totp', { code, continuation });
    for (let count = 0; count < 5; count += 1) {
      expect(outcomeOf(await verify(wrongCode(ada.uri)))).toEqual([401, 'identity.invalid-code']);
    }
    const right = codeOfApp(ada.uri);
    expect(outcomeOf(await verify(right))).toEqual([400, 'identity.too-many-attempts-request-new-code']);
    expect(outcomeOf(await verify(right))).toEqual([401, 'identity.invalid-two-factor-cookie']);
  });

  test('delays sign-ins with the right password whose codes are wrong, and no longer after a complete one', async () => {
    const ada = await signUpWithTotp();
    const statuses = [];
    for (let count = 0; count < 6; count += 1) statuses.push((await signIn(ada.email)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    clock.advance(31_000);
    const code = codeOfApp(ada.uri);
    const continuation = await continuationOf(ada.email);
    expect((await post(null, 'two-factor/verify-totp', { code, continuation })).status).toBe(200);
    for (let count = 0; count < 5; count += 1) expect((await signIn(ada.email)).status).toBe(200);
  });

  test.each([
    ['a forged continuation', { continuation: Buffer.from('better-auth.two_factor=x.y').toString('base64url') }],
    [
      'a continuation with a session',
      { continuation: Buffer.from('better-auth.session_token=x').toString('base64url') },
    ],
    ['text for a continuation', { continuation: 'x' }],
    ['no continuation', {}],
  ])('returns 401 with %s', async (_what, fields) => {
    const response = await post(null, 'two-factor/verify-totp', { code: '123456', ...fields });
    expect(outcomeOf(response)).toEqual([401, 'identity.invalid-two-factor-cookie']);
  });

  test('trusts a browser with the cookie of `trustDevice` from then on', async () => {
    const ada = await signUpWithTotp();
    const continuation = await continuationOf(ada.email);
    const fields = { code: codeOfApp(ada.uri), continuation, trustDevice: true };
    const { headers } = await post(null, 'two-factor/verify-totp', fields);
    const cookies = ([headers['set-cookie']].flat() as string[]).map((line) => line.split(';')[0] ?? '');
    const cookie = cookies.find((line) => line.includes('trust_device')) ?? '';
    const again = await post(
      null,
      'sign-in/email',
      { email: ada.email, password: PASSWORD },
      {
        cookie,
        origin: 'http://meadow.test',
      },
    );
    expect(again.body.token).toEqual(expect.any(String));
    expect((await signIn(ada.email)).body.twoFactorRedirect).toBe(true);
  });
});

describe('POST /auth/two-factor/verify-backup-code', () => {
  test('accepts each recovery code once, also of ten at once, and notifies the user', async () => {
    const ada = await withProfile(await signUpWithTotp());
    const [code = ''] = ada.recoveryCodes;
    const continuations: string[] = [];
    for (let count = 0; count < 10; count += 1) {
      await deps.db.deleteFrom('sign_in_attempt').execute();
      continuations.push(await continuationOf(ada.email));
    }
    const verify = (continuation: string, given = code) =>
      post(null, 'two-factor/verify-backup-code', { code: given, continuation });
    const responses = await Promise.all(continuations.map((continuation) => verify(continuation)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of responses) {
      if (status !== 200) expect(['identity.conflict', 'identity.invalid-backup-code']).toContain(body.code);
    }
    expect(outcomeOf(await verify(await continuationOf(ada.email)))).toEqual([401, 'identity.invalid-backup-code']);
    expect((await verify(await continuationOf(ada.email), ada.recoveryCodes[1])).status).toBe(200);
    expect(await noticesOf(ada)).toEqual(['recovery_code_used', 'recovery_code_used']);
  });
});

describe('POST /auth/two-factor/generate-backup-codes', () => {
  test('makes the old recovery codes invalid', async () => {
    const ada = await withProfile(await signUpWithTotp());
    const { status, body } = await post(ada.session, 'two-factor/generate-backup-codes', { password: PASSWORD });
    expect([status, body.backupCodes.length]).toEqual([200, 10]);
    const verify = async (code?: string) =>
      post(null, 'two-factor/verify-backup-code', { code, continuation: await continuationOf(ada.email) });
    expect((await verify(ada.recoveryCodes[0])).status).toBe(401);
    expect((await verify(body.backupCodes[0])).status).toBe(200);
    expect(await noticesOf(ada)).toEqual(['recovery_code_used', 'recovery_codes_replaced']);
  });

  test('returns 400 without a second factor and with a wrong password, 403 ten minutes after the sign-in', async () => {
    const [ada, ben] = [await signUpWithTotp(), await signUp()];
    const replace = (session: string, password = PASSWORD) =>
      post(session, 'two-factor/generate-backup-codes', { password });
    expect(outcomeOf(await replace(ben.session))).toEqual([400, 'identity.two-factor-not-enabled']);
    expect(outcomeOf(await replace(ada.session, 'wrong horse'))).toEqual([400, 'identity.invalid-password']);
    await makeSessionsOld(ada);
    expect(outcomeOf(await replace(ada.session))).toEqual([403, 'identity.session-not-fresh']);
  });
});

describe('POST /auth/two-factor/disable', () => {
  test('makes the password enough again, replaces the session, and notifies the user', async () => {
    const ada = await withProfile(await signUpWithTotp());
    const { status, body } = await post(ada.session, 'two-factor/disable', { password: PASSWORD });
    expect(status).toBe(200);
    expect([await hasAccess(ada.session), await hasAccess(body.token)]).toEqual([false, true]);
    expect((await signIn(ada.email)).body.token).toEqual(expect.any(String));
    const stored = deps.db.selectFrom('identity_two_factor').select('id').where('userId', '=', ada.id);
    expect(await stored.execute()).toEqual([]);
    expect(await noticesOf(ada)).toEqual(['totp_off']);
  });

  test('returns 400 with a wrong password, 403 ten minutes after the sign-in, and stays on', async () => {
    const ada = await signUpWithTotp();
    const disable = (password = PASSWORD) => post(ada.session, 'two-factor/disable', { password });
    expect(outcomeOf(await disable('wrong horse'))).toEqual([400, 'identity.invalid-password']);
    await makeSessionsOld(ada);
    expect(outcomeOf(await disable())).toEqual([403, 'identity.session-not-fresh']);
    expect((await signIn(ada.email)).body.twoFactorRedirect).toBe(true);
  });
});
