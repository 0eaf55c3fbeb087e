import { once } from 'node:events';
import { Agent, createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startSandboxPush } from '#sandbox/push/push.ts';
import { holdTimers } from '#test/held-timers.ts';
import { createPush } from './push.factory.ts';
import type { PushConfiguration, PushFailure, PushMessage } from './push.ts';

const sandbox = await startSandboxPush();
afterAll(sandbox.close);
afterEach(() => sandbox.behave({ mode: 'normal' }));

const SECRET = 'a secret of the tests';
/** The time limit of a call whose end a test decides. */
const LIMIT_MS = 600_001;
const MESSAGE: PushMessage = { text: '{"title":"Grüße 🌱"}', urgency: 'high', ttlSeconds: 1_800 };

function pushOf(change: Partial<PushConfiguration> = {}) {
  const failures: PushFailure[] = [];
  const push = createPush({
    allowedHosts: [sandbox.url],
    contact: 'mailto:operator@meadow.test',
    secret: SECRET,
    onFailure: (failure) => failures.push(failure),
    ...change,
  });
  onTestFinished(() => push.close());
  return { push, failures };
}

function subscribe(applicationServerKey?: string) {
  const { endpoint, keys } = sandbox.subscribe(applicationServerKey);
  return { endpoint, ...keys };
}

/** Tells of each connection of a client that has become free for the next request. */
function watchFreeConnections(): Socket[] {
  const free: Socket[] = [];
  const keep = Agent.prototype.keepSocketAlive;
  const spy = vi.spyOn(Agent.prototype, 'keepSocketAlive').mockImplementation(function (this: Agent, socket) {
    free.push(socket as Socket);
    return keep.call(this, socket);
  });
  onTestFinished(() => spy.mockRestore());
  return free;
}

const messagesTo = (endpoint: string) => sandbox.messages.filter((message) => message.endpoint === endpoint);

