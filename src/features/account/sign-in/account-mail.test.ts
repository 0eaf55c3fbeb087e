import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import { startTestSmtpServer } from '#providers/mail/test-smtp-server.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { outboxOf, PASSWORD, receivedBy, type SignedIn, signUp, withSession } from './test-account-mail.ts';

const server = await startTestSmtpServer();
afterAll(server.close);
const app = await startTestApp({ builtInIdentity: true, cachesAccounts: true, environment: { SMTP_URL: server.url } });
const withoutServer = await startTestApp({ builtInIdentity: true });
const { call, clock, deps } = app;

const HOUR_MS = 60 * 60_000;
const ANOTHER_PASSWORD = 'another-password';
const newEmail = () => `${randomUUID()}@people.test`;

const arrived = async (email: string) =>
  server.mails.filter(({ to }) => to.includes(email)).map(({ source }) => source);
const mailsTo = (email: string) => receivedBy(app, arrived, email);
/** The last email of a kind. Those queued at once arrive in any order. */
const lastMailTo = async (email: string, subject: string) =>
  (await mailsTo(email)).findLast((mail) => mail.subject === subject) ?? { subject: '', text: '', html: '', token: '' };
const VERIFY = 'Verify your email address for Meadow';
const CONFIRM = 'Do you want to change your email address in Meadow?';
const ADDRESS_CHANGED = 'Your email address in Meadow was changed';
const RESET = 'Reset your password for Meadow';
const PASSWORD_CHANGED = 'Your password for Meadow was changed';
const SIGN_IN = 'Sign in to Meadow';
const NEW_DEVICE = 'A new device signed in to Meadow';
const subjectsTo = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject);

const post = (path: string, body: object, session?: string) =>
  call(session === undefined ? null : withSession(session), 'POST', `/auth/${path}`, body);
const get = (path: string, token: string, session?: string) =>
  call(session === undefined ? null : withSession(session), 'GET', `/auth/${path}?token=${encodeURIComponent(token)}`);
const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

const verify = (token: string, session?: string) => get('verify-email', token, session);
const signIn = (email: string, password: string) => post('sign-in/email', { email, password });
const profileOf = async (user: SignedIn) => (await call(user, 'GET', '/api/user/profile')).body.profile;

async function verified(): Promise<SignedIn> {
  const ada = await signUp(app, newEmail());
  const { token } = await lastMailTo(ada.email, VERIFY);
  expect((await verify(token, ada.session)).status).toBe(200);
  return ada;
}

const INVALID = [400, 'identity.invalid-token'];
const EXISTS = 'You already have an account in Meadow';

