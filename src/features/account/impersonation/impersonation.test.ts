import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { decodeJwt } from 'jose';
import { pino } from 'pino';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '#app/app.ts';
import { startSecondNode } from '#test/second-node.ts';
import { callOn, type Person, startTestApp } from '#test/start-test-app.ts';

const app = await startTestApp();
const { call, clock, deps, issuer, person, superAdmin } = app;
const otherNode = await startSecondNode(app);

const MINUTE = 60_000;
const REASON = 'A ticket asks why the list is empty';

beforeEach(async () => {
  await deps.db.deleteFrom('audit_log').execute();
});

const start = (actor: Person | null, body: unknown, headers?: Record<string, string>) =>
  call(actor, 'POST', '/api/admin/impersonate', body, headers);

const stop = (actor: Person | null) => call(actor, 'POST', '/api/admin/impersonate/stop');

/** The target with the impersonation token. */
async function impersonated(admin: Person, target: Person): Promise<Person> {
  const { status, body } = await start(admin, { target_id: target.id, reason: REASON });
  expect(status).toBe(201);
  return { ...target, token: body.token };
}

const rowsOf = (target: Person) =>
  deps.db.selectFrom('impersonation').selectAll().where('target_id', '=', target.id).execute();

const audited = () => deps.db.selectFrom('audit_log').selectAll().orderBy('created_at').execute();

const change = (user: Person, values: object) =>
  deps.db.updateTable('profile').set(values).where('id', '=', user.id).execute();

/** The responses of both nodes to a token. */
async function glance(user: Person): Promise<(number | string)[]> {
  const responses = [
    await call(user, 'GET', '/api/user/profile'),
    await otherNode.call(user, 'GET', '/api/user/profile'),
  ];
  return responses.map(({ status, body }) => (status === 200 ? body.profile.id : `${status} ${body.code}`));
}

const ENDED = ['401 auth.impersonation-ended', '401 auth.impersonation-ended'];

