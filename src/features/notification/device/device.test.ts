import { afterAll, describe, expect, test } from 'vitest';
import { startSandboxPush } from '#sandbox/push/push.ts';
import { PATIENT_LOCKS, type Person, startTestApp } from '#test/start-test-app.ts';

const push = await startSandboxPush();
afterAll(push.close);
const { person, call, deps, clock } = await startTestApp({
  environment: { ...PATIENT_LOCKS, PUSH_ALLOWED_HOSTS: push.url },
});

const DEVICES = '/api/notifications/devices';

/** Registers a new browser of a user, and returns its subscription. */
async function register(owner: Person) {
  const subscription = push.subscribe();
  expect((await call(owner, 'POST', DEVICES, subscription)).status).toBe(201);
  return subscription;
}

async function endpointsOf(owner: Person): Promise<string[]> {
  const { status, body } = await call(owner, 'GET', DEVICES);
  expect(status).toBe(200);
  return body.devices.map(({ endpoint }: { endpoint: string }) => endpoint);
}

const rowOf = (endpoint: string) =>
  deps.db.selectFrom('push_device').selectAll().where('endpoint', '=', endpoint).executeTakeFirst();

describe('GET /api/notifications/devices', () => {
  test('returns 200 with the key to subscribe with, and with devices without what encrypts for them', async () => {
    const ada = await person();
    const { endpoint } = await register(ada);
    const { status, body } = await call(ada, 'GET', DEVICES);
    const now = clock.now().toISOString();
    expect([status, body]).toEqual([
      200,
      {
        devices: [{ id: expect.any(String), endpoint, created_at: now, updated_at: now }],
        next_cursor: null,
        vapid_public_key: deps.push.publicKey,
      },
    ]);
  });

  test('lists the newest registration first, without devices of other users', async () => {
    const [ada, ben] = [await person(), await person()];
    const first = await register(ada);
    clock.advance(1_000);
    const second = await register(ada);
    expect(await endpointsOf(ada)).toEqual([second.endpoint, first.endpoint]);
    clock.advance(1_000);
    await call(ada, 'POST', DEVICES, first);
    expect(await endpointsOf(ada)).toEqual([first.endpoint, second.endpoint]);
    expect(await endpointsOf(ben)).toEqual([]);
  });

  test('returns 401 without a token', async () => {
    expect((await call(null, 'GET', DEVICES)).status).toBe(401);
  });
});

