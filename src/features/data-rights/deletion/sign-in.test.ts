import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Person, startTestApp } from '#test/start-test-app.ts';

const { call, clock, deps } = await startTestApp({ builtInIdentity: true, cachesAccounts: true });

const CREDENTIALS = { email: 'ada@people.test', password: 'a-long-password' };
const ACCOUNT = '/api/user/account';
const bearing = (token: string): Person => ({ id: '', email: CREDENTIALS.email, token });

const signUp = async () =>
  (await call(null, 'POST', '/auth/sign-up/email', { name: 'Ada', ...CREDENTIALS })).body.token as string;
const tokenOf = async (session: string) =>
  bearing((await call(bearing(session), 'GET', '/auth/token')).body.token as string);

test('restores after a new sign-in, erases at once only by a new session, and lets the address sign up again', async () => {
  const session = await signUp();
  const ada = await tokenOf(session);
  const { id } = (await call(ada, 'GET', '/api/user/profile')).body.profile;
  expect((await call(ada, 'GET', '/api/drops/balance')).body.balance).toBeGreaterThan(0);

  await call(ada, 'DELETE', ACCOUNT, { confirm: 'DELETE' });
  const again = await call(null, 'POST', '/auth/sign-in/email', CREDENTIALS);
  expect(again.status).toBe(200);
  const restored = await call(await tokenOf(again.body.token), 'POST', '/api/user/account/restore');
  expect([restored.status, (await call(ada, 'GET', '/api/user/profile')).status]).toEqual([200, 200]);

  const immediately = { confirm: 'DELETE', immediately: true };
  await sql`update identity_session set "createdAt" = now() - interval '11 minutes'`.execute(deps.db);
  const stale = await call(ada, 'DELETE', ACCOUNT, immediately);
  expect([stale.status, stale.body.code]).toEqual([403, 'identity.session-not-fresh']);
  expect((await call(ada, 'GET', '/api/user/profile')).status).toBe(200);

  const { body } = await call(null, 'POST', '/auth/sign-in/email', CREDENTIALS);
  const erased = await call(await tokenOf(body.token), 'DELETE', ACCOUNT, immediately);
  expect([erased.status, erased.body.is_erased]).toEqual([200, true]);
  const old = await call(ada, 'GET', '/api/user/profile');
  expect([old.status, old.body.code]).toEqual([403, 'account.deleted']);
  expect((await call(null, 'POST', '/auth/sign-in/email', CREDENTIALS)).status).toBe(401);

  clock.advance(1_000);
  const newcomer = await tokenOf(await signUp());
  const profile = (await call(newcomer, 'GET', '/api/user/profile')).body.profile;
  expect([profile.id === id, profile.email]).toEqual([false, CREDENTIALS.email]);
  expect((await call(newcomer, 'GET', '/api/drops/balance')).body.balance).toBe(0);
});
