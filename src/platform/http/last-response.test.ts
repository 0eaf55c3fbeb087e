import Type from 'typebox';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestServer } from './test-server.ts';

/** What hooks and serializers of the next request throw, by where they are. */
let failing: Partial<Record<'onSend' | 'preSerialization' | 'serializer' | 'header' | 'payload', unknown>> = {};
let failsAt: 'once' | 'always' = 'once';

function fail(where: keyof typeof failing): void {
  if (!(where in failing)) return;
  const thrown = failing[where];
  if (failsAt === 'once') failing = {};
  throw thrown;
}

const Shape = Type.Object({ name: Type.String() });
const { server, logged } = createTestServer((scope) => {
  scope.addHook('preSerialization', async (_request, _reply, payload) => {
    fail('preSerialization');
    return payload;
  });
  scope.addHook('onSend', async (_request, reply, payload) => {
    fail('onSend');
    if ('header' in failing) reply.header('x-broken', 'one\ntwo');
    return 'payload' in failing ? failing.payload : payload;
  });
  scope.get('/shaped', { schema: { response: { 200: Shape } } }, async (_request, reply) => {
    if ('serializer' in failing) {
      reply.serializer((payload: unknown) => {
        fail('serializer');
        return JSON.stringify(payload);
      });
    }
    return { name: 'n' };
  });
  scope.get('/failing', { schema: { response: { 200: Shape } } }, async () => {
    throw new Error('canary of the handler');
  });
  scope.get('/unshaped', async () => 'plain');
});
const address = await server.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => server.close());

const withCode = (code: string) => Object.assign(new Error('Connection terminated canary'), { code });

async function responseOf(path: string) {
  const response = await fetch(`${address}${path}`);
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}

const PLACES = ['onSend', 'preSerialization'] as const;
const PATHS = ['/shaped', '/failing', '/nowhere'];
const THROWN: [what: string, thrown: unknown][] = [
  ['an error of the database', withCode('08006')],
  ['a raw error', new Error('canary')],
  ['a frozen error', Object.freeze(new Error('canary'))],
  ['an error with a status', Object.assign(new Error('canary'), { statusCode: 404 })],
  ['a text', 'canary'],
];

describe('whatever dies while an answer is written, it leaves in the decided shape', () => {
  const cases = PLACES.flatMap((place) =>
    PATHS.flatMap((path) =>
      THROWN.flatMap(([what, thrown]) =>
        (['once', 'always'] as const).map((when) => ({ place, path, what, thrown, when })),
      ),
    ),
  );

  test.each(cases)('$what in $place of $path, $when', async ({ place, path, thrown, when }) => {
    failing = { [place]: thrown };
    failsAt = when;
    const { status, headers, body, text } = await responseOf(path);
    failing = {};
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body).toEqual({
      error: expect.any(String),
      code: expect.stringMatching(/^[a-z-]+\.[a-z-]+$/),
      request_id: headers.get('x-request-id'),
    });
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    if (status === 503) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(text).not.toMatch(/canary|FST_/);
  });

  test.each(['once', 'always'] as const)('an error of a serializer, %s', async (when) => {
    failing = { serializer: withCode('57P01') };
    failsAt = when;
    const { status, body } = await responseOf('/shaped');
    failing = {};
    expect([status, body.code]).toEqual([503, 'server.busy']);
  });

  test('a lost database that loses the answer and then the error says 503, not 500', async () => {
    failing = { onSend: withCode('08006') };
    failsAt = 'always';
    const { status, body } = await responseOf('/shaped');
    failing = {};
    expect([status, body.code]).toEqual([503, 'server.busy']);
  });

  test('a header that cannot be sent', async () => {
    failing = { header: true };
    const { status, body } = await responseOf('/shaped');
    failing = {};
    expect([status, body.code]).toEqual([500, 'server.unexpected']);
  });

  test('a payload of a hook that is none', async () => {
    failing = { payload: 5 };
    const { status, body } = await responseOf('/shaped');
    failing = {};
    expect([status, body.code]).toEqual([500, 'server.unexpected']);
  });

  test('each of these is a line in the log, with its status', async () => {
    failing = { onSend: new Error('the reason of this test') };
    failsAt = 'always';
    const { body } = await responseOf('/shaped');
    failing = {};
    const lines = () =>
      logged()
        .split('\n')
        .filter((line) => line.includes(body.request_id));
    await expect.poll(() => lines().find((line) => line.includes('"msg":"request"'))).toContain('"status":500');
    expect(lines().filter((line) => line.includes('the reason of this test'))).not.toEqual([]);
  });
});