describe('POST /api/admin/impersonate', () => {
  test('returns a token that acts as the target on all nodes for half an hour', async () => {
    const [root, ada] = [await superAdmin(), await person()];
    await call(ada, 'POST', '/api/notebooks', { name: 'Hers' });
    const { status, body } = await start(root, { target_id: ada.id.toUpperCase(), reason: `  ${REASON}\n` });
    const expiresAt = new Date(clock.now().getTime() + 30 * MINUTE);
    expect(status).toBe(201);
    // All that the target sees, except the journal address.
    const { inbound_address: _, ...user } = (await call(ada, 'GET', '/api/user/profile')).body.profile;
    expect(body).toEqual({ token: expect.any(String), expires_at: expiresAt.toISOString(), user });
    const [row, ...others] = await rowsOf(ada);
    expect(others).toEqual([]);
    expect(row).toEqual({
      id: expect.any(String),
      admin_id: root.id,
      target_id: ada.id,
      reason: REASON,
      created_at: clock.now(),
      expires_at: expiresAt,
      ended_at: null,
    });
    expect(decodeJwt(body.token)).toMatchObject({ sub: ada.id, act: { sub: root.id }, jti: row?.id });
    expect(await audited()).toMatchObject([
      {
        actor_id: root.id,
        on_behalf_of: null,
        action: 'impersonation.start',
        subject_type: 'profile',
        subject_id: ada.id,
        details: { impersonation_id: row?.id },
      },
    ]);
    const asAda = { ...ada, token: body.token };
    expect(await glance(asAda)).toEqual([ada.id, ada.id]);
    expect((await call(asAda, 'GET', '/api/notebooks')).body.notebooks).toMatchObject([{ name: 'Hers' }]);
    expect((await call(asAda, 'POST', '/api/notebooks', { name: 'For her' })).body.notebook.user_id).toBe(ada.id);
  });

  test('takes a reason of 1,000 characters, and leaves the target their own token', async () => {
    const [root, ada] = [await superAdmin(), await person()];
    expect((await start(root, { target_id: ada.id, reason: '🌻'.repeat(1_000) })).status).toBe(201);
    expect(await glance(ada)).toEqual([ada.id, ada.id]);
    expect(await glance(root)).toEqual([root.id, root.id]);
  });

  test.each([
    ['no reason', { reason: undefined }],
    ['an empty reason', { reason: '' }],
    ['a blank reason', { reason: ' \t\n\u00a0 ' }],
    ['a reason that is null', { reason: null }],
    ['a reason that is a list', { reason: [REASON] }],
    ['a reason of 1,001 characters', { reason: 'r'.repeat(1_001) }],
    ['no target', { target_id: undefined }],
    ['a target that is no UUID', { target_id: 'ada' }],
    ['a target that is null', { target_id: null }],
  ])('returns 400 for %s, and nothing begins', async (_what, broken) => {
    const [root, ada] = [await superAdmin(), await person()];
    const { status, body } = await start(root, { target_id: ada.id, reason: REASON, ...broken });
    expect([status, body.code]).toEqual([400, 'request.invalid']);
    expect(await rowsOf(ada)).toEqual([]);
    expect(await audited()).toEqual([]);
  });

  test('returns 400 for a super admin, the caller, and a blocked user', async () => {
    const [root, other, blocked] = [await superAdmin(), await superAdmin(), await person()];
    await change(blocked, { is_active: false });
    for (const [target, code] of [
      [other, 'impersonation.target-is-super-admin'],
      [root, 'impersonation.target-is-oneself'],
      [blocked, 'impersonation.target-is-blocked'],
    ] as const) {
      const { status, body } = await start(root, { target_id: target.id.toUpperCase(), reason: REASON });
      expect([status, body.code]).toEqual([400, code]);
      expect(await rowsOf(target)).toEqual([]);
    }
    expect(await audited()).toEqual([]);
  });

  test('returns 401 without a token, whatever the body', async () => {
    expect((await start(null, {})).status).toBe(401);
  });

  test('returns 403 to other users, whatever the body', async () => {
    const [ada, ben] = [await person(), await person()];
    for (const body of [{ target_id: ben.id, reason: REASON }, { target_id: 'x' }, {}]) {
      const response = await start(ada, body);
      expect([response.status, response.body.code]).toEqual([403, 'auth.not-super-admin']);
    }
    expect(await rowsOf(ben)).toEqual([]);
  });

  test('returns 403 for one within another', async () => {
    const [root, ada, ben] = [await superAdmin(), await person(), await person()];
    const asAda = await impersonated(root, ada);
    const { status, body } = await start(asAda, { target_id: ben.id, reason: REASON });
    expect([status, body.code]).toEqual([403, 'auth.refused-while-impersonating']);
    expect(await rowsOf(ben)).toEqual([]);
  });

  test('returns 404 for an unknown target', async () => {
    const { status, body } = await start(await superAdmin(), { target_id: randomUUID(), reason: REASON });
    expect([status, body.code]).toEqual([404, 'impersonation.target-unknown']);
  });

  test('a repeated Idempotency-Key begins nothing twice, and no token is stored', async () => {
    const [root, ada] = [await superAdmin(), await person()];
    const repeat = () => start(root, { target_id: ada.id, reason: REASON }, { 'idempotency-key': 'k' });
    const [first, second] = [await repeat(), await repeat()];
    expect([first.status, second.status, second.body.code]).toEqual([201, 400, 'idempotency.response-not-stored']);
    expect(await rowsOf(ada)).toHaveLength(1);
    const keys = await deps.db.selectFrom('idempotency_key').selectAll().where('user_id', '=', root.id).execute();
    expect(keys).toMatchObject([{ status: 201, response_body: null }]);
    expect(JSON.stringify(keys)).not.toContain(first.body.token.split('.')[2]);
  });
});

