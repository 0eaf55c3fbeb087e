import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import type { Config } from '#app/config.ts';
import { startSecondNode } from '#test/second-node.ts';
import { startTestIssuer, type TestIssuer } from '#test/servers/issuer.ts';
import { type Person, startTestApp, type TestApp } from '#test/start-test-app.ts';

const app = await startTestApp({ cachesAccounts: true });
const { call, clock, deps, issuer, person } = app;
const another = await startTestIssuer();
afterAll(another.close);

/** The service after a restart with another identity provider. */
async function restartedWith(provider: TestIssuer, change: Partial<Config> = {}, tokenType: string | null = null) {
  const { issuer: name, jwksUrl, audience } = provider;
  const identity = { issuer: name, jwksUrl, audience, tokenType, clientId: null, scope: '' };
  const config = { ...deps.config, identity, ...change };
  return (await startSecondNode({ ...app, deps: { ...deps, config } }, undefined, { cachesAccounts: true })).call;
}
const moved = await restartedWith(another);
const takenOver = await restartedWith(another, { formerIssuers: ['built-in', issuer.issuer] });
const strict = await restartedWith(issuer, {}, 'at+jwt');

const tokenOf = async (provider: TestIssuer, id: string, claims = {}, header = {}): Promise<Person> => ({
  id,
  email: `${id}@people.test`,
  token: await provider.sign(id, clock.now(), { email: `${id}@people.test`, ...claims }, header),
});

const statusOf = async (user: Person, on: TestApp['call'] = call) => {
  const { status, body } = await on(user, 'GET', '/api/user/profile');
  return status === 200 ? status : [status, body.code];
};
const issuerOf = async (id: string) =>
  (await deps.db.selectFrom('profile').select('token_issuer').where('id', '=', id).executeTakeFirst())?.token_issuer;
const resetIssuer = async (id: string, values: { token_issuer: string | null; is_ai?: boolean }) => {
  await deps.db.updateTable('profile').set(values).where('id', '=', id).execute();
  await deps.awaitInvalidation();
};

const REFUSED = [403, 'account.other-issuer'];

describe('A profile', () => {
  test('is not accessible to another provider with the same id', async () => {
    const ada = await person();
    const thief = await tokenOf(another, ada.id, { email: 'thief@people.test' });
    expect(await statusOf(thief, moved)).toEqual(REFUSED);
    expect((await moved(null, 'POST', '/api/auth/verify', { token: thief.token })).status).toBe(403);
    expect((await call(ada, 'GET', '/api/user/profile')).body.profile.email).toBe(ada.email);
  });

  test('moves to the provider that replaces the former one', async () => {
    const ada = await person();
    const renewed = await tokenOf(another, ada.id);
    const responses = await Promise.all(Array.from({ length: 5 }, () => statusOf(renewed, takenOver)));
    expect(responses).toEqual(Array(5).fill(200));
    expect(await issuerOf(ada.id)).toBe(another.issuer);
    expect([await statusOf(renewed, moved), await statusOf(ada)]).toEqual([200, REFUSED]);
  });

  test('without an issuer is claimed by the first provider, also under concurrent requests', async () => {
    for (let round = 0; round < 5; round += 1) {
      const ada = await person();
      await resetIssuer(ada.id, { token_issuer: null });
      const renewed = await tokenOf(another, ada.id);
      const responses = await Promise.all([
        statusOf(ada),
        statusOf(renewed, moved),
        statusOf(ada),
        statusOf(renewed, moved),
      ]);
      const isFirsts = (await issuerOf(ada.id)) === issuer.issuer;
      const [first, second] = isFirsts ? [200, REFUSED] : [REFUSED, 200];
      expect(responses).toEqual([first, second, first, second]);
    }
  });

  test('with a generated id is not accessible to a subject equal to that id', async () => {
    const subject = `provider|${randomUUID()}`;
    const ada = await tokenOf(issuer, subject);
    const { id } = (await call(ada, 'GET', '/api/user/profile')).body.profile;
    expect(await statusOf(await tokenOf(issuer, id))).toEqual(REFUSED);
    expect(await statusOf(ada)).toBe(200);
  });

  test('belongs to one issuer and subject: the same verified email address with another one is another profile', async () => {
    const email = `${randomUUID()}@people.test`;
    const claims = { email, email_verified: true, name: 'Ada' };
    const shared = `provider|${randomUUID()}`;
    const ids = [];
    for (const [provider, subject, on] of [
      [issuer, randomUUID(), call],
      [issuer, randomUUID(), call],
      [issuer, shared, call],
      [another, shared, moved],
      [another, randomUUID(), takenOver],
    ] as const) {
      const caller = await tokenOf(provider, subject, claims);
      const first = (await on(caller, 'GET', '/api/user/profile')).body.profile;
      expect(first.email).toBe(email);
      expect((await on(caller, 'GET', '/api/user/profile')).body.profile.id).toBe(first.id);
      ids.push(first.id);
    }
    expect(new Set(ids).size).toBe(5);
  });

  test('of a synthetic user is never bound', async () => {
    const { id } = await person();
    await resetIssuer(id, { token_issuer: null, is_ai: true });
    expect(await statusOf(await tokenOf(issuer, id))).toEqual(REFUSED);
  });
});

describe('Where access tokens say what they are', () => {
  test.each([
    ['at+jwt', 200],
    ['application/at+jwt', 200],
    ['AT+JWT', 200],
    ['JWT', [401, 'auth.token-invalid']],
    ['id+jwt', [401, 'auth.token-invalid']],
    [undefined, [401, 'auth.token-invalid']],
  ])('one that says %s gets %j', async (typ, expected) => {
    const ada = await tokenOf(issuer, randomUUID(), {}, { typ });
    expect(await statusOf(ada, strict)).toEqual(expected);
    // Anywhere else any will do.
    expect(await statusOf(ada)).toBe(200);
  });
});
