import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { startTestSmtpServer } from '#providers/mail/test-smtp-server.ts';
import { signUp, withSession } from '../../src/features/account/sign-in/test-account-mail.ts';
import { startTestApp, type TestApp, type TestResponse } from '../start-test-app.ts';
import { urlOf } from './matrix.ts';
import { SIGN_IN_ROWS } from './rows/sign-in.rows.ts';
import type { Scenario } from './scenario.ts';

/*
 * Calls each route that identifies a user as a user without a verified address, where addresses are verified by email. Nothing of that
 * user reaches others or outlives the session. Cases that depend on the body are in `verified-address.test.ts`.
 */

const server = await startTestSmtpServer();
afterAll(server.close);
const app = await startTestApp({ builtInIdentity: true, environment: { SMTP_URL: server.url } });
const withoutServer = await startTestApp({ builtInIdentity: true });

const NOT_VERIFIED = [403, 'account.address-not-verified'];
const outcomeOf = ({ status, body }: TestResponse) => [status, body?.code];
const unverified = await signUp(app, `${randomUUID()}@people.test`);

/** The routes whose effect reaches others or outlives the session. */
const CLOSED_TO_UNVERIFIED: ReadonlySet<string> = new Set([
  'POST /api/user/tokens',
  'POST /api/user/inbound-address',
  'POST /api/notifications/devices',
  ...['/api/user/webhooks', '/api/organizations/:id/webhooks'].flatMap((base) => [
    `POST ${base}`,
    `PATCH ${base}/:webhookId`,
    `POST ${base}/:webhookId/test`,
    `POST ${base}/:webhookId/deliveries/:deliveryId/replay`,
  ]),
  'POST /api/lab/competitions/:id/entries',
  'POST /api/lab/templates/:id/videos',
  'POST /api/lab/opportunities',
  'POST /api/lab/outreach',
  'POST /api/email/send',
  'POST /api/chat/rooms/:id/typing',
  'POST /api/chat/rooms/:id/messages',
  'PATCH /api/chat/rooms/:id/messages/:messageId',
  'POST /api/tone-packs/:id/share',
  'POST /api/teams/:id/members',
  'POST /api/teams/:id/invitations',
  'POST /api/organizations/:id/members',
  'POST /api/organizations/:id/invitations',
  'POST /api/organizations/:id/transfer-ownership',
  'POST /api/encouragement-drops/send',
]);

const CLOSED_AT_PROVIDER: ReadonlySet<string> = new Set([
  'GET /auth/passkey/generate-register-options',
  'POST /auth/passkey/verify-registration',
  'POST /auth/two-factor/enable',
  'POST /auth/two-factor/verify-totp',
]);

const ROUTES = app.routes
  .filter(({ audience, path }) => audience === 'member' && !path.startsWith('/auth/'))
  .map((route) => ({ name: `${route.method} ${route.path}`, route }));

afterEach(() => app.deps.background.drain());

describe('A user whose address is not verified', () => {
  test.each(ROUTES.filter(({ name }) => CLOSED_TO_UNVERIFIED.has(name)))('gets 403 from $name', async ({ route }) => {
    const response = await app.call(unverified, route.method as 'GET', urlOf(route.path, { path: {} }));
    expect(outcomeOf(response)).toEqual(NOT_VERIFIED);
  });

  // Streams do not end, and a deletion would end the user.
  const others = ROUTES.filter(({ name, route }) => !CLOSED_TO_UNVERIFIED.has(name) && route.config.isStream !== true);
  test('is not asked to verify it by any other route', async () => {
    const asked: string[] = [];
    for (const { name, route } of others) {
      const response = await app.call(unverified, route.method as 'GET', urlOf(route.path, { path: {} }));
      if (response.body?.code === NOT_VERIFIED[1]) asked.push(name);
    }
    expect(asked).toEqual([]);
  });

  test('is asked by no closed route that does not exist', () => {
    const names = new Set(ROUTES.map(({ name }) => name));
    expect([...CLOSED_TO_UNVERIFIED].filter((name) => !names.has(name))).toEqual([]);
  });

  test('cannot allow MCP', async () => {
    const allow = { preferences: { mcp: true } };
    expect(outcomeOf(await app.call(unverified, 'PUT', '/api/user/profile', allow))).toEqual(NOT_VERIFIED);
    const { body } = await app.call(unverified, 'GET', '/api/user/profile');
    expect(body.profile.preferences).not.toHaveProperty('mcp');
  });

  test.each(Object.entries(SIGN_IN_ROWS))('at the provider: %s', async (route, { ask }) => {
    const asked = await ask({} as Scenario);
    const callOf = async (on: TestApp) => {
      const { session } = await signUp(on, `${randomUUID()}@people.test`);
      const [method, path = ''] = route.split(' ') as ['GET', string];
      return outcomeOf(await on.call(withSession(session), method, urlOf(path, asked), asked.body));
    };
    const outcome = await callOf(app);
    if (!CLOSED_AT_PROVIDER.has(route)) expect(outcome).not.toEqual(NOT_VERIFIED);
    else {
      expect(outcome).toEqual(NOT_VERIFIED);
      expect(await callOf(withoutServer)).not.toEqual(NOT_VERIFIED);
    }
  });
});

describe('Where no address can be verified, a user', () => {
  test('creates tokens, replaces the journal address, and allows MCP', async () => {
    await signUp(withoutServer, `${randomUUID()}@people.test`);
    const second = await signUp(withoutServer, `${randomUUID()}@people.test`);
    const statuses = [
      await withoutServer.call(second, 'POST', '/api/user/tokens', { name: 'Script', scopes: ['goals'] }),
      await withoutServer.call(second, 'POST', '/api/user/inbound-address'),
      await withoutServer.call(second, 'PUT', '/api/user/profile', { preferences: { mcp: true } }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([201, 200, 200]);
  });
});
