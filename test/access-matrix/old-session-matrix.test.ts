import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { signUp, withSession } from '../../src/features/account/sign-in/test-account-mail.ts';
import { startTestApp, type TestResponse } from '../start-test-app.ts';
import { urlOf } from './matrix.ts';

/*
 * Calls each route that creates or ends what outlives a session, with a valid access token of a sign-in 11 minutes ago: a stolen token
 * must have no lasting effect.
 */

const app = await startTestApp();
const builtIn = await startTestApp({ builtInIdentity: true });

const MINUTE_MS = 60_000;
const NOT_FRESH = [403, 'identity.session-not-fresh'];
const outcomeOf = ({ status, body }: TestResponse) => [status, body?.code];

const CLOSED_TO_OLD_SESSIONS = [
  'DELETE /api/user/account',
  'DELETE /api/sessions',
  'POST /api/admin/invitations',
  'POST /api/admin/users',
  'POST /api/organizations/:id/transfer-ownership',
  'POST /api/user/inbound-address',
  'POST /api/user/tokens',
  'PUT /api/admin/users/:id/role',
  ...['/api/user/webhooks', '/api/organizations/:id/webhooks'].flatMap((base) => [
    `POST ${base}`,
    `POST ${base}/:webhookId/rotate-secret`,
  ]),
].toSorted();

const closed = app.routes.filter(({ config }) => config.requiresFreshSession === true);

test('routes need a recent sign-in if what they make or end outlives the session, and no others do', () => {
  expect(closed.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(CLOSED_TO_OLD_SESSIONS);
});

test.each(closed)('$method $path returns 403 for an old session', async ({ method, path, audience }) => {
  const old = audience === 'super-admin' ? await app.superAdmin() : await app.person();
  app.clock.advance(11 * MINUTE_MS);
  const url = urlOf(path, { path: {} });
  expect(outcomeOf(await app.call(old, method as 'GET', url))).toEqual(NOT_FRESH);
});

test('an old session cannot change the URL of a webhook, but its other fields', async () => {
  const ada = await app.person();
  const url = 'https://hooks.people.test/first';
  const { body } = await app.call(ada, 'POST', '/api/user/webhooks', { url, kinds: ['notification'] });
  app.clock.advance(11 * MINUTE_MS);
  const change = (values: object) => app.call(ada, 'PATCH', `/api/user/webhooks/${body.webhook.id}`, values);
  expect(outcomeOf(await change({ url: 'https://hooks.people.test/second' }))).toEqual(NOT_FRESH);
  expect(outcomeOf(await change({ description: 'My robot' }))).toEqual([200, undefined]);
});

test('an old session does not allow MCP, and ends it', async () => {
  const ada = await app.person();
  const setMcp = (mcp: boolean) => app.call(ada, 'PUT', '/api/user/profile', { preferences: { mcp } });
  expect(outcomeOf(await setMcp(true))).toEqual([200, undefined]);
  app.clock.advance(11 * MINUTE_MS);
  expect(outcomeOf(await setMcp(false))).toEqual([200, undefined]);
  expect(outcomeOf(await setMcp(true))).toEqual(NOT_FRESH);
});

test('an old session ends itself, and no other', async () => {
  const email = `${randomUUID()}@people.test`;
  const [ada, other] = [await signUp(builtIn, email), await signUp(builtIn, email, { path: 'sign-in' })];
  const createdAt = new Date(0);
  await builtIn.deps.db.updateTable('identity_session').set({ createdAt }).where('userId', '=', ada.id).execute();
  const { body } = await builtIn.call(ada, 'GET', '/api/sessions');
  const idOf = (isCurrent: boolean) =>
    body.sessions.find(({ is_current }: { is_current: boolean }) => is_current === isCurrent).id;
  const end = (id: string) => builtIn.call(ada, 'DELETE', `/api/sessions/${id}`);
  expect(outcomeOf(await end(idOf(false)))).toEqual(NOT_FRESH);
  expect(outcomeOf(await end(idOf(true)))).toEqual([200, undefined]);
  const isOpen = async (session: string) =>
    (await builtIn.call(withSession(session), 'GET', '/auth/token')).status === 200;
  expect([await isOpen(ada.session), await isOpen(other.session)]).toEqual([false, true]);
});