describe('POST /api/notifications/devices', () => {
  test('returns 201 with the device; what a browser sends besides is ignored', async () => {
    const ada = await person();
    const subscription = { ...push.subscribe(), expirationTime: 1_900_000_000_000, user_id: 'x', id: 'x' };
    const { status, body } = await call(ada, 'POST', DEVICES, subscription);
    const now = clock.now().toISOString();
    expect([status, body]).toEqual([
      201,
      { device: { id: expect.any(String), endpoint: subscription.endpoint, created_at: now, updated_at: now } },
    ]);
    expect(await rowOf(subscription.endpoint)).toMatchObject({ user_id: ada.id, ...subscription.keys });
  });

  test('returns 200 for the same one again, whose keys may have changed', async () => {
    const ada = await person();
    const subscription = await register(ada);
    const registeredAt = clock.now().toISOString();
    const { keys } = push.subscribe();
    clock.advance(1_000);
    const { status, body } = await call(ada, 'POST', DEVICES, { ...subscription, keys });
    expect([status, body.device.created_at, body.device.updated_at]).toEqual([
      200,
      registeredAt,
      clock.now().toISOString(),
    ]);
    expect(await rowOf(subscription.endpoint)).toMatchObject(keys);
    expect(await endpointsOf(ada)).toHaveLength(1);
  });

  test('moves a device of another user', async () => {
    const [ada, ben] = [await person(), await person()];
    const subscription = await register(ada);
    clock.advance(1_000);
    const { status, body } = await call(ben, 'POST', DEVICES, subscription);
    expect([status, body.device.created_at]).toEqual([201, clock.now().toISOString()]);
    expect([await endpointsOf(ada), await endpointsOf(ben)]).toEqual([[], [subscription.endpoint]]);
  });

  test('returns 201 for an eleventh one: the one that registered first is forgotten', async () => {
    const ada = await person();
    const first = await register(ada);
    for (let count = 1; count < 10; count += 1) {
      clock.advance(1_000);
      await register(ada);
    }
    expect(await endpointsOf(ada)).toHaveLength(10);
    clock.advance(1_000);
    const last = await register(ada);
    const endpoints = await endpointsOf(ada);
    expect([endpoints.length, endpoints[0], endpoints.includes(first.endpoint)]).toEqual([10, last.endpoint, false]);
  });

  test('keeps at most ten of twenty concurrent registrations', async () => {
    const ada = await person();
    const responses = await Promise.all(Array.from({ length: 20 }, () => call(ada, 'POST', DEVICES, push.subscribe())));
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(await endpointsOf(ada)).toHaveLength(10);
  });

  test('assigns a browser to one of twenty users who register it concurrently', async () => {
    const users = await Promise.all(Array.from({ length: 20 }, () => person()));
    const subscription = push.subscribe();
    const responses = await Promise.all(users.map((one) => call(one, 'POST', DEVICES, subscription)));
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(201));
    const owners = await Promise.all(users.map(async (one) => (await endpointsOf(one)).length));
    expect(owners.reduce((sum, count) => sum + count)).toBe(1);
  });

  test.each([
    ['of a service that is not known', 'https://push.example/abc'],
    ['of this machine', 'http://127.0.0.1:1/abc'],
    ['of this machine, over TLS', 'https://127.0.0.1/abc'],
    ["of a cloud's metadata", 'http://169.254.169.254/latest/meta-data'],
    ['of a private network, in IPv6', 'https://[fd00::1]/abc'],
    ['of a listed service, for the eye alone', `${push.url}@push.example/abc`],
    ['that is longer than can be stored, once it is written out', `${push.url}/${'ü'.repeat(1_000)}`],
  ])('returns 400 for an endpoint %s, of which nothing is stored', async (_, endpoint) => {
    const { status, body } = await call(await person(), 'POST', DEVICES, { ...push.subscribe(), endpoint });
    expect([status, body.code]).toEqual([400, 'notification.endpoint-refused']);
    expect(await rowOf(new URL(endpoint).href)).toBeUndefined();
  });

  test('returns 400 for keys with which nothing can be encrypted', async () => {
    const { endpoint, keys } = push.subscribe();
    const p256dh = `${keys.p256dh.slice(0, 60)}${'A'.repeat(27)}`;
    const { status, body } = await call(await person(), 'POST', DEVICES, { endpoint, keys: { ...keys, p256dh } });
    expect([status, body.code]).toEqual([400, 'notification.keys-unusable']);
  });

  const { endpoint, keys } = push.subscribe();
  test.each([
    ['no endpoint', { keys }],
    ['an endpoint that is no address', { endpoint: 'push', keys }],
    ['an endpoint of another kind', { endpoint: 'file:///etc/passwd', keys }],
    ['an endpoint of 2,049 characters', { endpoint: `${push.url}/`.padEnd(2_049, 'x'), keys }],
    ['no keys', { endpoint }],
    ['a key that is too short', { endpoint, keys: { ...keys, p256dh: keys.p256dh.slice(1) } }],
    ['a key that is too long', { endpoint, keys: { ...keys, p256dh: `${keys.p256dh}A` } }],
    ['a secret that is too short', { endpoint, keys: { ...keys, auth: keys.auth.slice(1) } }],
    ['a secret that is not base64url', { endpoint, keys: { ...keys, auth: `${keys.auth.slice(1)}+` } }],
    ['keys that are texts', { endpoint, keys: 'keys' }],
  ])('returns 400 for %s', async (_, body) => {
    const response = await call(await person(), 'POST', DEVICES, body);
    expect([response.status, response.body.code]).toEqual([400, 'request.invalid']);
  });

  test('returns 401 without a token', async () => {
    expect((await call(null, 'POST', DEVICES, push.subscribe())).status).toBe(401);
  });
});

describe('DELETE /api/notifications/devices', () => {
  test('returns 200 with its endpoint in the body', async () => {
    const ada = await person();
    const [kept, forgotten] = [await register(ada), await register(ada)];
    const { status, body } = await call(ada, 'DELETE', DEVICES, { endpoint: forgotten.endpoint });
    expect([status, body]).toEqual([200, { message: expect.any(String) }]);
    expect(await endpointsOf(ada)).toEqual([kept.endpoint]);
  });

  test('returns 200 with its endpoint in the query', async () => {
    const ada = await person();
    const { endpoint: own } = await register(ada);
    const { status } = await call(ada, 'DELETE', `${DEVICES}?endpoint=${encodeURIComponent(own)}`);
    expect([status, await endpointsOf(ada)]).toEqual([200, []]);
  });

  test("returns 404 for a deleted, another user's and an unknown device", async () => {
    const [ada, ben] = [await person(), await person()];
    const [forgotten, bens] = [await register(ada), await register(ben)];
    await call(ada, 'DELETE', DEVICES, { endpoint: forgotten.endpoint });
    for (const { endpoint: other } of [forgotten, bens, push.subscribe()]) {
      const { status, body } = await call(ada, 'DELETE', DEVICES, { endpoint: other });
      expect([status, body.code]).toEqual([404, 'notification.device-not-found']);
    }
    expect(await endpointsOf(ben)).toEqual([bens.endpoint]);
  });

  test('returns 400 without an endpoint, or with one that is no address', async () => {
    const ada = await person();
    const without = await call(ada, 'DELETE', DEVICES);
    expect([without.status, without.body.code]).toEqual([400, 'notification.endpoint-missing']);
    expect((await call(ada, 'DELETE', DEVICES, { endpoint: 'push' })).status).toBe(400);
    expect((await call(ada, 'DELETE', DEVICES, {})).status).toBe(400);
    expect((await call(ada, 'DELETE', `${DEVICES}?endpoint=push`)).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await call(null, 'DELETE', DEVICES, { endpoint })).status).toBe(401);
  });

  const { endpoint } = push.subscribe();
});
