import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../start-test-app.ts';

const { server, clock, deps } = await startTestApp({ builtInIdentity: true });

const OWN = 'http://meadow.test';
const OF_OWN_PAGE = { origin: OWN, 'sec-fetch-site': 'same-origin' };

type Method = 'GET' | 'HEAD' | 'POST';

async function send(method: Method, url: string, headers: Record<string, string>, body?: object) {
  const {
    statusCode,
    headers: responded,
    body: text,
  } = await server.inject({
    method,
    url,
    headers: { host: 'meadow.test', ...headers },
    ...(body !== undefined && { payload: body }),
  });
  return { status: statusCode, headers: responded, body: text === '' ? null : JSON.parse(text) };
}

/** Signs up a new user and returns what a browser keeps. */
async function signUp() {
  const email = `${randomUUID()}@people.test`;
  const { headers, body } = await send('POST', '/auth/sign-up/email', OF_OWN_PAGE, {
    name: 'Ada',
    email,
    password: 'a long password',
  });
  const [cookie = ''] = [headers['set-cookie']].flat().map((header) => header?.split(';')[0]);
  return {
    cookie,
    session: body.token as string,
    id: body.user.id as string,
    setCookie: String(headers['set-cookie']),
  };
}

const ENTRY = { title: 'Day one', content: 'It rained.' };
const read = (headers: Record<string, string>) => send('GET', '/api/journal', headers);
const write = (headers: Record<string, string>) => send('POST', '/api/journal', headers, ENTRY);

describe('The session cookie', () => {
  test('is hidden from scripts and from other sites', async () => {
    const { setCookie } = await signUp();
    expect(setCookie).toMatch(/^better-auth\.session_token=.*HttpOnly.*SameSite=Lax/);
  });

  test('identifies the caller of reads and writes of an own page', async () => {
    const { cookie, id } = await signUp();
    const written = await write({ cookie, ...OF_OWN_PAGE });
    expect([written.status, written.body.entry.user_id]).toEqual([201, id]);
    const { status, body, headers } = await read({ cookie, 'sec-fetch-site': 'same-origin' });
    expect([status, body.entries.length]).toEqual([200, 1]);
    expect(headers.vary).toContain('Cookie');
  });

  test.each<[string, Record<string, string>]>([
    ['a page of another origin', { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }],
    ['a page of another origin, in a browser without Fetch Metadata', { origin: 'https://evil.test' }],
    ['a sandboxed page', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['a page of the same site', { origin: 'http://other.meadow.test', 'sec-fetch-site': 'same-site' }],
    ['a page on another port', { origin: 'http://meadow.test:8080' }],
    ['an origin that is no URL', { origin: 'meadow.test' }],
    ['a link on another site', { 'sec-fetch-site': 'cross-site' }],
  ])('is refused from %s', async (_where, headers) => {
    const { cookie } = await signUp();
    for (const response of [await read({ cookie, ...headers }), await write({ cookie, ...headers })])
      expect([response.status, response.body.code]).toEqual([403, 'auth.foreign-origin']);
    expect((await read({ cookie })).body.entries).toEqual([]);
  });

  test.each<[string, Record<string, string>]>([
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['a browser without Fetch Metadata', {}],
  ])('is accepted from %s for reads, and refused for writes', async (_where, headers) => {
    const { cookie } = await signUp();
    expect((await read({ cookie, ...headers })).status).toBe(200);
    expect((await write({ cookie, ...headers })).body.code).toBe('auth.foreign-origin');
  });

  test('is given and accepted under each address by which browsers reach the server', async () => {
    const here = { host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-origin' };
    const account = { name: 'Ada', email: `${randomUUID()}@people.test`, password: 'a long password' };
    expect((await send('POST', '/auth/sign-up/email', here, account)).status).toBe(200);
    const elsewhere = { ...here, origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' };
    expect((await send('POST', '/auth/sign-in/email', elsewhere, account)).status).toBe(403);
    const { cookie } = await signUp();
    const headers = { cookie, host: '192.168.1.20:3000', origin: 'http://192.168.1.20:3000' };
    expect((await write(headers)).status).toBe(201);
    expect((await write({ ...headers, origin: OWN })).status).toBe(201);
  });

  test('gives way to a bearer token', async () => {
    const [ada, ben] = [await signUp(), await signUp()];
    const { body } = await send('GET', '/auth/token', { authorization: `Bearer ${ben.session}` });
    const headers = { cookie: ada.cookie, authorization: `Bearer ${body.token}`, 'sec-fetch-site': 'cross-site' };
    expect((await send('POST', '/api/journal', headers, ENTRY)).body.entry.user_id).toBe(ben.id);
    expect((await read({ cookie: ada.cookie, authorization: 'Bearer wrong' })).body.code).toBe('auth.token-invalid');
  });

  test('is refused once its session has ended, at the next request', async () => {
    const { cookie } = await signUp();
    expect((await read({ cookie })).status).toBe(200);
    expect((await send('POST', '/auth/sign-out', { cookie, ...OF_OWN_PAGE }, {})).status).toBe(200);
    const { status, body } = await read({ cookie });
    expect([status, body.code]).toEqual([401, 'auth.session-over']);
  });

  test.each(['', 'nothing', 'a.b', `${randomUUID()}.c2lnbmF0dXJl`])('is refused with the value %j', async (value) => {
    const { status, body } = await read({ cookie: `better-auth.session_token=${value}` });
    expect([status, body.code]).toEqual([401, 'auth.session-over']);
  });

  test('lasts beyond the life of an access token', async () => {
    const { cookie } = await signUp();
    for (let quarter = 0; quarter < 4; quarter += 1) {
      expect((await read({ cookie })).status).toBe(200);
      clock.advance(9 * 60_000);
    }
  });

  test('of a super admin opens their routes', async () => {
    const { cookie, id } = await signUp();
    await read({ cookie });
    clock.advance(1_000);
    const now = clock.now();
    await deps.db
      .updateTable('profile')
      .set({ role: 'super_admin', role_changed_at: now })
      .where('id', '=', id)
      .execute();
    const list = () => send('GET', '/api/admin/users', { cookie });
    expect((await list()).body.code).toBe('auth.not-super-admin');
    clock.advance(11 * 60_000);
    expect((await list()).status).toBe(200);
  });
});