describe('The token of an impersonation', () => {
  test('expires after half an hour', async () => {
    const [root, ada] = [await superAdmin(), await person()];
    const asAda = await impersonated(root, ada);
    clock.advance(30 * MINUTE - 1);
    expect(await glance(asAda)).toEqual([ada.id, ada.id]);
    clock.advance(1);
    for (const response of await glance(asAda)) expect(response).toMatch(/^401 /);
    clock.advance(MINUTE);
    expect(await glance(asAda)).toEqual(['401 auth.token-invalid', '401 auth.token-invalid']);
  });

  test.each<[what: string, who: 'admin' | 'target', values: () => object]>([
    ['the demotion of the admin', 'admin', () => ({ role: 'user', role_changed_at: clock.now() })],
    ['the block of the admin', 'admin', () => ({ is_active: false })],
    ['a new promotion of the admin', 'admin', () => ({ role_changed_at: clock.now() })],
    ['the block of the target', 'target', () => ({ is_active: false })],
    ['the promotion of the target', 'target', () => ({ role: 'super_admin', role_changed_at: clock.now() })],
  ])('is invalid after %s, at the next request on all nodes', async (_what, who, values) => {
    const [root, ada] = [await superAdmin(), await person()];
    const asAda = await impersonated(root, ada);
    expect(await glance(asAda)).toEqual([ada.id, ada.id]);
    clock.advance(10);
    await change(who === 'admin' ? root : ada, values());
    expect(await glance(asAda)).toEqual(ENDED);
  });

  test.each<[what: string, who: 'admin' | 'target', path: string, changes: object[]]>([
    ['the admin is demoted and promoted again', 'admin', '/role', [{ role: 'user' }, { role: 'super_admin' }]],
    ['the admin is blocked and let in again', 'admin', '', [{ is_active: false }, { is_active: true }]],
    ['the target is blocked and let in again', 'target', '', [{ is_active: false }, { is_active: true }]],
    ['the target is promoted and demoted again', 'target', '/role', [{ role: 'super_admin' }, { role: 'user' }]],
  ])('remains invalid when %s', async (_what, who, path, changes) => {
    const [root, other, ada, ben] = [await superAdmin(), await superAdmin(), await person(), await person()];
    const [asAda, asBen] = [await impersonated(root, ada), await impersonated(other, ben)];
    clock.advance(MINUTE);
    const endedAt = clock.now();
    for (const body of changes) {
      const id = who === 'admin' ? root.id : ada.id;
      expect((await call(other, 'PUT', `/api/admin/users/${id}${path}`, body)).status).toBe(200);
      clock.advance(MINUTE);
    }
    expect(await glance(asAda)).toEqual(ENDED);
    expect((await rowsOf(ada)).map(({ ended_at }) => ended_at)).toEqual([endedAt]);
    expect(await glance(asBen)).toEqual([ben.id, ben.id]);
  });

  test('keeps its end after expiring or being stopped', async () => {
    const [root, ada] = [await superAdmin(), await person()];
    await impersonated(root, ada);
    clock.advance(31 * MINUTE);
    const admin = { ...root, token: await issuer.sign(root.id, clock.now(), { email: root.email }) };
    await stop(await impersonated(admin, ada));
    const before = await rowsOf(ada);
    clock.advance(MINUTE);
    expect((await call(admin, 'PUT', `/api/admin/users/${ada.id}`, { is_active: false })).status).toBe(200);
    expect(new Set(await rowsOf(ada))).toEqual(new Set(before));
    expect(new Set(before.map(({ ended_at }) => ended_at === null))).toEqual(new Set([true, false]));
  });

  test('is invalid when one of the users is deleted', async () => {
    const [root, ada] = [await superAdmin(), await person()];
    const asAda = await impersonated(root, ada);
    await deps.db.deleteFrom('profile').where('id', '=', ada.id).execute();
    expect(await glance(asAda)).toEqual(ENDED);
    expect(await rowsOf(ada)).toHaveLength(1);
  });

  test('gives no access to super admin routes, and each attempt is audited', async () => {
    const [root, ada] = [await superAdmin(), await person()];
    const asAda = await impersonated(root, ada);
    const routes = app.routes.filter(({ audience }) => audience === 'super-admin');
    expect(routes.length).toBeGreaterThan(5);
    for (const { method, path } of routes) {
      const { status, body } = await call(asAda, method as 'GET', path);
      expect([path, status, body.code]).toEqual([path, 403, 'auth.refused-while-impersonating']);
    }
    const records = (await audited()).filter(({ action }) => action === 'impersonation.request');
    expect(records.map(({ details }) => details)).toEqual(
      expect.arrayContaining(routes.map(({ method, path }) => expect.objectContaining({ method, route: path }))),
    );
    expect(records).toHaveLength(routes.length);
  });

  test('is no access token of the identity provider', async () => {
    const asAda = await impersonated(await superAdmin(), await person());
    const { status, body } = await call(null, 'POST', '/api/auth/verify', { token: asAda.token });
    expect([status, body.code]).toEqual([401, 'auth.token-invalid']);
  });

  test('an access token with an act claim of its own is that of its subject, and nothing more', async () => {
    const [root, ada] = [await superAdmin(), await person()];
    const claims = { email: ada.email, act: { sub: root.id }, jti: randomUUID(), role: 'super_admin' };
    const claiming = { ...ada, token: await issuer.sign(ada.id, clock.now(), claims) };
    expect(await glance(claiming)).toEqual([ada.id, ada.id]);
    expect((await stop(claiming)).body.code).toBe('impersonation.not-under-way');
    expect((await call(claiming, 'GET', '/api/admin/users')).body.code).toBe('auth.not-super-admin');
    expect(await audited()).toEqual([]);
  });

  test('is valid during an outage of the identity provider', async () => {
    const offline = await startTestApp();
    const [root, ada] = [await offline.superAdmin(), await offline.person()];
    const { body } = await offline.call(root, 'POST', '/api/admin/impersonate', { target_id: ada.id, reason: REASON });
    await offline.issuer.close();
    offline.clock.advance(11 * MINUTE);
    const asAda = { ...ada, token: body.token };
    expect((await offline.call(asAda, 'GET', '/api/user/profile')).status).toBe(200);
  });
});