describe('POST /auth/sign-up/email', () => {
  const signUpAs = (email: string, name = 'Ada') => post('sign-up/email', { name, email, password: ANOTHER_PASSWORD });
  /** What a caller sees, without what is new in each account. */
  const seenOf = ({ status, headers, body, text }: Awaited<ReturnType<typeof signUpAs>>) => ({
    status,
    headers: Object.keys(headers).toSorted(),
    body: { ...body, user: { ...body.user, id: '', email: '', createdAt: '', updatedAt: '' } },
    fields: [...text.matchAll(/"(\w+)":/g)].map(([, name]) => name),
  });

  test('is answered alike with a mail server, whether the address has an account, and starts no session', async () => {
    const [known, unproven] = [await verified(), await signUp(app, newEmail())];
    const fresh = await signUpAs(newEmail());
    expect([fresh.status, fresh.body.token]).toEqual([200, null]);
    expect(Object.keys(fresh.headers)).not.toContain('set-cookie');
    for (const email of [known.email, known.email.toUpperCase(), unproven.email]) {
      const reply = await signUpAs(email);
      expect(seenOf(reply)).toEqual(seenOf(fresh));
      expect(reply.body.user.email).toBe(email.toLowerCase());
      expect([known.id, unproven.id]).not.toContain(reply.body.user.id);
    }
    expect((await signIn(known.email, ANOTHER_PASSWORD)).status).toBe(401);
    expect((await signIn(known.email, PASSWORD)).status).toBe(200);
  });

  test('tells the owner of the address by email, at most three times an hour, and never who asked', async () => {
    const ada = await verified();
    for (let request = 0; request < 4; request += 1) expect((await signUpAs(ada.email, 'Mallory')).status).toBe(200);
    const told = (await mailsTo(ada.email)).filter(({ subject }) => subject === EXISTS);
    expect(told).toHaveLength(3);
    expect(told[0]?.text).toContain('http://meadow.test/sign-in');
    expect(told[0]?.text).toContain('http://meadow.test/forgot-password');
    expect(told[0]?.text).not.toContain('Mallory');
    clock.advance(HOUR_MS);
    await signUpAs(ada.email);
    expect((await subjectsTo(ada.email)).filter((subject) => subject === EXISTS)).toHaveLength(4);
  });

  test('is answered alike to all who sign up with a new address at once, and makes one account', async () => {
    const email = newEmail();
    const replies = await Promise.all(Array.from({ length: 5 }, () => signUpAs(email)));
    const [first] = replies;
    for (const reply of replies) expect(seenOf(reply)).toEqual(first && seenOf(first));
    const accounts = await deps.db.selectFrom('identity_user').select('id').where('email', '=', email).execute();
    expect(accounts).toHaveLength(1);
    expect((await signIn(email, ANOTHER_PASSWORD)).status).toBe(200);
  });

  test('returns 422 for the address of an account without a mail server, and starts a session for another', async () => {
    const email = newEmail();
    const body = { name: 'Ada', email, password: PASSWORD };
    const first = await withoutServer.call(null, 'POST', '/auth/sign-up/email', body);
    expect([first.status, first.body.token]).toEqual([200, expect.any(String)]);
    expect(outcome(await withoutServer.call(null, 'POST', '/auth/sign-up/email', body))).toEqual([
      422,
      'identity.user-already-exists-use-another-email',
    ]);
  });

  test('with an invitation, returns its use if the address has an account', async () => {
    const ada = await verified();
    const id = deps.ids.next();
    const now = clock.now();
    const row = { id, max_uses: 1, expires_at: new Date(now.getTime() + HOUR_MS), created_at: now };
    await deps.db.insertInto('sign_up_invitation').values(row).execute();
    const invitation = `${id}.${deps.invitationSignatures.sign(`sign-up invitation ${id}`)}`;
    const ask = (email: string) =>
      post('sign-up/email', { name: 'Ada', email, password: ANOTHER_PASSWORD, invitation });
    const known = await ask(ada.email);
    const fresh = await ask(newEmail());
    expect(seenOf(known)).toEqual(seenOf(fresh));
    const uses = deps.db.selectFrom('sign_up_invitation').select('uses').where('id', '=', id);
    expect(await uses.executeTakeFirst()).toEqual({ uses: 1 });
  });
});

describe('POST /auth/send-verification-email', () => {
  test('sends another link; at most three an hour, with the same response', async () => {
    const ada = await signUp(app, newEmail());
    for (let request = 0; request < 4; request += 1) {
      const { status, body } = await post('send-verification-email', { email: ada.email }, ada.session);
      expect([status, body]).toEqual([200, { status: true }]);
    }
    expect(await subjectsTo(ada.email)).toEqual(Array(3).fill(VERIFY));
    clock.advance(HOUR_MS);
    await post('send-verification-email', { email: ada.email }, ada.session);
    expect(await subjectsTo(ada.email)).toHaveLength(4);
  });

  test('has the same response for an unknown address, and sends nothing', async () => {
    const email = newEmail();
    const { status, body } = await post('send-verification-email', { email });
    expect([status, body]).toEqual([200, { status: true }]);
    expect(await mailsTo(email)).toEqual([]);
  });

  test('returns 400 for the address of another account and for a verified one', async () => {
    const ada = await verified();
    const send = (email: string) => post('send-verification-email', { email }, ada.session);
    expect(outcome(await send(newEmail()))).toEqual([400, 'identity.email-mismatch']);
    expect(outcome(await send(ada.email))).toEqual([400, 'identity.email-already-verified']);
  });
});

