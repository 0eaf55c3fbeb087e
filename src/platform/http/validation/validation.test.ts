import Type from 'typebox';
import { afterAll, describe, expect, test } from 'vitest';
import { CalendarDate, IdInPath, Nullable, Timestamp, Uuid } from '../shapes.ts';
import { createTestServer } from '../test-server.ts';

const Body = Type.Object({
  text: Type.Optional(Type.String({ minLength: 1, maxLength: 5 })),
  count: Type.Optional(Type.Integer({ minimum: 0, maximum: 10 })),
  size: Type.Optional(Type.Number()),
  flag: Type.Optional(Type.Boolean()),
  day: Type.Optional(CalendarDate),
  moment: Type.Optional(Timestamp),
  id: Type.Optional(Nullable(Uuid)),
  list: Type.Optional(Type.Array(Type.String())),
});

const Query = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
  ratio: Type.Optional(Type.Number()),
  flag: Type.Optional(Type.Boolean()),
  word: Type.Optional(Type.String()),
});

const { server } = createTestServer((scope) => {
  scope.post('/body', { schema: { body: Body } }, async (request) => request.body);
  scope.get('/query', { schema: { querystring: Query } }, async (request) => request.query);
  scope.get('/record/:id', { schema: { params: IdInPath } }, async (request) => request.params);
});
await server.ready();
afterAll(() => server.close());

async function post(payload: object) {
  const response = await server.inject({ method: 'POST', url: '/body', payload });
  return { status: response.statusCode, body: response.json() };
}

describe('a body', () => {
  test('reaches the handler as it stands', async () => {
    const payload = {
      text: '5',
      count: 3,
      size: 1e21,
      flag: false,
      day: '2026-02-28',
      moment: '2026-02-28T10:00:00Z',
      id: null,
      list: [],
      unknown: 1,
    };
    expect(await post(payload)).toEqual({ status: 200, body: payload });
  });

  test.each([
    ['text', null],
    ['text', 5],
    ['text', true],
    ['text', ['a']],
    ['text', {}],
    ['text', ''],
    ['text', 'sixsix'],
    ['count', '3'],
    ['count', null],
    ['count', true],
    ['count', 1.5],
    ['count', -1],
    ['count', 11],
    ['count', 'Infinity'],
    ['count', '1e999'],
    ['size', '1'],
    ['size', '-Infinity'],
    ['flag', 'true'],
    ['flag', 1],
    ['flag', null],
    ['day', '2026-02-30'],
    ['day', 'today'],
    ['moment', '2026-06-30T23:59:60Z'],
    ['id', 'urn:uuid:01a1fe0a-1f79-76b3-ac5e-d86597079b1a'],
    ['list', null],
    ['list', 'a'],
    ['list', [null]],
  ])('is refused where %s is %j, and told which key it is', async (key, value) => {
    const { status, body } = await post({ [key]: value });
    expect(status).toBe(400);
    expect(body.code).toBe('request.invalid');
    expect(body.details[0].path).toMatch(new RegExp(`^body\\.${key}`));
    expect(body.error).toContain(`body.${key}`);
  });

  test('is refused where a number is too large for JSON readers', async () => {
    const headers = { 'content-type': 'application/json' };
    const response = await server.inject({ method: 'POST', url: '/body', headers, payload: '{"size":1e999}' });
    expect(response.statusCode).toBe(400);
  });

  test('is not repeated by its refusal', async () => {
    const { body } = await post({ text: 'canary-text', day: 'canary-day' });
    expect(JSON.stringify(body)).not.toContain('canary');
  });
});

describe('a query', () => {
  test.each([
    ['limit=5', { limit: 5 }],
    ['ratio=-1.25', { ratio: -1.25 }],
    ['flag=true&word=7', { flag: true, word: '7' }],
    ['flag=false&word=true', { flag: false, word: 'true' }],
    ['word=', { word: '' }],
  ])('is read as its schema asks: %s', async (query, expected) => {
    const response = await server.inject({ method: 'GET', url: `/query?${query}` });
    expect(response.json()).toEqual(expected);
    expect(response.statusCode).toBe(200);
  });

  test.each([
    'limit=Infinity',
    'limit=1e2',
    'limit=1e999',
    'limit=NaN',
    'limit=0x10',
    'limit=%205',
    'limit=5%0A',
    'limit=',
    'limit=1.5',
    'limit=0',
    'limit=501',
    'limit=-1',
    'limit=1&limit=2',
    'limit=9999999999999999999',
    'ratio=Infinity',
    'flag=1',
    'flag=TRUE',
    'word=a&word=b',
  ])('is refused where nothing is guessed: %s', async (query) => {
    const response = await server.inject({ method: 'GET', url: `/query?${query}` });
    expect(response.statusCode).toBe(400);
    expect(response.json().code).toBe('request.invalid');
    expect(response.json().details[0].path).toMatch(/^querystring\./);
  });
});

describe('a path', () => {
  const id = '01a1fe0a-1f79-76b3-ac5e-d86597079b1a';

  test('passes with a UUID', async () => {
    const response = await server.inject({ method: 'GET', url: `/record/${id}` });
    expect(response.json()).toEqual({ id });
  });

  test.each(['1', `${id}0`, `urn:uuid:${id}`, "'--", `%7B${id}%7D`])('is refused with %s', async (text) => {
    const response = await server.inject({ method: 'GET', url: `/record/${text}` });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'request.invalid', request_id: expect.any(String) });
  });

  test('is refused with a NUL character, which no text can hold', async () => {
    const response = await server.inject({ method: 'GET', url: '/record/%00' });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'request.unstorable-text' });
  });

  test('is refused where a part of it is too long', async () => {
    const response = await server.inject({ method: 'GET', url: `/record/${'a'.repeat(2000)}` });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'request.malformed-url', request_id: expect.any(String) });
  });
});