describe('A request of an impersonator', () => {
  test('is audited once, with both users and the route pattern, for any result', async () => {
    const [root, ada] = [await superAdmin(), await person()];
    const asAda = await impersonated(root, ada);
    const [row] = await rowsOf(ada);
    const requests = [
      ['GET', '/api/journal?q=canary', '/api/journal', 200],
      ['GET', `/api/journal/${randomUUID()}`, '/api/journal/:id', 404],
      ['POST', '/api/notebooks', '/api/notebooks', 201, { name: 'canary' }],
      ['POST', '/api/notebooks', '/api/notebooks', 400, { name: '' }],
      ['PUT', '/api/user/profile', '/api/user/profile', 200, { full_name: 'canary' }],
    ] as const;
    for (const [method, url, route, status, body] of requests) {
      await deps.db.deleteFrom('audit_log').execute();
      clock.advance(10);
      expect((await call(asAda, method, url, body)).status).toBe(status);
      expect(await audited()).toEqual([
        {
          id: expect.any(String),
          actor_id: root.id,
          on_behalf_of: ada.id,
          action: 'impersonation.request',
          subject_type: 'profile',
          subject_id: ada.id,
          details: { method, route, impersonation_id: row?.id },
          created_at: clock.now(),
        },
      ]);
    }
  });

  test('is logged with both users, without the token or reason', async () => {
    let logged = '';
    const sink = new Writable({
      write: (chunk, _encoding, done) => {
        logged += String(chunk);
        done();
      },
    });
    const node = await startSecondNode(app, pino({ level: 'trace' }, sink));
    const [root, ada] = [await superAdmin(), await person()];
    const { body } = await node.call(root, 'POST', '/api/admin/impersonate', { target_id: ada.id, reason: REASON });
    const asAda = { ...ada, token: body.token };
    await node.call(asAda, 'GET', '/api/journal');
    await node.call(asAda, 'GET', '/api/admin/users');
    await node.call(asAda, 'POST', '/api/admin/impersonate/stop');
    await node.call(asAda, 'GET', '/api/journal');
    const lines = logged
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const users = { user_id: ada.id, impersonator_id: root.id };
    expect(lines).toMatchObject([
      { route: '/api/admin/impersonate', status: 201, user_id: root.id },
      { route: '/api/journal', status: 200, ...users },
      { route: '/api/admin/users', status: 403, ...users },
      { route: '/api/admin/impersonate/stop', status: 200, ...users },
      { route: '/api/journal', status: 401 },
    ]);
    expect(lines[0]).not.toHaveProperty('impersonator_id');
    for (const secret of [REASON, ...body.token.split('.')]) expect(logged).not.toContain(secret);
  });

  test('is not handled if it cannot be audited', async () => {
    const broken = await startTestApp();
    const [root, ada] = [await broken.superAdmin(), await broken.person()];
    const { body } = await broken.call(root, 'POST', '/api/admin/impersonate', { target_id: ada.id, reason: REASON });
    const asAda = { ...ada, token: body.token };
    await broken.deps.db.schema.alterTable('audit_log').renameTo('audit_log_away').execute();
    expect((await broken.call(asAda, 'POST', '/api/notebooks', { name: 'Unseen' })).status).toBe(500);
    expect((await broken.call(ada, 'GET', '/api/notebooks')).body.notebooks).toEqual([]);
  });

  test('counts against the limit of the admin, and against none of the target', async () => {
    const limited = await startTestApp({ environment: { RATE_LIMIT: 'on', RATE_LIMIT_PER_USER: '10' } });
    const [root, ada, ben] = [await limited.superAdmin(), await limited.person(), await limited.person()];
    const tokens: string[] = [];
    for (const target of [ada, ben]) {
      const { body } = await limited.call(root, 'POST', '/api/admin/impersonate', {
        target_id: target.id,
        reason: REASON,
      });
      tokens.push(body.token);
    }
    const statuses: number[] = [];
    for (let count = 0; count < 10; count += 1) {
      const token = tokens[count % 2] ?? '';
      statuses.push((await limited.call({ ...ada, token }, 'GET', '/api/user/profile')).status);
    }
    // The admin has made three requests before: one for the profile, and two to begin.
    expect(statuses).toEqual([...Array(7).fill(200), ...Array(3).fill(429)]);
    const { headers } = await limited.call(ada, 'GET', '/api/user/profile');
    expect(headers['ratelimit-remaining']).toBe('8');
    const written = await limited.deps.db
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', 'impersonation.request')
      .execute();
    expect(written).toHaveLength(7);
  });

  test.each([
    { read_notes_enabled: true },
    { check_in_enabled: true },
    { read_notes_enabled: false },
    { preferences: { mosaic_photo: true } },
    { preferences: { leaderboard: true } },
    { preferences: { email_digest: true } },
    { preferences: { email_reminders: true } },
    { preferences: { step_prompts: true } },
    { preferences: { notifications: true } },
    { full_name: 'Another', preferences: { theme: 'dark', mosaic_photo: true } },
  ])('cannot change a consent of the user: %o', async (change) => {
    const [root, ada] = [await superAdmin(), await person({ name: 'Ada' })];
    const asAda = await impersonated(root, ada);
    const before = (await call(ada, 'GET', '/api/user/profile')).body.profile;
    const response = await call(asAda, 'PUT', '/api/user/profile', change);
    expect([response.status, response.body.code]).toEqual([403, 'account.consent-while-impersonating']);
    expect((await call(ada, 'GET', '/api/user/profile')).body.profile).toEqual(before);
    expect((await call(ada, 'PUT', '/api/user/profile', change)).status).toBe(200);
  });

  test('can change values that are not a consent', async () => {
    const [root, ada] = [await superAdmin(), await person()];
    const change = { full_name: 'Ada', avatar_url: null, preferences: { theme: 'dark', timezone: 'Europe/Lisbon' } };
    const { status, body } = await call(await impersonated(root, ada), 'PUT', '/api/user/profile', change);
    expect(status).toBe(200);
    expect(body.profile).toMatchObject(change);
  });

  test('can neither check in nor send drops, buy, mail, export, import or delete', async () => {
    const [root, ada] = [await superAdmin(), await person()];
    const asAda = await impersonated(root, ada);
    const refused = [
      'POST /api/workout-window/checkin',
      'POST /api/encouragement-drops/send',
      `POST /api/tone-packs/${randomUUID()}/purchase`,
      'POST /api/payment/create-checkout-session',
      'POST /api/user/tokens',
      'POST /api/user/webhooks',
      'POST /api/user/exports',
      'POST /api/user/import',
      `POST /api/user/imports/${randomUUID()}/start`,
      'DELETE /api/user/account',
    ];
    const codes = refused.map(async (route) => {
      const [method, path] = route.split(' ') as ['POST', string];
      const { status, body } = await call(asAda, method, path, {});
      return [route, status, body.code];
    });
    expect(await Promise.all(codes)).toEqual(refused.map((route) => [route, 403, 'auth.refused-while-impersonating']));
  });

  test('is rejected by routes that declare it, before validation of the body, and audited', async () => {
    const strict = createApp(deps, { congestionSample: 0 }).server;
    strict.addHook('onRoute', (route) => {
      if (route.method === 'POST' && route.url === '/api/notebooks') {
        route.config = { ...route.config, refusedWhileImpersonating: true };
      }
    });
    await strict.ready();
    afterAll(() => strict.close());
    const [root, ada] = [await superAdmin(), await person()];
    const asAda = await impersonated(root, ada);
    for (const body of [{ name: 'Refused' }, { name: 5 }]) {
      const response = await callOn(strict)(asAda, 'POST', '/api/notebooks', body);
      expect([response.status, response.body.code]).toEqual([403, 'auth.refused-while-impersonating']);
    }
    expect((await callOn(strict)(ada, 'POST', '/api/notebooks', { name: 'Her own' })).status).toBe(201);
    expect((await audited()).filter(({ action }) => action === 'impersonation.request')).toHaveLength(2);
    const { paths } = strict.swagger() as { paths: Record<string, Record<string, { description?: string }>> };
    expect(paths['/api/notebooks']?.post?.description).toMatch(/ Refused while impersonating\./);
    expect(paths['/api/notebooks']?.get?.description).not.toMatch(/ Refus/);
  });
});

