import { afterEach, describe, expect, test } from 'vitest';
import { TOKEN_SCOPE_NAMES, type TokenScope } from '#access/token-scope.ts';
import type { RegisteredRoute } from '#platform/http/server.ts';
import { createPersonalToken } from '../personal-token.ts';
import { type Person, startTestApp } from '../start-test-app.ts';
import { urlOf } from './matrix.ts';
import { ROWS } from './rows.ts';
import { createScenario } from './scenario.ts';

/*
 * Calls each route that identifies a user with personal access tokens: with exactly its scopes, with all others, and with all scopes if
 * the route is closed to tokens.
 */

const app = await startTestApp({ environment: { AI_CALLS_PER_DAY: '999999999' } });
const { call, deps } = app;
const scenario = await createScenario(app);
const { owner, 'super admin': superAdmin } = scenario.people;

type TokenRoute = { name: string; route: RegisteredRoute; scopes: readonly TokenScope[] | null };

const ROUTES: TokenRoute[] = app.routes
  .filter(({ audience }) => audience !== 'public' && audience !== 'machine')
  .map((route) => ({
    name: `${route.method} ${route.path}`,
    route,
    scopes: route.config.tokenScopes ?? null,
  }));
const OPEN = ROUTES.flatMap(({ scopes, ...one }) => (scopes === null ? [] : [{ ...one, scopes }]));
const CLOSED = ROUTES.filter(({ scopes }) => scopes === null);

const tokens = new Map<string, Promise<Person>>();

/** Returns the token of a super admin for routes of administration, else that of the owner of the records. */
function tokenWith(scopes: readonly TokenScope[]): Promise<Person> {
  const key = scopes.join();
  const holder = scopes.includes('admin:read') ? superAdmin : owner;
  const token = tokens.get(key) ?? createPersonalToken(app, holder, scopes);
  tokens.set(key, token);
  return token;
}

const without = (scopes: readonly TokenScope[]) => TOKEN_SCOPE_NAMES.filter((scope) => !scopes.includes(scope));

const bare = (caller: Person, { method, path }: RegisteredRoute) =>
  call(caller, method as 'GET', urlOf(path, { path: {} }));

afterEach(() => deps.background.drain());

describe('A token without a scope of the route', () => {
  test.each(OPEN.filter(({ scopes }) => scopes.length > 0))('gets 403 from $name', async ({ route, scopes }) => {
    for (const scope of scopes) {
      const { status, body } = await bare(await tokenWith(without([scope])), route);
      expect([status, body.code]).toEqual([403, 'token.scope-missing']);
      expect(body.error).toContain(scope);
    }
  });
});

describe('A token with all scopes', () => {
  test.each(CLOSED)('gets 403 from $name', async ({ route }) => {
    const { status, body } = await bare(await tokenWith(TOKEN_SCOPE_NAMES), route);
    expect([status, body.code]).toEqual([403, 'token.route-closed']);
  });

  test('finds these routes of members closed, and all writes of administration', () => {
    const closed = CLOSED.filter(({ route }) => route.audience === 'member').map(({ name }) => name);
    expect(closed.toSorted()).toEqual(CLOSED_TO_TOKENS.toSorted());
    const ofAdministration = OPEN.filter(({ route }) => route.audience !== 'member');
    expect(ofAdministration.length).toBeGreaterThan(10);
    for (const { route, scopes } of ofAdministration) expect([route.method, scopes]).toEqual(['GET', ['admin:read']]);
    expect(OPEN.filter(({ route, scopes }) => route.audience === 'member' && scopes.includes('admin:read'))).toEqual(
      [],
    );
  });
});

/** The open routes except streams, which do not end, and routes without scopes. Other tests cover both. */
const ENDING = OPEN.filter(({ route, scopes }) => route.config.isStream !== true && scopes.length > 0);

describe('A token with exactly the scopes of the route', () => {
  test.each(ENDING)('is served by $name', async ({ name, route, scopes }) => {
    const row = ROWS[name];
    if (row === undefined) throw new Error(`The access matrix has no row for ${name}.`);
    const asked = await row.ask(scenario);
    const expected = row.expected[scopes.includes('admin:read') ? 'super admin' : 'owner'];
    const url = urlOf(route.path, asked);
    const response = await call(await tokenWith(scopes), route.method as 'GET', url, asked.body, asked.headers);
    expect({ status: response.status, text: response.text }).toEqual({ status: expected, text: response.text });
  });
});

const CLOSED_TO_TOKENS = [
  // How the user signs in, and what outlives a token.
  'DELETE /api/sessions',
  'DELETE /api/sessions/:id',
  'GET /api/sessions',
  'DELETE /api/user/tokens/:id',
  'GET /api/user/tokens',
  'PATCH /api/user/tokens/:id',
  'POST /api/user/tokens',
  'POST /api/user/inbound-address',
  'DELETE /api/notifications/devices',
  'GET /api/notifications/devices',
  'POST /api/notifications/devices',
  'GET /api/music/connect',
  'POST /api/first-run',
  'POST /api/admin/impersonate/stop',
  // The profile, which holds consents.
  'PUT /api/user/profile',
  'DELETE /api/user/avatar',
  'POST /api/user/avatar',
  // What needs a recent sign-in.
  'POST /api/organizations/:id/transfer-ownership',
  // What outlives a token as well: webhooks and tickets.
  'GET /api/user/webhooks',
  'POST /api/user/webhooks',
  'DELETE /api/user/webhooks/:webhookId',
  'GET /api/user/webhooks/:webhookId',
  'PATCH /api/user/webhooks/:webhookId',
  'GET /api/user/webhooks/:webhookId/deliveries',
  'POST /api/user/webhooks/:webhookId/deliveries/:deliveryId/replay',
  'POST /api/user/webhooks/:webhookId/rotate-secret',
  'POST /api/user/webhooks/:webhookId/test',
  'GET /api/organizations/:id/webhooks',
  'POST /api/organizations/:id/webhooks',
  'DELETE /api/organizations/:id/webhooks/:webhookId',
  'GET /api/organizations/:id/webhooks/:webhookId',
  'PATCH /api/organizations/:id/webhooks/:webhookId',
  'GET /api/organizations/:id/webhooks/:webhookId/deliveries',
  'POST /api/organizations/:id/webhooks/:webhookId/deliveries/:deliveryId/replay',
  'POST /api/organizations/:id/webhooks/:webhookId/rotate-secret',
  'POST /api/organizations/:id/webhooks/:webhookId/test',
  'POST /api/events/ticket',
  // All data at once.
  'DELETE /api/user/account',
  'POST /api/user/account/restore',
  'GET /api/user/export',
  'GET /api/user/exports',
  'POST /api/user/exports',
  'DELETE /api/user/exports/:id',
  'GET /api/user/exports/:id',
  'GET /api/user/exports/:id/download',
  'POST /api/user/import',
  'GET /api/user/imports',
  'GET /api/user/imports/:id',
  'POST /api/user/imports/:id/start',
  // Money and drops.
  'POST /api/payment/create-checkout-session',
  'POST /api/payment/create-portal-session',
  'GET /api/payment/prices',
  'GET /api/payment/subscription',
  'POST /api/tone-packs/:id/purchase',
  // Blocks.
  'DELETE /api/users/:id/block',
  'POST /api/users/:id/block',
  'GET /api/users/blocked',
];