describe('GET /auth/verify-email', () => {
  test('verifies the address of a new account once, from the next request on', async () => {
    const ada = await signUp(app, newEmail());
    expect((await profileOf(ada)).email_verified).toBe(false);
    const [mail, ...more] = (await mailsTo(ada.email)).filter(({ subject }) => subject === VERIFY);
    expect(more).toEqual([]);
    expect(mail?.text).toContain(`http://meadow.test/verify-address#${encodeURIComponent(mail?.token ?? '')}`);
    // Who signed up with the address need not be its owner, so the owner alone does not verify it for them.
    expect(outcome(await verify(mail?.token ?? ''))).toEqual([401, 'identity.no-session']);
    const eve = await signUp(app, newEmail());
    expect(outcome(await verify(mail?.token ?? '', eve.session))).toEqual([400, 'identity.invalid-user']);
    expect((await profileOf(ada)).email_verified).toBe(false);
    expect(outcome(await verify(mail?.token ?? '', ada.session))).toEqual([200, undefined]);
    // The token is the one from before.
    expect((await profileOf(ada)).email_verified).toBe(true);
    const { token } = (await call(withSession(ada.session), 'GET', '/auth/token')).body;
    expect(decodeJwt(token)).toMatchObject({ email_verified: true });
    expect(outcome(await verify(mail?.token ?? '', ada.session))).toEqual(INVALID);
  });

  test('takes a token once, if it comes several times at once', async () => {
    const ada = await signUp(app, newEmail());
    const { token } = await lastMailTo(ada.email, VERIFY);
    const responses = await Promise.all(Array.from({ length: 5 }, () => verify(token, ada.session)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400]);
  });

  test('returns 400 for a link after a day, and for texts that are none', async () => {
    const ada = await signUp(app, newEmail());
    const { token } = await lastMailTo(ada.email, VERIFY);
    clock.advance(24 * HOUR_MS);
    expect(outcome(await verify(token))).toEqual([400, 'identity.token-expired']);
    for (const text of ['nonsense', 'a.b.c', `${token}x`, '%00']) expect((await verify(text)).status).toBe(400);
    expect(outcome(await call(null, 'GET', '/auth/verify-email'))).toEqual([400, 'request.invalid']);
  });
});

describe('POST /auth/reject-account', () => {
  test('ends an account that another person made, once, and leaves the address unverified', async () => {
    const eve = await signUp(app, newEmail());
    const { token } = await lastMailTo(eve.email, VERIFY);
    expect((await post('link-account', { token })).body).toMatchObject({ id: eve.id, isVerified: false });
    expect((await post('reject-account', { token })).status).toBe(200);
    expect((await call(eve, 'GET', '/api/goals')).status).toBe(401);
    expect((await signIn(eve.email, PASSWORD)).status).toBe(401);
    expect(outcome(await post('reject-account', { token }))).toEqual(INVALID);
    expect(outcome(await verify(token, eve.session))).toEqual(INVALID);
  });

  test('ends no account whose address is verified, by a link that is left over', async () => {
    const ada = await signUp(app, newEmail());
    const first = (await lastMailTo(ada.email, VERIFY)).token;
    // Another second, another token.
    await post('sign-in/magic-link', { email: ada.email });
    const link = (await lastMailTo(ada.email, SIGN_IN)).token;
    const { body } = await get('magic-link/verify', link);
    expect(outcome(await post('reject-account', { token: first }))).toEqual(INVALID);
    expect((await call(withSession(body.token), 'GET', '/auth/token')).status).toBe(200);
  });
});

