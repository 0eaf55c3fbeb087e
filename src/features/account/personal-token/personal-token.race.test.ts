import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { startTestSmtpServer } from '#providers/mail/test-smtp-server.ts';
import { createPersonalToken } from '#test/personal-token.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { byTier } from '#test/tier.ts';
import { receivedBy, type SignedIn, signUp, withSession } from '../sign-in/test-account-mail.ts';
import { MAX_TOKENS } from './personal-token.schema.ts';

const app = await startTestApp();
const { call, deps, person } = app;

const ROUNDS = byTier(1, 5);
const create = (owner: Person) => call(owner, 'POST', '/api/user/tokens', { name: 'Script', scopes: ['goals'] });

async function countOf({ id }: Person): Promise<number> {
  return (await deps.db.selectFrom('personal_token').select('id').where('user_id', '=', id).execute()).length;
}

test('of concurrent creations, as many succeed as a user can have tokens', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const ada = await person();
    for (let index = 0; index < MAX_TOKENS - 3; index += 1) await createPersonalToken(app, ada, ['goals']);
    const responses = await Promise.all(Array.from({ length: 10 }, () => create(ada)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, ...Array(7).fill(409)]);
    expect(responses.find(({ status }) => status === 409)?.body.code).toBe('token.too-many');
    expect(await countOf(ada)).toBe(MAX_TOKENS);
  }
});

const mailServer = await startTestSmtpServer();
afterAll(mailServer.close);
const signedIn = await startTestApp({ builtInIdentity: true, environment: { SMTP_URL: mailServer.url } });

async function codeTo(email: string, subject: string): Promise<string> {
  const sources = async () => mailServer.mails.filter(({ to }) => to.includes(email)).map(({ source }) => source);
  return (await receivedBy(signedIn, sources, email)).findLast((mail) => mail.subject === subject)?.token ?? '';
}

const auth = (path: string, body: object) => signedIn.call(null, 'POST', `/auth/${path}`, body);

/** Each proves the address, and ends what the one who had the session before can do. */
const PROOFS: [string, (user: SignedIn) => Promise<() => Promise<{ status: number }>>][] = [
  [
    'a reset of the password',
    async ({ email, session }) => {
      const verification = encodeURIComponent(await codeTo(email, 'Verify your email address for Meadow'));
      const path = `/auth/verify-email?token=${verification}`;
      expect((await signedIn.call(withSession(session), 'GET', path)).status).toBe(200);
      await auth('request-password-reset', { email });
      const token = await codeTo(email, 'Reset your password for Meadow');
      return () => auth('reset-password', { token, newPassword: 'quiet river stone lamp' });
    },
  ],
  [
    'a link that gives the account to the owner of its address',
    async ({ email }) => {
      await auth('sign-in/magic-link', { email });
      const token = encodeURIComponent(await codeTo(email, 'Sign in to Meadow'));
      return () => signedIn.call(null, 'GET', `/auth/magic-link/verify?token=${token}`);
    },
  ],
];

test.each(PROOFS)('of tokens created at the same time, none outlives %s', async (_name, prepare) => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const ada = await signUp(signedIn, `${randomUUID()}@people.test`);
    const prove = await prepare(ada);
    const createOne = () => signedIn.call(ada, 'POST', '/api/user/tokens', { name: 'Script', scopes: ['goals'] });
    const [one, two, proof, ...more] = await Promise.all([
      createOne(),
      createOne(),
      prove(),
      createOne(),
      createOne(),
      createOne(),
    ]);
    expect(proof.status).toBe(200);
    for (const { status, body } of [one, two, ...more]) {
      expect([201, 401, 403]).toContain(status);
      if (status !== 201) continue;
      const bearer = { ...ada, token: body.secret };
      expect((await signedIn.call(bearer, 'GET', '/api/goals')).status).toBe(401);
    }
    const rows = signedIn.deps.db.selectFrom('personal_token').select('id').where('user_id', '=', ada.id);
    expect(await rows.execute()).toEqual([]);
    expect((await createOne()).status).toBe(401);
  }
});

test('of concurrent revocations of one token, one succeeds', async () => {
  const ada = await person();
  const { tokenId } = await createPersonalToken(app, ada, ['goals']);
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => call(ada, 'DELETE', `/api/user/tokens/${tokenId}`)),
  );
  expect(responses.filter(({ status }) => status === 200).length).toBe(1);
  expect(await countOf(ada)).toBe(0);
});
