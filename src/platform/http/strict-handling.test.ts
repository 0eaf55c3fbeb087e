import Type from 'typebox';
import { afterAll, describe, expect, test } from 'vitest';
import { Nullable } from './shapes.ts';
import { createTestServer } from './test-server.ts';

const Step = Type.Object({ text: Type.String() });
const Body = Type.Object({
  title: Type.String(),
  sharing: Type.Optional(Nullable(Type.Object({ team: Type.String() }))),
  steps: Type.Optional(Type.Array(Step)),
  scores: Type.Optional(Type.Record(Type.String(), Type.Integer())),
  anything: Type.Optional(Type.Object({}, { additionalProperties: true })),
  either: Type.Optional(
    Type.Union([Type.Object({ a: Type.String() }), Type.Object({ a: Type.String(), b: Type.String() })]),
  ),
});
const Query = Type.Object({ limit: Type.Optional(Type.Integer()) });

let handled = 0;
const { server } = createTestServer((scope) => {
  const handle = async () => {
    handled += 1;
    return { ok: true };
  };
  scope.post('/body', { schema: { body: Body } }, handle);
  scope.post('/nothing', handle);
  scope.get('/query', { schema: { querystring: Query } }, handle);
  scope.get('/no-query', handle);
  scope.get('/hidden', { schema: { hide: true } }, handle);
});
await server.ready();
afterAll(() => server.close());

async function send(method: 'GET' | 'POST', url: string, payload?: object, prefer = 'handling=strict') {
  const before = handled;
  const response = await server.inject({
    method,
    url,
    headers: { ...(prefer !== '' && { prefer }) },
    ...(payload && { payload }),
  });
  const { code, details = [] } = response.json();
  return {
    status: response.statusCode,
    code,
    details,
    paths: details.map(({ path }: { path: string }) => path),
    applied: response.headers['preference-applied'],
    isHandled: handled > before,
  };
}

describe('Prefer: handling=strict', () => {
  test.each<[string, object, string[]]>([
    ['a field', { title: 't', titel: 1 }, ['body.titel']],
    ['two fields', { a: 1, title: 't', b: 2 }, ['body.a', 'body.b']],
    ['a field of an object', { title: 't', sharing: { team: 'x', org: 'y' } }, ['body.sharing.org']],
    ['a field of an item', { title: 't', steps: [{ text: 'a' }, { text: 'b', note: '' }] }, ['body.steps.1.note']],
    ['a field that no alternative has', { title: 't', either: { a: '', b: '', c: '' } }, ['body.either.c']],
    ['a field named as one of every object', { title: 't', toString: 1 }, ['body.toString']],
  ])('rejects %s of a body', async (_what, payload, expected) => {
    const { status, code, paths, details, applied, isHandled } = await send('POST', '/body', payload);
    expect([status, code, paths, isHandled]).toEqual([400, 'request.unknown-field', expected, false]);
    expect(details[0]).toEqual({ path: expected[0], message: expect.any(String), rule: 'unknown-field' });
    expect(applied).toBe('handling=strict');
  });

  test.each<[string, object]>([
    ['known fields', { title: 't', sharing: { team: 'x' }, steps: [{ text: 'a' }] }],
    ['null', { title: 't', sharing: null }],
    ['keys of a record', { title: 't', scores: { any: 1 } }],
    ['fields of an open object', { title: 't', anything: { a: { b: 1 } } }],
    ['either alternative', { title: 't', either: { a: '', b: '' } }],
  ])('accepts %s', async (_what, payload) => {
    const { status, applied, isHandled } = await send('POST', '/body', payload);
    expect([status, applied, isHandled]).toEqual([200, 'handling=strict', true]);
  });

  test.each([
    ['/query?limit=1', 200, []],
    ['/query', 200, []],
    ['/query?limit=1&limt=2&x', 400, ['querystring.limt', 'querystring.x']],
    ['/no-query', 200, []],
    ['/no-query?limit=1', 400, ['querystring.limit']],
  ])('reads the query of %s: %i', async (url, expected, expectedPaths) => {
    const { status, paths, applied } = await send('GET', url);
    expect([status, paths, applied]).toEqual([expected, expectedPaths, 'handling=strict']);
  });

  test('rejects every field where no body is declared, and names at most 100', async () => {
    expect((await send('POST', '/nothing', { a: 1 })).paths).toEqual(['body.a']);
    const fields = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`field${index}`, 1]));
    expect((await send('POST', '/nothing', fields)).paths).toHaveLength(100);
    expect((await send('POST', '/nothing', {})).status).toBe(200);
  });

  test('leaves an invalid request to the usual error', async () => {
    expect((await send('POST', '/body', { titel: 1 })).code).toBe('request.invalid');
  });

  test('is ignored by hidden routes, and the response says so', async () => {
    const { status, applied } = await send('GET', '/hidden?any=1');
    expect([status, applied]).toEqual([200, undefined]);
  });
});

test.each([
  ['handling=strict', true],
  ['Handling = "strict"', true],
  ['return=minimal, handling=strict; foo=bar', true],
  ['respond-async;wait=1,HANDLING=STRICT', true],
  ['handling=lenient, handling=strict', false],
  ['handling=lenient', false],
  ['handling', false],
  ['handling=strictly', false],
  ['x-handling=strict', false],
  ['', false],
])('Prefer: %s is strict: %s', async (prefer, isStrict) => {
  const { status, applied, isHandled } = await send('POST', '/body', { title: 't', titel: 1 }, prefer);
  expect([status, applied, isHandled]).toEqual(isStrict ? [400, 'handling=strict', false] : [200, undefined, true]);
});