describe('POST /auth/change-email', () => {
  test('asks the verified address, then the new one, and tells both', async () => {
    const ada = await verified();
    const email = newEmail();
    expect((await post('change-email', { newEmail: email }, ada.session)).body).toEqual({ status: true });
    const confirmation = await lastMailTo(ada.email, CONFIRM);
    expect(confirmation.text).toContain(email);
    expect(await mailsTo(email)).toEqual([]);
    expect((await verify(confirmation.token)).status).toBe(200);
    const { token } = await lastMailTo(email, VERIFY);
    // Not without the account: the new address may be mistyped, and belong to another person.
    expect(outcome(await verify(token))).toEqual([401, 'identity.no-session']);
    expect(outcome(await verify(token, (await verified()).session))).toEqual([400, 'identity.invalid-user']);
    expect((await profileOf(ada)).email).toBe(ada.email);

    expect((await verify(token, ada.session)).status).toBe(200);
    expect(await profileOf(ada)).toMatchObject({ email, email_verified: true });
    for (const address of [ada.email, email]) {
      const told = await lastMailTo(address, ADDRESS_CHANGED);
      expect(told.text).toContain(ada.email);
      expect(told.text).toContain(email);
    }
    expect((await signIn(ada.email, PASSWORD)).status).toBe(401);
    expect((await signIn(email, PASSWORD)).status).toBe(200);
    expect(outcome(await verify(token, ada.session))).toEqual(INVALID);
    expect(outcome(await verify(confirmation.token, ada.session))).toEqual(INVALID);
  });

  test('asks the new address alone while the current one is not verified', async () => {
    const ada = await signUp(app, newEmail());
    const email = newEmail();
    await post('change-email', { newEmail: email }, ada.session);
    expect((await verify((await lastMailTo(email, VERIFY)).token, ada.session)).status).toBe(200);
    expect(await profileOf(ada)).toMatchObject({ email, email_verified: true });
  });

  test('has the same response for an address with an account, and sends nothing', async () => {
    const [ada, ben] = [await verified(), await verified()];
    expect((await post('change-email', { newEmail: ben.email }, ada.session)).body).toEqual({ status: true });
    expect(await subjectsTo(ben.email)).toEqual([VERIFY]);
    expect(outcome(await post('change-email', { newEmail: ada.email }, ada.session))).toEqual([
      400,
      'identity.email-is-the-same',
    ]);
    expect(outcome(await post('change-email', { newEmail: newEmail() }))).toEqual([401, 'identity.no-session']);
  });

  test('changes no account that has got the former address since', async () => {
    const mallory = await signUp(app, newEmail());
    const [kept, used] = [newEmail(), newEmail()];
    for (const email of [kept, used]) await post('change-email', { newEmail: email }, mallory.session);
    const [keptLink, usedLink] = [await lastMailTo(kept, VERIFY), await lastMailTo(used, VERIFY)];
    expect((await verify(usedLink.token, mallory.session)).status).toBe(200);
    const victim = await signUp(app, mallory.email);
    for (const session of [undefined, mallory.session, victim.session]) {
      expect(outcome(await verify(keptLink.token, session))).toEqual(INVALID);
    }
    expect((await profileOf(victim)).email).toBe(mallory.email);
  });

  test('gives an address to one of a change and a sign-up at once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const ada = await signUp(app, newEmail());
      const email = newEmail();
      await post('change-email', { newEmail: email }, ada.session);
      const { token } = await lastMailTo(email, VERIFY);
      const account = { name: 'Ben', email, password: PASSWORD };
      const responses = await Promise.all([verify(token, ada.session), post('sign-up/email', account)]);
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 422]);
      const rows = await deps.db.selectFrom('identity_user').select('id').where('email', '=', email).execute();
      expect(rows).toHaveLength(1);
    }
  });
});

describe('POST /auth/request-password-reset', () => {
  test('has the same response for known and unknown addresses, and sends at most three an hour', async () => {
    const [ada, unknown] = [await verified(), newEmail()];
    const responses = [];
    for (let request = 0; request < 4; request += 1) {
      for (const email of [ada.email, unknown]) responses.push(await post('request-password-reset', { email }));
    }
    const [first] = responses;
    expect(first?.status).toBe(200);
    for (const { status, body } of responses) expect([status, body]).toEqual([200, first?.body]);
    const subjects = await subjectsTo(ada.email);
    expect(subjects.filter((subject) => subject === RESET)).toHaveLength(3);
    expect(await mailsTo(unknown)).toEqual([]);
  });

  test('keeps no secret in the database that could be read', async () => {
    const ada = await verified();
    await post('request-password-reset', { email: ada.email });
    const dump = async () => {
      const [mails, values] = await Promise.all([
        deps.db.selectFrom('outgoing_mail').selectAll().where('recipient_email', '=', ada.email).execute(),
        deps.db.selectFrom('identity_verification').selectAll().execute(),
      ]);
      return JSON.stringify([mails, values]);
    };
    const queued = await dump();
    const { token } = await lastMailTo(ada.email, RESET);
    expect(token.length).toBeGreaterThan(20);
    expect(queued).toContain('sealedToken');
    expect(queued).not.toContain(token);
    const sent = await dump();
    expect(sent).not.toContain('sealedToken');
    expect(sent).not.toContain(token);
  });
});

