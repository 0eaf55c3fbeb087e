import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Person, startTestApp } from '../start-test-app.ts';
import { listenOnLoopback } from './raw-http.ts';

const app = await startTestApp({ builtInIdentity: true });
const { call, clock, deps, server } = app;
const port = await listenOnLoopback(server);
const PASSWORD = 'a-long-password';

async function signUp(name: string): Promise<Person & { session: string }> {
  const email = `${name}-${crypto.randomUUID()}@people.test`;
  const { body } = await call(null, 'POST', '/auth/sign-up/email', { name, email, password: PASSWORD });
  const session: Person = { id: body.user.id, email, token: body.token };
  const { token } = (await call(session, 'GET', '/auth/token')).body;
  await call({ ...session, token }, 'GET', '/api/user/profile');
  return { ...session, token, session: body.token };
}

async function promote(user: Person): Promise<void> {
  const promotion = { role: 'super_admin' as const, role_changed_at: clock.now() };
  await deps.db.updateTable('profile').set(promotion).where('id', '=', user.id).execute();
}

const [ada, ben, root] = await Promise.all([signUp('ada'), signUp('ben'), signUp('root')]);
await promote(root);

const ENTRIES = 40;
for (let index = 0; index < ENTRIES; index += 1) {
  const content = `On day ${index} I walked along the river, wrote two pages and slept early. `.repeat(8);
  await call(ada, 'POST', '/api/journal', { title: `Day ${index}`, content, tags: ['walk'] });
}

/** The response as its bytes, over a connection. */
async function get(caller: Person | null, path: string, headers: Record<string, string> = {}) {
  const outgoing = request({
    host: '127.0.0.1',
    port,
    path,
    agent: false,
    headers: { ...(caller && { authorization: `Bearer ${caller.token}` }), ...headers },
  }).end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = await response.toArray();
  return { status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) };
}

describe('compression', () => {
  test('makes a list of 40 entries at least five times smaller', async () => {
    const plain = await get(ada, '/api/journal?limit=40');
    const small = await get(ada, '/api/journal?limit=40', { 'accept-encoding': 'br' });
    expect(small.headers['content-encoding']).toBe('br');
    const [text, bytes] = [plain.bytes.toString(), brotliDecompressSync(small.bytes)];
    expect(bytes.toString()).toBe(text);
    expect(JSON.parse(text).entries).toHaveLength(ENTRIES);
    expect(small.bytes.length * 5).toBeLessThan(plain.bytes.length);
  });

  test.each(['/openapi.json', '/', '/docs', '/docs/reference.js', '/docs/page.css'])('%s', async (path) => {
    const { status, headers } = await get(null, path, { accept: 'text/html', 'accept-encoding': 'gzip, br' });
    expect([status, headers['content-encoding']]).toEqual([200, 'br']);
  });

  test('leaves out the responses of the identity provider', async () => {
    // The provider returns the user agent, which the caller chooses, beside the session.
    const account = { name: 'Ada', email: `${crypto.randomUUID()}@people.test`, password: PASSWORD };
    const { body } = await call(null, 'POST', '/auth/sign-up/email', account, { 'user-agent': 'n'.repeat(5_000) });
    const session = { id: '', email: '', token: body.token };
    const { status, headers, bytes } = await get(session, '/auth/get-session', { 'accept-encoding': 'br, gzip' });
    expect([status, headers['content-encoding']]).toEqual([200, undefined]);
    expect(bytes.length).toBeGreaterThan(5_000);
  });

  test('leaves out the stream of notifications, which starts at once', async () => {
    const outgoing = request({
      host: '127.0.0.1',
      port,
      path: '/api/events',
      agent: false,
      headers: { authorization: `Bearer ${ada.token}`, 'accept-encoding': 'br, gzip' },
    }).end();
    onTestFinished(() => {
      outgoing.destroy();
    });
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    expect(response.headers).not.toHaveProperty('content-encoding');
    expect(response.headers['cache-control']).toBe('no-store');
    response.on('error', () => undefined);
    const [first] = (await once(response, 'data')) as [Buffer];
    expect(first.toString()).toContain('retry: ');
  });
});