describe('POST /api/admin/impersonate/stop', () => {
  test('ends it on all nodes, and invalidates the token', async () => {
    const [root, ada] = [await superAdmin(), await person()];
    const asAda = await impersonated(root, ada);
    const [before] = await rowsOf(ada);
    clock.advance(5 * MINUTE);
    const { status, body } = await stop(asAda);
    expect([status, body]).toEqual([200, { message: expect.any(String) }]);
    expect(await rowsOf(ada)).toEqual([{ ...before, ended_at: clock.now() }]);
    expect(await glance(asAda)).toEqual(ENDED);
    expect((await otherNode.call(asAda, 'POST', '/api/admin/impersonate/stop')).status).toBe(401);
    const facts = { actor_id: root.id, on_behalf_of: ada.id, subject_id: ada.id };
    expect((await audited()).slice(1)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...facts, action: 'impersonation.request' }),
        expect.objectContaining({
          ...facts,
          action: 'impersonation.stop',
          details: { impersonation_id: before?.id },
        }),
      ]),
    );
    expect(await glance(ada)).toEqual([ada.id, ada.id]);
    expect(await glance(root)).toEqual([root.id, root.id]);
  });

  test('ends the one whose token it is, and leaves others', async () => {
    const [root, ada] = [await superAdmin(), await person()];
    const [first, second] = [await impersonated(root, ada), await impersonated(root, ada)];
    await stop(first);
    expect(await glance(first)).toEqual(ENDED);
    expect(await glance(second)).toEqual([ada.id, ada.id]);
  });

  test('returns 400 for an access token of the caller', async () => {
    const [root, ada] = [await superAdmin(), await person()];
    const asAda = await impersonated(root, ada);
    for (const caller of [root, ada]) {
      const { status, body } = await stop(caller);
      expect([status, body.code]).toEqual([400, 'impersonation.not-under-way']);
    }
    expect(await glance(asAda)).toEqual([ada.id, ada.id]);
  });

  test('returns 401 without a token', async () => {
    expect((await stop(null)).status).toBe(401);
  });
});

