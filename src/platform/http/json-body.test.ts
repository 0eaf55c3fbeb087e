import Type from 'typebox';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestServer } from './test-server.ts';

const received: unknown[] = [];
const { server } = createTestServer((scope) => {
  scope.post('/anything', async (request) => {
    received.push(request.body);
    return { body: request.body ?? 'no body' };
  });
  scope.post('/named', { schema: { body: Type.Object({ name: Type.String() }) } }, async (request) => request.body);
});
await server.ready();
afterAll(() => server.close());
beforeEach(() => {
  received.length = 0;
});

async function post(payload: string | Buffer, headers: Record<string, string> = {}, url = '/anything') {
  const response = await server.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  });
  return { status: response.statusCode, body: response.json() };
}

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('a body is read', () => {
  test.each([
    ['with its charset named', '{"a":1}', { 'content-type': 'application/json; charset=utf-8' }],
    ['with every kind of character', '{"a":"é 日本 👩‍👩‍👧 \\ud83d\\ude00 \\t"}', {}],
    ['with an escaped surrogate pair', '"\\ud83d\\ude00"', {}],
    ['with brackets inside of a text', `{"a":"${'[{'.repeat(40)}\\"["}`, {}],
    ['with brackets after a text that ends with backslashes', `["\\\\","\\\\\\"","${'['.repeat(40)}"]`, {}],
    ['32 levels deep', nested(32), {}],
    ['with a key that only looks dangerous', '{"proto":1,"constructor_":2}', {}],
  ])('%s', async (_what, text, headers) => {
    const { status, body } = await post(text, headers);
    expect(status).toBe(200);
    expect(body).toEqual({ body: JSON.parse(text) });
  });

  test.each([
    ['empty', ''],
    ['blank', ' \n'],
  ])('as none where it is %s', async (_what, text) => {
    expect(await post(text)).toEqual({ status: 200, body: { body: 'no body' } });
  });

  test('exactly as large as the limit', async () => {
    const { status } = await post(`"${'a'.repeat(1024 * 1024 - 2)}"`);
    expect(status).toBe(200);
  });
});

describe('a body is refused before its handler sees it', () => {
  test.each([
    ['33 levels deep', nested(33), 'request.too-deep'],
    ['33 levels deep after a text that ends with a backslash', `["\\\\",${nested(32)}]`, 'request.too-deep'],
    ['300,000 levels deep', '['.repeat(300_000), 'request.too-deep'],
    ['33 levels deep in an unknown key', `{"x":${nested(32)}}`, 'request.too-deep'],
    ['with a NUL character', '{"a":"b\\u0000c"}', 'request.unstorable-text'],
    ['with a NUL character in a key', '{"a":[{"b\\u0000":1}]}', 'request.unstorable-text'],
    ['with half of a surrogate pair', '{"a":"\\ud83d"}', 'request.unstorable-text'],
    ['with the other half', '{"a":["\\ude00x"]}', 'request.unstorable-text'],
    ['with __proto__', '{"__proto__":{"admin":true}}', 'request.malformed-json'],
    ['with __proto__ in an escape', '{"a":{"\\u005f_proto__":{"admin":true}}}', 'request.malformed-json'],
    ['with constructor.prototype', '{"constructor":{"prototype":{"admin":true}}}', 'request.malformed-json'],
    ['that is cut off', '{"a":', 'request.malformed-json'],
    ['with a comma too many', '{"a":1,}', 'request.malformed-json'],
    ['that is a bare word', 'hello', 'request.malformed-json'],
    ['with two values', '{} {}', 'request.malformed-json'],
    ['with a number that JSON does not have', '{"a":Infinity}', 'request.malformed-json'],
  ])('%s', async (_what, text, code) => {
    const { status, body } = await post(text);
    expect(status).toBe(400);
    expect(body).toEqual({ error: expect.any(String), code, request_id: expect.any(String) });
    expect(received).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/vnd.api+json',
    'application/jsonp',
    'application/json-seq',
    'text/json',
    'nonsense',
  ])('415 where it comes as %s', async (contentType) => {
    const { status, body } = await post('{"a":1}', { 'content-type': contentType });
    expect(status).toBe(415);
    expect(body).toMatchObject({ code: 'request.unsupported-media-type', request_id: expect.any(String) });
    expect(received).toEqual([]);
  });

  test('413 where it is one byte larger than the limit', async () => {
    const { status, body } = await post(`"${'a'.repeat(1024 * 1024 - 1)}"`);
    expect(status).toBe(413);
    expect(body).toMatchObject({ code: 'request.too-large', request_id: expect.any(String) });
    expect(received).toEqual([]);
  });

  test('400 where a route needs one and none comes', async () => {
    for (const text of ['', 'null', '[]', '"name"']) {
      const { status, body } = await post(text, {}, '/named');
      expect([text, status, body.code]).toEqual([text, 400, 'request.invalid']);
    }
    const without = await server.inject({ method: 'POST', url: '/named' });
    expect(without.statusCode).toBe(400);
  });
});
