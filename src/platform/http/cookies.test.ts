import { afterAll, expect, test } from 'vitest';
import { readCookie, setCookie } from './cookies.ts';
import { createTestServer } from './test-server.ts';

const { server } = createTestServer((scope) => {
  for (const isSecure of [true, false]) {
    scope.get(`/${isSecure}`, async (request, reply) => {
      setCookie(reply, { name: 'one', value: 'new', maxAgeSeconds: 60 }, isSecure);
      return { held: readCookie(request, 'one', isSecure) ?? null };
    });
  }
});
await server.ready();
afterAll(() => server.close());

async function get(isSecure: boolean, cookie?: string) {
  const headers = cookie === undefined ? {} : { cookie };
  const response = await server.inject({ method: 'GET', url: `/${isSecure}`, headers });
  return { set: response.headers['set-cookie'], held: response.json().held };
}

test('a cookie is kept from scripts, from other sites, and over TLS from other hosts', async () => {
  expect((await get(false)).set).toBe('one=new; Max-Age=60; Path=/; HttpOnly; SameSite=Lax');
  expect((await get(true)).set).toBe('__Host-one=new; Max-Age=60; Path=/; HttpOnly; SameSite=Lax; Secure');
});

test.each([
  [false, undefined, null],
  [false, '', null],
  [false, 'one=a', 'a'],
  [false, 'two=b; one=a=c;three', 'a=c'],
  [false, 'one1=a; xone=b', null],
  [false, '__Host-one=a', null],
  [true, '__Host-one=a', 'a'],
  [true, 'one=a', null],
])('where TLS is %s, the browser with %j holds %j', async (isSecure, cookie, held) => {
  expect((await get(isSecure, cookie)).held).toBe(held);
});