describe('ETag', () => {
  const revalidate = async (caller: Person | null, path: string) => {
    const first = await get(caller, path);
    const second = await get(caller, path, { 'if-none-match': String(first.headers.etag) });
    return [first.status, first.headers['cache-control'], second.status, second.bytes.length];
  };

  test.each([
    '/api/journal',
    '/api/journal/moods?from=2026-01-01&to=2026-01-31',
    '/api/goals',
    '/api/notebooks',
    '/api/notifications',
    '/api/drops/balance',
    '/api/users/blocked',
    '/api/sessions',
    '/api/lab/opportunities',
    '/openapi.json',
  ])('of %s saves the body while it is unchanged', async (path) => {
    expect(await revalidate(ada, path)).toEqual([200, 'private, no-cache', 304, 0]);
  });

  test('changes with the list', async () => {
    const tag = String((await get(ben, '/api/journal')).headers.etag);
    await call(ben, 'POST', '/api/journal', { title: 'A new one', content: 'c' });
    const { status, headers } = await get(ben, '/api/journal', { 'if-none-match': tag });
    expect(status).toBe(200);
    expect(headers.etag).not.toBe(tag);
  });

  test('of a user whose access has ended saves nothing', async () => {
    const cleo = await signUp('cleo');
    const tag = String((await get(cleo, '/api/journal')).headers.etag);
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', cleo.id).execute();
    const { status, headers } = await get(cleo, '/api/journal', { 'if-none-match': tag });
    expect([status, headers.etag, headers['cache-control']]).toEqual([403, undefined, 'no-store']);
  });

  test('does not keep an audited read from the audit log', async () => {
    const { body } = await call(ada, 'POST', '/api/organizations', { name: 'Readers' });
    const path = `/api/organizations/${body.organization.id}/members`;
    const records = async () =>
      (await deps.db.selectFrom('audit_log').select('id').where('actor_id', '=', root.id).execute()).length;
    const before = await records();
    expect(await revalidate(root, path)).toEqual([200, 'private, no-cache', 304, 0]);
    expect((await records()) - before).toBe(2);
  });

  test.each<[string, Person | null, string]>([
    ['a profile, which contains the journal address', ada, '/api/user/profile'],
    ['a session', { ...ada, token: ada.session }, '/auth/get-session'],
    ['an access token', { ...ada, token: ada.session }, '/auth/token'],
    ['an admin route', root, '/api/admin/users'],
    ['a health route', null, '/health'],
    ['the front page', null, '/'],
  ])('is not sent with %s', async (_what, caller, path) => {
    const { status, headers } = await get(caller, path, { 'if-none-match': '*' });
    expect([status, headers.etag, headers['cache-control']]).toEqual([200, undefined, 'no-store']);
  });

  test('is not sent to an impersonator', async () => {
    const reason = 'A ticket asks why the list is empty';
    const { body } = await call(root, 'POST', '/api/admin/impersonate', { target_id: ada.id, reason });
    const asAda = { ...ada, token: body.token };
    const { status, headers } = await get(asAda, '/api/journal', { 'if-none-match': '*' });
    expect([status, headers.etag, headers['cache-control']]).toEqual([200, undefined, 'no-store']);
  });
});

describe('Prefer: handling=strict', () => {
  const strict = { prefer: 'handling=strict' };

  test('names unknown fields, and leaves the idempotency key free', async () => {
    const headers = { ...strict, 'idempotency-key': crypto.randomUUID() };
    const body = { title: 'A day', content: 'c', visiblity: 'user' };
    const refused = await call(ada, 'POST', '/api/journal', body, headers);
    expect([refused.status, refused.body.code]).toEqual([400, 'request.unknown-field']);
    expect(refused.body.details).toEqual([
      { path: 'body.visiblity', message: expect.any(String), rule: 'unknown-field' },
    ]);
    const accepted = await call(ada, 'POST', '/api/journal', { title: 'A day', content: 'c' }, headers);
    expect([accepted.status, accepted.headers['preference-applied']]).toEqual([201, 'handling=strict']);
  });

  test('names unknown query parameters, and without it they are ignored', async () => {
    const { status, body } = await call(ada, 'GET', '/api/journal?limt=1', undefined, strict);
    expect([status, body.details[0].path]).toEqual([400, 'querystring.limt']);
    expect((await call(ada, 'GET', '/api/journal?limt=1')).status).toBe(200);
  });

  test('returns 401 without a token, and claims nothing', async () => {
    const { status, headers } = await call(null, 'GET', '/api/journal?limt=1', undefined, strict);
    expect([status, headers['preference-applied']]).toEqual([401, undefined]);
  });
});

test.each([{}, undefined])('a missing field is named at its own path, with the body %o', async (payload) => {
  const { status, body } = await call(ada, 'POST', '/api/goals', payload);
  expect([status, body.code]).toEqual([400, 'request.invalid']);
  expect(body.error).toBe('The request is not valid at body.title. Give a title.');
  expect(body.details).toContainEqual({ path: 'body.title', message: 'Give a title.', rule: 'required' });
});

describe('a missing asset', () => {
  test.each([
    '/docs/static/missing.css',
    '/docs/static/',
    '/docs/missing.js',
    '/assets/missing.js',
    '/missing.png',
    '/media/missing.png',
  ])('is a 404 in the one shape, also for a browser: %s', async (path) => {
    const { status, headers, bytes } = await get(null, path, { accept: 'text/html,*/*' });
    expect([status, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
    expect(JSON.parse(bytes.toString())).toMatchObject({ code: expect.any(String), request_id: expect.any(String) });
  });
});
