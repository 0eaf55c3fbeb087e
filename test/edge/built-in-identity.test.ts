import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../start-test-app.ts';

const { server, call } = await startTestApp({ builtInIdentity: true });

const REFUSAL = { error: expect.any(String), code: expect.any(String), request_id: expect.any(String) };

async function send(url: string, payload: string, type = 'application/json') {
  const response = await server.inject({ method: 'POST', url, payload, headers: { 'content-type': type } });
  return { status: response.statusCode, body: response.json(), text: response.body };
}

const signUp = (fields: string) => `{"name":"Ada","email":"ada@people.test","password":"a long password"${fields}}`;

describe.each(['/auth/sign-up/email', '/auth/sign-in/email', '/auth/sign-out', '/auth/nowhere'])('POST %s', (url) => {
  test.each([
    ['a name with a NUL', signUp(',"name":"a\\u0000b"')],
    ['an address with a NUL', signUp(',"email":"a\\u0000b@people.test"')],
    ['half of a pair', signUp(',"name":"a\\ud800"')],
    ['an address of 100 KB', signUp(`,"email":"${'a'.repeat(100_000)}@people.test"`)],
    ['an address longer than any index takes', signUp(`,"email":"${randomBytes(5_000).toString('hex')}@people.test"`)],
    ['300,000 lists in each other', signUp(`,"x":${'['.repeat(300_000)}${']'.repeat(300_000)}`)],
    ['a key of the language', signUp(',"__proto__":{"polluted":true}')],
    ['a constructor', signUp(',"constructor":{"prototype":{"polluted":true}}')],
    ['a name of null', signUp(',"name":null')],
    ['a password that is a list', signUp(',"password":["a long password"]')],
    ['null', 'null'],
    ['a text', '"text"'],
    ['half a value', '{"email":'],
    ['nothing', ''],
  ])('refuses %s', async (_name, payload) => {
    const { status, body, text } = await send(url, payload);
    // The sign-out needs no body, but rejects some.
    if (url === '/auth/sign-out' && status === 200) return;
    expect(status, text.slice(0, 200)).toBeGreaterThanOrEqual(400);
    expect(status, text.slice(0, 200)).toBeLessThan(500);
    expect(body).toMatchObject(REFUSAL);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'x',
  ])('reads no body of the type %s', async (type) => {
    const { status } = await send(url, signUp(''), type);
    expect(status === 200 && url === '/auth/sign-out' ? 400 : status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });
});

test('after all of that there is no account, and Ada can still sign up', async () => {
  const { status, body } = await send('/auth/sign-up/email', signUp(''));
  expect([status, body.user.email]).toEqual([200, 'ada@people.test']);
});

test.each(['', 'nonsense', 'a.b.c', 'a'.repeat(20_000), '%00'])('a session that is %j gets no token', async (token) => {
  const { status } = await call(null, 'GET', '/auth/token', undefined, { authorization: `Bearer ${token}` });
  expect(status).toBe(401);
});

test('a token that arrives before the first sign-up locks no user out', async () => {
  const fresh = await startTestApp({ builtInIdentity: true });
  const header = Buffer.from('{"alg":"EdDSA","kid":"x"}').toString('base64url');
  const forged = { id: '', email: '', token: `${header}.e30.AAAA` };
  expect((await fresh.call(forged, 'GET', '/api/user/profile')).status).toBe(401);
  const credentials = { name: 'Ben', email: 'ben@people.test', password: 'a long password' };
  const session = (await fresh.call(null, 'POST', '/auth/sign-up/email', credentials)).body.token;
  const { body } = await fresh.call(null, 'GET', '/auth/token', undefined, { authorization: `Bearer ${session}` });
  const profile = await fresh.call({ ...forged, token: body.token }, 'GET', '/api/user/profile');
  expect([profile.status, profile.body.profile?.email]).toEqual([200, 'ben@people.test']);
});