describe('GET /api/admin/impersonation-logs', () => {
  const list = (actor: Person | null, query = '') => call(actor, 'GET', `/api/admin/impersonation-logs${query}`);

  test('lists impersonations with reasons, newest first, in pages', async () => {
    clock.advance(MINUTE);
    const [root, ada, ben] = [await superAdmin(), await person(), await person()];
    await stop(await impersonated(root, ada));
    clock.advance(MINUTE);
    await impersonated(root, ben);
    const { status, body } = await list(root, '?limit=1');
    expect(status).toBe(200);
    const times = (ago: number) => new Date(clock.now().getTime() - ago).toISOString();
    const facts = { id: expect.any(String), admin_id: root.id, reason: REASON };
    expect(body).toEqual({
      logs: [{ ...facts, target_id: ben.id, created_at: times(0), expires_at: times(-30 * MINUTE), ended_at: null }],
      next_cursor: expect.any(String),
    });
    const next = await list(root, `?limit=1&cursor=${body.next_cursor}`);
    expect(next.body.logs).toEqual([
      {
        ...facts,
        target_id: ada.id,
        created_at: times(MINUTE),
        expires_at: times(-29 * MINUTE),
        ended_at: times(MINUTE),
      },
    ]);
  });

  test('returns a last page', async () => {
    const root = await superAdmin();
    const { logs, next_cursor } = (await list(root)).body;
    const stored = await deps.db.selectFrom('impersonation').select('id').execute();
    expect([logs.length, next_cursor]).toEqual([stored.length, null]);
  });

  test('returns 404 for every way to change or delete what it holds', async () => {
    const [root, ada] = [await superAdmin(), await person()];
    await impersonated(root, ada);
    const [before] = await rowsOf(ada);
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      for (const url of ['/api/admin/impersonation-logs', `/api/admin/impersonation-logs/${before?.id}`]) {
        expect((await call(root, method, url, {})).status).toBe(404);
      }
    }
    expect(await rowsOf(ada)).toEqual([before]);
  });

  test('returns 400 for a page that cannot be', async () => {
    const root = await superAdmin();
    for (const query of ['?limit=0', '?limit=501', '?cursor=abc']) expect((await list(root, query)).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await list(null)).status).toBe(401);
  });

  test('returns 403 to other users, whatever the query', async () => {
    const { status, body } = await list(await person(), '?limit=0');
    expect([status, body.code]).toEqual([403, 'auth.not-super-admin']);
  });
});
