import { expect, onTestFinished, test } from 'vitest';
import { listenOnLoopback, openSocket, parseResponse, readToEnd } from '#test/edge/raw-http.ts';
import { systemClock } from '../clock.ts';
import { createIds } from '../ids.ts';
import { createLogger } from '../log.ts';
import { systemRandom } from '../random.ts';
import {
  type CreateTimer,
  createEventStreams,
  EVENT_STREAM_LIMITS,
  type EventStream,
  FLUSH_DELAY_MS,
  renderEvent,
  type StreamEnd,
} from './event-streams.ts';
import { openGuardedRoutes } from './guarded-routes.ts';
import { createServer, type HttpLimits } from './server.ts';

const REQUEST = 'GET /stream HTTP/1.1\r\nHost: x\r\n\r\n';

/** A server whose `/stream` begins a stream, and whose `/held` waits until what `letGo` gives is called. */
async function serve(
  limits: Partial<HttpLimits> = {},
  findEnd: () => Promise<StreamEnd | null> = async () => null,
  createTimer?: CreateTimer,
) {
  const asked = { congestionSample: 0, ...limits };
  const { server } = createServer({
    logger: createLogger('silent'),
    ids: createIds(systemClock, systemRandom),
    isDraining: () => false,
    isReachedOverTls: false,
    trustedProxies: ['127.0.0.1/32'],
    corsOrigins: [],
    limits: asked,
  });
  const ends: string[] = [];
  const eventStreams = createEventStreams(server, {
    ...asked,
    onEnd: (end) => ends.push(end),
    ...(createTimer && { createTimer }),
  });
  const streams: EventStream[] = [];
  let ended = 0;
  let beginToHold: (release: () => void) => void = () => undefined;
  const letGo = new Promise<() => void>((resolve) => {
    beginToHold = resolve;
  });
  openGuardedRoutes(server, 'public', async () => undefined, [
    (scope) => {
      scope.get('/stream', { config: { isStream: true } }, async (request, reply) => {
        const stream = eventStreams.open(reply, {
          owner: String(request.headers.owner ?? 'ada'),
          findEnd,
          currentId: () => '41',
        });
        stream.onEnd(() => {
          ended += 1;
        });
        streams.push(stream);
        return reply;
      });
      scope.get('/late', { config: { isStream: true } }, async (_request, reply) => {
        await new Promise<void>((resolve) => beginToHold(resolve));
        eventStreams.open(reply, { owner: 'ada', findEnd }).onEnd(() => {
          ended += 1;
        });
        return reply;
      });
      scope.get('/held', async () => {
        await new Promise<void>((resolve) => beginToHold(resolve));
        return { ok: true };
      });
    },
  ]);
  onTestFinished(() => server.close());
  return { server, port: await listenOnLoopback(server), streams, ended: () => ended, ends, letGo };
}

async function begin(port: number, request = REQUEST) {
  const socket = await openSocket(port);
  const received = readToEnd(socket);
  socket.write(request);
  return { socket, received };
}

test('an event is written as browsers read it, and the connection ends with the stream', async () => {
  const { port, streams, ended, ends } = await serve();
  const { received } = await begin(port);
  await expect.poll(() => streams.length).toBe(1);
  const [stream] = streams;
  stream?.send(renderEvent({ id: '7', name: 'bird', data: { song: 'two\nlines' } }));
  stream?.close('expired');
  stream?.send(renderEvent({ id: '8', name: 'bird', data: {} }));
  const { status, headers, text } = parseResponse(await received);
  expect([status, headers.get('content-type'), headers.get('connection')]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
    'close',
  ]);
  expect(text).toContain('retry: 3000\n\n');
  expect(text).toContain('id: 7\nevent: bird\ndata: {"song":"two\\nlines"}\n\n');
  expect(text).toContain('event: closed\ndata: {"kind":"closed","reason":"expired"}\n\n');
  expect(text).not.toContain('id: 8');
  await expect.poll(ended).toBe(1);
  expect(ends).toEqual(['expired']);
});