describe('A message', () => {
  test('reaches the browser, which alone can read it, from a sender that it knows', async () => {
    const { push, failures } = pushOf();
    const device = subscribe(push.publicKey);
    expect(await push.send(device, MESSAGE)).toBe('delivered');
    expect(messagesTo(device.endpoint)).toEqual([
      {
        endpoint: device.endpoint,
        text: MESSAGE.text,
        ttl: 1_800,
        urgency: 'high',
        sender: {
          publicKey: push.publicKey,
          aud: sandbox.url,
          sub: 'mailto:operator@meadow.test',
          exp: expect.any(Number),
        },
      },
    ]);
    expect(failures).toEqual([]);
  });

  test('is refused by a browser that has subscribed with the key of another service', async () => {
    const device = subscribe(pushOf({ secret: 'another secret' }).push.publicKey);
    const { push, failures } = pushOf();
    expect(await push.send(device, MESSAGE)).toBe('failed');
    expect(failures).toEqual([{ reason: 'refused', status: 403 }]);
    expect(messagesTo(device.endpoint)).toEqual([]);
  });

  test('may have 3,993 bytes, as push services take them', async () => {
    const { push, failures } = pushOf();
    expect(await push.send(subscribe(), { ...MESSAGE, text: 'x'.repeat(3_993) })).toBe('delivered');
    expect(await push.send(subscribe(), { ...MESSAGE, text: 'x'.repeat(3_994) })).toBe('failed');
    expect(failures).toEqual([{ reason: 'refused', status: 413 }]);
  });

  test.each([404, 410])('to a browser that is gone says so: %i', async (status) => {
    const { push, failures } = pushOf();
    sandbox.behave({ mode: 'refuse-with', status });
    expect(await push.send(subscribe(), MESSAGE)).toBe('gone');
    expect(failures).toEqual([]);
  });

  test.each([400, 401, 403, 413, 429, 500, 503])('that is refused with %i has failed', async (status) => {
    const { push, failures } = pushOf();
    sandbox.behave({ mode: 'refuse-with', status });
    expect(await push.send(subscribe(), MESSAGE)).toBe('failed');
    expect(failures).toEqual([{ reason: 'refused', status }]);
  });

  test('to a service that hangs is given up after the time limit', async () => {
    const limit = holdTimers((durationMs) => durationMs === LIMIT_MS);
    const { push, failures } = pushOf({ timeoutMs: LIMIT_MS });
    sandbox.behave({ mode: 'hang' });
    const device = subscribe();
    const sending = push.send(device, MESSAGE);
    await expect.poll(() => sandbox.attempts(device.endpoint)).toBe(1);
    expect([failures, limit.count()]).toEqual([[], 1]);
    limit.pass();
    expect(await sending).toBe('failed');
    expect(failures).toEqual([{ reason: 'time-limit' }]);
  });

  test('to a service that cuts the connection, or is not there, has failed', async () => {
    const { push, failures } = pushOf({ allowedHosts: [sandbox.url, 'http://127.0.0.1:1'] });
    sandbox.behave({ mode: 'reset' });
    expect(await push.send(subscribe(), MESSAGE)).toBe('failed');
    expect(await push.send({ ...subscribe(), endpoint: 'http://127.0.0.1:1/push' }, MESSAGE)).toBe('failed');
    expect(failures).toEqual([
      { reason: 'not-reachable', networkCode: 'ECONNRESET' },
      { reason: 'not-reachable', networkCode: 'ECONNREFUSED' },
    ]);
  });

  test('is sent over another connection where the one that stayed open is closed as it is used again', async () => {
    const used = new Set<Socket>();
    const server = createServer(({ socket }, response) => {
      if (used.has(socket)) socket.resetAndDestroy();
      else response.writeHead(201).end();
      used.add(socket);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { push, failures } = pushOf({ allowedHosts: [url] });
    const device = { ...subscribe(), endpoint: `${url}/push` };
    const free = watchFreeConnections();
    for (const count of [1, 1, 2]) {
      expect(await push.send(device, MESSAGE)).toBe('delivered');
      await expect.poll(() => free.length).toBe(count);
    }
    expect(failures).toEqual([]);
    expect(used.size).toBe(3);
  });

  test('is not sent again where the connection breaks after the answer has begun', async () => {
    const sockets: Socket[] = [];
    const server = createServer(({ socket }, response) => {
      const isReused = sockets.includes(socket);
      sockets.push(socket);
      if (isReused) response.writeHead(201, { 'content-length': 9 }).write('x');
      else response.writeHead(201).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { push, failures } = pushOf({ allowedHosts: [url] });
    const send = () => push.send({ ...subscribe(), endpoint: `${url}/push` }, MESSAGE);
    const free = watchFreeConnections();
    expect(await send()).toBe('delivered');
    await expect.poll(() => free.length).toBe(1);
    expect(await send()).toBe('delivered');
    const isClosed = new Promise((resolve) => free[0]?.once('close', resolve));
    sockets[0]?.resetAndDestroy();
    await isClosed;
    // What would be sent again has been sent before this one.
    expect(await send()).toBe('delivered');
    expect(failures).toEqual([]);
    expect(sockets.map((socket) => sockets.indexOf(socket))).toEqual([0, 0, 2]);
  });

  test('counts as delivered by the status alone: an answer without end is cut off', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(201);
      const write = () => {
        while (response.write('x'.repeat(16_384)));
      };
      response.on('drain', write);
      write();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const cut = new Promise((resolve) => server.once('connection', (socket) => socket.once('close', resolve)));
    const { push } = pushOf({ allowedHosts: [url], timeoutMs: 600_000 });
    expect(await push.send({ ...subscribe(), endpoint: `${url}/push` }, MESSAGE)).toBe('delivered');
    await cut;
    server.close();
  });

  test('follows no redirect', async () => {
    const elsewhere = await startSandboxPush();
    const target = elsewhere.subscribe();
    sandbox.behave({ mode: 'redirect', location: target.endpoint });
    const { push, failures } = pushOf();
    expect(await push.send(subscribe(), MESSAGE)).toBe('failed');
    expect(failures).toEqual([{ reason: 'refused', status: 307 }]);
    expect(elsewhere.attempts(target.endpoint)).toBe(0);
    await elsewhere.close();
  });
});

describe('An address that a client gives', () => {
  const KNOWN = ['fcm.googleapis.com', '*.notify.windows.com'];

  test.each([
    ['of a service that is listed', KNOWN, 'https://fcm.googleapis.com/fcm/send/abc'],
    ['of a service that is listed, in capitals', KNOWN, 'https://FCM.googleapis.com/fcm/send/abc'],
    ['of a service of a listed domain', KNOWN, 'https://db5p.notify.windows.com/w/?token=abc'],
    ['of any service, where any may be called', ['*'], 'https://push.example/abc'],
    ['at a public address, where any may be called', ['*'], 'https://8.8.8.8/abc'],
    ['of an origin that is listed, wherever it is', ['http://127.0.0.1:9000'], 'http://127.0.0.1:9000/abc'],
  ])('may be called: %s', (_, allowedHosts, endpoint) => {
    expect(pushOf({ allowedHosts }).push.problemWith({ ...subscribe(), endpoint })).toBeNull();
  });

  test.each([
    ['of a service that is not listed', KNOWN, 'https://push.example/abc'],
    ['of a name that only begins so', KNOWN, 'https://fcm.googleapis.com.example/abc'],
    ['of a name that only ends so', KNOWN, 'https://evilnotify.windows.com/abc'],
    ['of the listed domain itself', KNOWN, 'https://notify.windows.com/abc'],
    ['without TLS', KNOWN, 'http://fcm.googleapis.com/fcm/send/abc'],
    ['at another port', KNOWN, 'https://fcm.googleapis.com:8443/fcm/send/abc'],
    ['with a name and a password', KNOWN, 'https://fcm.googleapis.com:443@push.example/abc'],
    ['with a name before a listed host', ['*'], 'https://name@push.example/abc'],
    ['of another kind', ['*'], 'file:///etc/passwd'],
    ['that is none', ['*'], 'push.example'],
    ['of this machine', ['*'], 'https://127.0.0.1/abc'],
    ['of this machine, as a number', ['*'], 'https://2130706433/abc'],
    ['of this machine, in IPv6', ['*'], 'https://[::1]/abc'],
    ["of a cloud's metadata, as IPv4 in IPv6", ['*'], 'https://[::ffff:169.254.169.254]/abc'],
    ['of a private network', ['*'], 'https://10.0.0.1/abc'],
    ['of another port of a listed origin', ['http://127.0.0.1:9000'], 'http://127.0.0.1:9001/abc'],
  ])('is not called: %s', async (_, allowedHosts, endpoint) => {
    const { push, failures } = pushOf({ allowedHosts });
    const device = { ...subscribe(), endpoint };
    expect(push.problemWith(device)).toBe('endpoint');
    expect(await push.send(device, MESSAGE)).toBe('failed');
    expect(failures).toEqual([{ reason: 'not-sendable' }]);
  });

  test.each([[['*']], [['localhost']]])(
    'is not called where its name leads to this machine, with %j',
    async (allowed) => {
      const { push, failures } = pushOf({ allowedHosts: allowed });
      const device = { ...subscribe(), endpoint: 'https://localhost/abc' };
      expect(push.problemWith(device)).toBeNull();
      expect(await push.send(device, MESSAGE)).toBe('failed');
      expect(failures).toEqual([{ reason: 'address-not-public' }]);
    },
  );
});

describe('The keys of a browser', () => {
  const point = Buffer.from(subscribe().p256dh, 'base64url');
  const offTheCurve = Buffer.from(point).fill(7, 33);
  const hybrid = Buffer.from(point).fill(6, 0, 1);

  test.each([
    ['a point that is not on the curve', { p256dh: offTheCurve.toString('base64url') }],
    ['a point in another form', { p256dh: hybrid.toString('base64url') }],
    ['a compressed point', { p256dh: `A${point.toString('base64url', 1, 33)}` }],
    ['no point', { p256dh: '' }],
    ['a secret that is too short', { auth: Buffer.alloc(15).toString('base64url') }],
    ['a secret that is too long', { auth: Buffer.alloc(17).toString('base64url') }],
  ])('cannot be %s', (_, keys) => {
    expect(pushOf().push.problemWith({ ...subscribe(), ...keys })).toBe('keys');
  });

  test('that are none make a message fail, and nothing is sent', async () => {
    const { push, failures } = pushOf();
    const device = { ...subscribe(), p256dh: offTheCurve.toString('base64url') };
    expect(await push.send(device, MESSAGE)).toBe('failed');
    expect(failures).toEqual([{ reason: 'not-sendable' }]);
    expect(sandbox.attempts(device.endpoint)).toBe(0);
  });
});

describe('The key pair of the service', () => {
  test('is the same on every node that has the same secret, and another one for another secret', () => {
    const [one, same, other] = [pushOf(), pushOf(), pushOf({ secret: 'another secret' })];
    expect(one.push.publicKey).toBe(same.push.publicKey);
    expect(one.push.publicKey).not.toBe(other.push.publicKey);
    expect(Buffer.from(one.push.publicKey, 'base64url')).toHaveLength(65);
  });

  test('stays what it is in later versions, or every browser would have to subscribe again', () => {
    expect(pushOf().push.publicKey).toMatchInlineSnapshot(
      `"BFCgImS6u8pShmHOzdWwMN2tsApTecBVeyCRhUR7Dl8gcPTney2MNKGC8DUFwDx3GMBpu9MfEQs9mEb_zPrk5Lk"`,
    );
  });
});