describe('POST /auth/reset-password', () => {
  const requested = async (email: string) => {
    await post('request-password-reset', { email });
    return (await lastMailTo(email, RESET)).token;
  };
  const reset = (token: string, newPassword = ANOTHER_PASSWORD) => post('reset-password', { token, newPassword });

  test('sets the password once, ends all sessions, and tells the user', async () => {
    const ada = await verified();
    const token = await requested(ada.email);
    expect((await lastMailTo(ada.email, RESET)).text).toContain(`http://meadow.test/reset-password#${token}`);
    expect((await reset(token)).status).toBe(200);
    expect((await call(ada, 'GET', '/api/goals')).status).toBe(401);
    expect([(await signIn(ada.email, PASSWORD)).status, (await signIn(ada.email, ANOTHER_PASSWORD)).status]).toEqual([
      401, 200,
    ]);
    expect(await subjectsTo(ada.email)).toContain(PASSWORD_CHANGED);
    expect(outcome(await reset(token))).toEqual(INVALID);
    expect(outcome(await reset('nonsense'))).toEqual(INVALID);
  });

  test('tells by email how much it has ended', async () => {
    const ada = await verified();
    const { token: bearer } = (await call(withSession(ada.session), 'GET', '/auth/token')).body;
    const script = { name: 'Script', scopes: ['goals'] };
    expect((await call({ ...ada, token: bearer }, 'POST', '/api/user/tokens', script)).status).toBe(201);
    expect((await reset(await requested(ada.email))).status).toBe(200);
    const { text } = await lastMailTo(ada.email, PASSWORD_CHANGED);
    expect(text).toContain('passkeys (0), personal access tokens (1), webhooks (0)');
  });

  test('takes a token once, if it comes several times at once', async () => {
    const ada = await verified();
    const token = await requested(ada.email);
    const passwords = ['first-long-password', 'second-long-password', 'third-long-password'];
    const responses = await Promise.all(passwords.map((password) => reset(token, password)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    const winner = passwords[responses.findIndex(({ status }) => status === 200)] ?? '';
    expect((await signIn(ada.email, winner)).status).toBe(200);
  });

  test('returns 400 after an hour', async () => {
    const ada = await verified();
    const token = await requested(ada.email);
    await deps.db
      .updateTable('identity_verification')
      .set({ expiresAt: new Date(0) })
      .where('value', '=', ada.id)
      .execute();
    expect(outcome(await reset(token))).toEqual(INVALID);
  });

  test('takes no link that was sent to a former address', async () => {
    const ada = await signUp(app, newEmail());
    const token = await requested(ada.email);
    const email = newEmail();
    await post('change-email', { newEmail: email }, ada.session);
    await verify((await lastMailTo(email, VERIFY)).token, ada.session);
    expect(outcome(await reset(token))).toEqual(INVALID);
  });

  test('works from the outbox of a server without SMTP', async () => {
    const ada = await signUp(withoutServer, newEmail());
    await withoutServer.call(null, 'POST', '/auth/request-password-reset', { email: ada.email });
    const [mail] = await receivedBy(withoutServer, outboxOf(withoutServer), ada.email);
    const body = { token: mail?.token, newPassword: ANOTHER_PASSWORD };
    expect((await withoutServer.call(null, 'POST', '/auth/reset-password', body)).status).toBe(200);
  });
});

describe('POST /auth/change-password', () => {
  test('tells the user by email', async () => {
    const ada = await verified();
    const change = { currentPassword: PASSWORD, newPassword: ANOTHER_PASSWORD };
    expect((await post('change-password', change, ada.session)).status).toBe(200);
    expect(await subjectsTo(ada.email)).toContain(PASSWORD_CHANGED);
  });

  test('tells nothing when it fails', async () => {
    const ada = await verified();
    const change = { currentPassword: 'wrong', newPassword: ANOTHER_PASSWORD };
    expect((await post('change-password', change, ada.session)).status).toBe(400);
    expect(await subjectsTo(ada.email)).toHaveLength(1);
  });
});

describe('A password that is easy to guess is refused', () => {
  const REFUSED = [400, 'identity.password-too-common'];
  test.each(['password1', 'Ada Lovelace 1', 'aaaaaaaaaaaa', 'qwertyuiop'])('at sign-up: %s', async (password) => {
    const account = { name: 'Ada Lovelace', email: newEmail(), password };
    expect(outcome(await post('sign-up/email', account))).toEqual(REFUSED);
  });

  test('at a change and at a reset, also one made of the address', async () => {
    const ada = await signUp(app, `wintergarten.${randomUUID().slice(0, 8)}@people.test`);
    await post('request-password-reset', { email: ada.email });
    const { token } = await lastMailTo(ada.email, RESET);
    for (const newPassword of ['password1', 'wintergarten-7']) {
      const change = { currentPassword: PASSWORD, newPassword };
      expect(outcome(await post('change-password', change, ada.session))).toEqual(REFUSED);
      expect(outcome(await post('reset-password', { token, newPassword }))).toEqual(REFUSED);
    }
    // The link is not used up.
    expect((await post('reset-password', { token, newPassword: ANOTHER_PASSWORD })).status).toBe(200);
  });
});

describe('POST /auth/sign-in/magic-link', () => {
  test('has the same response for known and unknown addresses, and sends at most three an hour', async () => {
    const [ada, unknown] = [await verified(), newEmail()];
    for (let request = 0; request < 4; request += 1) {
      for (const email of [ada.email, unknown]) {
        expect((await post('sign-in/magic-link', { email })).body).toEqual({ status: true });
      }
    }
    expect((await subjectsTo(ada.email)).filter((subject) => subject === SIGN_IN)).toHaveLength(3);
    expect(await mailsTo(unknown)).toEqual([]);
  });

  test('returns 409 on a server without SMTP', async () => {
    const response = await withoutServer.call(null, 'POST', '/auth/sign-in/magic-link', { email: newEmail() });
    expect(outcome(response)).toEqual([409, 'sign-in.no-mail-server']);
  });
});

const linkFor = async (email: string) => {
  await post('sign-in/magic-link', { email });
  return (await lastMailTo(email, SIGN_IN)).token;
};

describe('GET /auth/magic-link/verify', () => {
  test('starts a session once', async () => {
    const ada = await verified();
    const token = await linkFor(ada.email);
    const { status, body } = await get('magic-link/verify', token);
    expect([status, body.user.id]).toEqual([200, ada.id]);
    expect((await call(withSession(body.token), 'GET', '/auth/token')).status).toBe(200);
    expect(outcome(await get('magic-link/verify', token))).toEqual(INVALID);
    expect(outcome(await get('magic-link/verify', 'nonsense'))).toEqual(INVALID);
  });

  test('starts one session for a link that comes several times at once', async () => {
    const ada = await verified();
    const token = await linkFor(ada.email);
    const responses = await Promise.all(Array.from({ length: 4 }, () => get('magic-link/verify', token)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
  });

  test('is open after its account was looked up', async () => {
    const ada = await verified();
    const token = await linkFor(ada.email);
    await post('link-account', { token });
    expect((await get('magic-link/verify', token)).status).toBe(200);
  });

  test('verifies the address, and ends what a stranger has set up with it', async () => {
    const stranger = await signUp(app, newEmail());
    const { body } = await get('magic-link/verify', await linkFor(stranger.email));
    expect(body.user).toMatchObject({ id: stranger.id, emailVerified: true });
    expect((await call(stranger, 'GET', '/api/goals')).status).toBe(401);
    expect((await signIn(stranger.email, PASSWORD)).status).toBe(401);
  });
});

describe.each([
  {
    path: 'magic-link/verify',
    openLink: async () => {
      const ada = await verified();
      return { token: await linkFor(ada.email), caller: null };
    },
  },
  {
    path: 'verify-email',
    openLink: async () => {
      const ada = await signUp(app, newEmail());
      return { token: (await lastMailTo(ada.email, VERIFY)).token, caller: withSession(ada.session) };
    },
  },
])('GET /auth/$path', ({ path, openLink }) => {
  test.each([
    ['a navigation of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
    ['a typed address', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }],
    ['a navigation without TLS', { accept: 'text/html,application/xhtml+xml' }],
    ['another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
    ['another site that names its origin', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['a sibling of the host', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }],
  ])('is refused to %s, and the link stays', async (_who, headers) => {
    const { token, caller } = await openLink();
    const url = `/auth/${path}?token=${encodeURIComponent(token)}`;
    const refused = await call(caller, 'GET', url, undefined, headers);
    expect([...outcome(refused), refused.headers['set-cookie']]).toEqual([403, 'auth.foreign-origin', undefined]);
    const own = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };
    expect((await call(caller, 'GET', url, undefined, own)).status).toBe(200);
  });
});

describe('POST /auth/link-account', () => {
  test('tells whose account a link is for, without using the link up', async () => {
    const ada = await verified();
    const token = await linkFor(ada.email);
    for (let time = 0; time < 2; time += 1) {
      const { status, body } = await post('link-account', { token });
      expect([status, body]).toEqual([200, { id: ada.id, email: ada.email, name: 'Ada', isVerified: true }]);
    }
    expect((await get('magic-link/verify', token)).status).toBe(200);
    expect(outcome(await post('link-account', { token }))).toEqual(INVALID);
  });
});

describe('A sign-in from a new device', () => {
  const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
  const signInWith = (email: string, userAgent: string) =>
    signUp(app, email, { path: 'sign-in', headers: { 'user-agent': userAgent } });

  test('is announced once for each kind of device, and not at sign-up', async () => {
    const ada = await verified();
    await signInWith(ada.email, FIREFOX);
    const notice = await lastMailTo(ada.email, NEW_DEVICE);
    expect(notice.text).toContain('Device: Firefox on Linux');
    await signInWith(ada.email, FIREFOX.replaceAll('145', '146'));
    await signInWith(ada.email, 'curl/8.5.0');
    expect((await subjectsTo(ada.email)).filter((subject) => subject === NEW_DEVICE)).toHaveLength(2);
  });

  test('is announced once by concurrent sign-ins, and the table is bounded', async () => {
    const ada = await verified();
    await Promise.all(Array.from({ length: 3 }, () => signInWith(ada.email, FIREFOX)));
    expect((await subjectsTo(ada.email)).filter((subject) => subject === NEW_DEVICE)).toHaveLength(1);
    const count = async () => {
      const rows = await deps.db.selectFrom('identity_device').selectAll().where('user_id', '=', ada.id).execute();
      expect(JSON.stringify(rows)).not.toMatch(/Firefox|127\.0/);
      return rows.length;
    };
    expect(await count()).toBe(2);
    const many = Array.from({ length: 40 }, (_, index) => ({
      user_id: ada.id,
      device_digest: Buffer.alloc(32, index),
      last_seen_at: new Date(index),
    }));
    await deps.db.insertInto('identity_device').values(many).execute();
    await signInWith(ada.email, 'wget/1');
    expect(await count()).toBe(30);
  });
});

describe('The first account of an instance', () => {
  test('is trusted without a mail server, and no other one', async () => {
    const fresh = await startTestApp({ builtInIdentity: true });
    const users = await Promise.all(Array.from({ length: 4 }, () => signUp(fresh, newEmail())));
    const claims = users.map(({ token }) => decodeJwt(token).email_verified);
    expect(claims.filter((isVerified) => isVerified === true)).toHaveLength(1);
    await fresh.deps.db.deleteFrom('identity_user').execute();
    expect(decodeJwt((await signUp(fresh, newEmail())).token).email_verified).toBe(false);
  });
});
