import { Readable } from 'node:stream';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { listenOnLoopback, openSocket } from '#test/edge/raw-http.ts';
import { createTestClock } from '#test/test-clock.ts';
import { createTestServer } from '../test-server.ts';
import { openLongBodies } from './long-bodies.ts';

const SHORT = 100;
const MAX = 1_000;
const clock = createTestClock();
const asked: string[] = [];
let gate: Promise<void> = Promise.resolve();

const { server } = createTestServer((scope) => {
  const limits = {
    maxBytes: MAX,
    shortBytes: SHORT,
    maxBytesInFlight: 2_000,
    maxBytesInFlightOfNetwork: 1_200,
    maxUnwantedPerMinute: 2,
  };
  const isWanted = async (bytes: Buffer) => {
    asked.push(bytes.toString());
    return bytes.includes('wanted');
  };
  openLongBodies(scope, { clock, limits, isWanted, unwanted: 'unwanted' }, (bodies) => {
    bodies.post('/long', async (request) => {
      await gate;
      return { body: request.body };
    });
  });
});
await server.ready();
afterAll(() => server.close());
beforeEach(() => {
  asked.length = 0;
  gate = Promise.resolve();
  clock.advance(60_000);
});

/** JSON of so many bytes. */
const bodyOf = (bytes: number, word = 'wanted') => JSON.stringify(word.padEnd(bytes - 2, '.'));

async function post(payload: string | Readable, remoteAddress = '192.0.2.1') {
  const headers = { 'content-type': 'application/json' };
  const response = await server.inject({ method: 'POST', url: '/long', headers, payload, remoteAddress });
  return { status: response.statusCode, headers: response.headers, body: response.json() };
}

describe('a body', () => {
  test.each([10, SHORT, SHORT + 1, MAX])('of %i bytes is read', async (bytes) => {
    expect(await post(bodyOf(bytes))).toMatchObject({ status: 200, body: { body: JSON.parse(bodyOf(bytes)) } });
    expect(asked).toHaveLength(bytes > SHORT ? 1 : 0);
  });

  test('that comes in pieces of unknown length is read', async () => {
    const body = bodyOf(MAX);
    const pieces = [body.slice(0, 300), body.slice(300, 301), body.slice(301)];
    expect(await post(Readable.from(pieces.map((piece) => Buffer.from(piece))))).toMatchObject({ status: 200 });
  });

  test.each([
    ['announced', () => bodyOf(MAX + 1)],
    ['sent', () => Readable.from([Buffer.from(bodyOf(MAX + 1))])],
  ])('is refused with 413 where more is %s than a body may have', async (_what, payload) => {
    const { status, body } = await post(payload());
    expect([status, body.code]).toEqual([413, 'request.too-large']);
    expect(asked).toEqual([]);
  });

  test('that is long and not wanted is not parsed', async () => {
    expect(await post('{'.repeat(SHORT + 1))).toMatchObject({ status: 200, body: { body: 'unwanted' } });
  });

  test.each([
    ['short', '{'],
    ['long', `{"wanted${'.'.repeat(SHORT)}`],
  ])('that is %s and no JSON is refused', async (_what, payload) => {
    expect((await post(payload)).status).toBe(400);
  });
});

describe('bytes under way', () => {
  test('are limited for a network and for the node, and free again after the answer', async () => {
    let open: () => void = () => undefined;
    gate = new Promise((resolve) => {
      open = resolve;
    });
    const first = post(bodyOf(900), '192.0.2.1');
    await expect.poll(() => asked.length).toBe(1);
    // The network has 300 left, and short ones are free.
    expect(await post(bodyOf(400), '192.0.2.1')).toMatchObject({
      status: 503,
      headers: { 'retry-after': expect.anything() },
      body: { code: 'request.too-many-long-bodies' },
    });
    const streamed = Readable.from([Buffer.from(bodyOf(400))]);
    expect((await post(streamed, '192.0.2.1')).status).toBe(503);
    const short = post(bodyOf(SHORT), '192.0.2.1');
    const second = post(bodyOf(1_000), '192.0.2.2');
    await expect.poll(() => asked.length).toBe(2);
    // The node has 100 left.
    expect((await post(bodyOf(101), '192.0.2.3')).status).toBe(503);
    open();
    expect((await Promise.all([first, second, short])).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await post(bodyOf(1_000), '192.0.2.1')).status).toBe(200);
    expect((await post(bodyOf(1_000), '192.0.2.2')).status).toBe(200);
  });

  test('are free again once a client has gone that sent half of its body', async () => {
    const port = await listenOnLoopback(server);
    const socket = await openSocket(port);
    socket.write(`POST /long HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`);
    socket.write('"'.padEnd(900, '.'));
    await expect.poll(async () => (await post(bodyOf(400), '127.0.0.1')).status).toBe(503);
    socket.destroy();
    await expect.poll(async () => (await post(bodyOf(400), '127.0.0.1')).status).toBe(200);
  });
});

describe('a network that sends unwanted long bodies', () => {
  test('is refused further long ones until the minute ends, before they are looked at', async () => {
    const unwanted = bodyOf(500, 'junk');
    for (let count = 0; count < 2; count += 1) expect((await post(unwanted)).status).toBe(200);
    for (const payload of [unwanted, Readable.from([Buffer.from(unwanted)])]) {
      expect(await post(payload)).toMatchObject({
        status: 429,
        headers: { 'retry-after': '60' },
        body: { code: 'request.rate-limited' },
      });
    }
    expect(asked).toHaveLength(2);
    expect((await post(bodyOf(SHORT, 'junk'))).status).toBe(200);
    expect((await post(unwanted, '192.0.2.2')).status).toBe(200);
    clock.advance(60_000);
    expect((await post(bodyOf(500))).status).toBe(200);
  });
});