test('each batch of events is followed by a comment, in a chunk of its own, and no timer outlives its stream', async () => {
  const started = new Set<() => void>();
  const delays: number[] = [];
  let starts = 0;
  const { port, streams, ended } = await serve({}, undefined, (ms, work) => {
    delays.push(ms);
    const start = () => {
      starts += 1;
      started.add(work);
    };
    return { start, stop: () => started.delete(work) };
  });
  const { socket, received } = await begin(port);
  await expect.poll(() => streams.length).toBe(1);
  const [stream] = streams;
  let seen = '';
  socket.on('data', (chunk) => {
    seen += String(chunk);
  });
  const elapse = () => {
    for (const work of [...started].filter((one) => started.delete(one))) work();
  };
  const bird = (id: string) => renderEvent({ id, name: 'bird', data: {} });
  const COMMENT = /\r\n3\r\n:\n\n\r\n/g;
  for (const batch of [['1'], ['2', '3'], ['4']]) {
    for (const id of batch) stream?.send(bird(id));
    await expect.poll(() => seen).toContain(`id: ${batch.at(-1)}\n`);
    elapse();
    elapse();
  }
  await expect.poll(() => seen.match(COMMENT)?.length).toBe(3);
  expect([starts, delays]).toEqual([4, [FLUSH_DELAY_MS]]);
  stream?.send(bird('5'));
  stream?.close('expired');
  expect(started.size).toBe(0);
  stream?.send(bird('6'));
  expect(started.size).toBe(0);
  expect((await received).match(COMMENT)).toHaveLength(3);

  await begin(port);
  await expect.poll(() => streams.length).toBe(2);
  const gone = await begin(port);
  await expect.poll(() => streams.length).toBe(3);
  streams[2]?.send(bird('7'));
  gone.socket.destroy();
  await expect.poll(ended).toBe(2);
  expect(started.size).toBe(0);
});

test('the comment comes late enough to be a chunk of its own, and early enough to be live', () => {
  expect(FLUSH_DELAY_MS).toBeGreaterThanOrEqual(30);
  expect(FLUSH_DELAY_MS).toBeLessThanOrEqual(50);
});

test('a client that does not read is hung up on before it fills the memory', async () => {
  const { port, streams, ended, ends } = await serve();
  const socket = await openSocket(port);
  socket.pause().write(REQUEST);
  await expect.poll(() => streams.length).toBe(1);
  const data = { text: 'x'.repeat(100_000) };
  const sendMore = () => {
    streams[0]?.send(renderEvent({ id: '1', name: 'n', data }));
    return ended();
  };
  await expect.poll(sendMore, { interval: 1 }).toBe(1);
  expect(ends).toEqual(['slow-reader']);
});

test('a stream that may not go on ends at the next heartbeat, and is asked for one at a time', async () => {
  let asked = 0;
  let respond: (end: StreamEnd | null) => void = () => undefined;
  const { port } = await serve({ heartbeatInterval: 5 }, () => {
    asked += 1;
    return new Promise((resolve) => {
      respond = resolve;
    });
  });
  const { socket, received } = await begin(port);
  let beats = '';
  socket.on('data', (chunk) => {
    beats += String(chunk);
  });
  await expect.poll(() => beats.split(': alive').length).toBeGreaterThan(5);
  expect(asked).toBe(1);
  respond(null);
  await expect.poll(() => asked).toBe(2);
  respond('access-ended');
  const text = await received;
  expect(text).toContain(': alive\nid: 41\n\n');
  expect(text).toContain('"reason":"access-ended"');
});

test('streams end when the server closes, and one that is asked for on a busy connection is sent elsewhere', async () => {
  const { server, port, streams, letGo } = await serve();
  const { received } = await begin(port);
  await expect.poll(() => streams.length).toBe(1);
  const busy = await openSocket(port);
  const responses = readToEnd(busy);
  busy.write('GET /held HTTP/1.1\r\nHost: x\r\n\r\n');
  const release = await letGo;
  const closed = server.close();
  expect(parseResponse(await received).status).toBe(200);
  busy.write(REQUEST);
  release();
  expect(await responses).toMatch(/^HTTP\/1\.1 200 .*HTTP\/1\.1 503 .*"code":"events\.draining"/s);
  await closed;
});

test('room is given back however a stream ends', async () => {
  const { port, streams, ended } = await serve({ streamsOfOne: 2 });
  for (let round = 0; round < 3; round += 1) {
    const [first, second] = [await begin(port), await begin(port)];
    await expect.poll(() => streams.length).toBe(2 * round + 2);
    const third = await openSocket(port);
    const text = readToEnd(third);
    third.write(REQUEST.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    expect(parseResponse(await text).status).toBe(429);
    first.socket.destroy();
    streams.at(-1)?.close('expired');
    await second.received;
    await expect.poll(ended).toBe(2 * round + 2);
  }
});

test('S20: many accounts of one network have no more streams than a network may; those of another have theirs', async () => {
  const { port, streams, ended } = await serve({ streamsOfNetwork: 3 });
  const requestOf = (owner: string, address: string) =>
    `GET /stream HTTP/1.1\r\nHost: x\r\nowner: ${owner}\r\nX-Forwarded-For: ${address}\r\nConnection: close\r\n\r\n`;
  const first = await begin(port, requestOf('mallory-1', '2001:db8:1:2::1'));
  await begin(port, requestOf('mallory-2', '2001:db8:1:2::2'));
  await begin(port, requestOf('mallory-3', '2001:db8:1:2::3'));
  await expect.poll(() => streams.length).toBe(3);
  const { received } = await begin(port, requestOf('mallory-4', '2001:db8:1:2::4'));
  const { status, headers, text } = parseResponse(await received);
  expect([status, headers.get('retry-after'), JSON.parse(text).code]).toEqual([
    429,
    '20',
    'events.too-many-streams-of-network',
  ]);
  await begin(port, requestOf('ada', '2001:db8:1:3::1'));
  await expect.poll(() => streams.length).toBe(4);
  first.socket.destroy();
  await expect.poll(ended).toBe(1);
  await begin(port, requestOf('mallory-4', '2001:db8:1:2::4'));
  await expect.poll(() => streams.length).toBe(5);
});

test('room is given back after a client that has hung up before its stream begins', async () => {
  const { server, port, ended, letGo } = await serve();
  const isCut = new Promise((resolve) => server.server.once('connection', (cut) => cut.once('close', resolve)));
  const socket = await openSocket(port);
  socket.write('GET /late HTTP/1.1\r\nHost: x\r\n\r\n');
  const release = await letGo;
  socket.destroy();
  await isCut;
  release();
  await expect.poll(ended).toBe(1);
});

test('a request whose stream cannot begin any more leaves nothing behind', async () => {
  const { server, streams } = await serve({ maxStreams: 0 });
  const { statusCode, headers } = await server.inject({ method: 'GET', url: '/stream' });
  expect([statusCode, headers['retry-after'], streams.length]).toEqual([503, '2', 0]);
});

test('a stream is refused like anything else while a node has too much to do', async () => {
  const { server, letGo } = await serve({ requestConcurrency: 1 });
  const held = server.inject({ method: 'GET', url: '/held' });
  const release = await letGo;
  const { statusCode, body } = await server.inject({ method: 'GET', url: '/stream' });
  expect([statusCode, JSON.parse(body).code]).toEqual([503, 'server.overloaded']);
  release();
  expect((await held).statusCode).toBe(200);
});

test('in production a stream gives a sign of life well within the minute after which connections are cut', () => {
  expect(EVENT_STREAM_LIMITS).toEqual({
    heartbeatInterval: 20_000,
    streamsOfOne: 5,
    streamsOfNetwork: 500,
    maxStreams: 5_000,
  });
});
