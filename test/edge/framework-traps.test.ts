import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Person, startTestApp } from '../start-test-app.ts';
import { exchange, listenOnLoopback, openSocket, parseResponse, type RawResponse, readToEnd } from './raw-http.ts';

const { person, superAdmin, call, server, deps, routes } = await startTestApp();
const port = await listenOnLoopback(server);
const [ada, root] = await Promise.all([person(), superAdmin()]);

const REFUSAL = {
  error: expect.any(String),
  code: expect.stringMatching(/^[a-z-]+\.[a-z-]+$/),
  request_id: expect.any(String),
};
const UNKNOWN = '3f0c2b4e-9f0e-4a51-8d3c-5f3a3a1f7c11';

afterEach(() => {
  // Whatever was sent, no object of this process has learned anything from it.
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

/** Sends a body as it is, which need not be JSON. */
async function send(
  method: 'POST' | 'PUT',
  url: string,
  payload: string | Buffer,
  type: string | null = 'application/json',
) {
  const response = await server.inject({
    method,
    url,
    payload,
    headers: { authorization: `Bearer ${ada.token}`, ...(type !== null && { 'content-type': type }) },
  });
  return { status: response.statusCode, body: response.json(), text: response.body };
}

const countEntries = async () => (await deps.db.selectFrom('journal_entry').select('id').execute()).length;

describe('M1: a null is not a zero', () => {
  test.each([
    ['a title of null', { title: null, content: 'c' }],
    ['a title that is a number', { title: 5, content: 'c' }],
    ['a title that is a list', { title: ['t'], content: 'c' }],
    ['a content of null', { title: 't', content: null }],
    ['tags of null', { title: 't', content: 'c', tags: null }],
    ['a tag of null', { title: 't', content: 'c', tags: [null] }],
    ['tags that are a text', { title: 't', content: 'c', tags: 'one' }],
    ['a body of null', null],
    ['a body that is a list', [{ title: 't', content: 'c' }]],
    ['a body that is a text', 'title'],
    ['a body that is a number', 5],
  ])('%s', async (_name, body) => {
    const before = await countEntries();
    const { status, body: refusal } = await send('POST', '/api/journal', JSON.stringify(body));
    expect([status, refusal.code]).toEqual([400, 'request.invalid']);
    expect(await countEntries()).toBe(before);
  });

  test.each([
    { read_notes_enabled: null },
    { read_notes_enabled: 1 },
    { check_in_enabled: 'true' },
    { full_name: null },
  ])('in a profile: %j', async (change) => {
    expect((await call(ada, 'PUT', '/api/user/profile', change)).status).toBe(400);
    expect((await call(ada, 'GET', '/api/user/profile')).body.profile).toMatchObject({
      read_notes_enabled: false,
      check_in_enabled: false,
      full_name: 'A Person',
    });
  });
});

test.each([
  'Infinity',
  '-Infinity',
  '1e999',
  '1e2',
  '0x10',
  'NaN',
  '%205',
  '5%20',
  '',
  '+5',
  '5.5',
  '501',
  '0',
  '-1',
  '9'.repeat(400),
])('M2: ?limit=%s is no limit', async (limit) => {
  const { status, body } = await call(ada, 'GET', `/api/journal?limit=${limit}`);
  expect([status, body.code]).toEqual([400, 'request.invalid']);
});

test('M2: a limit that comes twice is no limit', async () => {
  expect((await call(ada, 'GET', '/api/journal?limit=5&limit=6')).status).toBe(400);
});

test('M3: unknown keys of a body are never applied', async () => {
  const change = {
    full_name: 'Ada',
    role: 'super_admin',
    drops_balance: 10_000,
    is_active: false,
    id: UNKNOWN,
    email: 'x@y.z',
  };
  const preferences = { theme: 'dark', active_tone_pack_id: UNKNOWN, isAdmin: true };
  const { status, body } = await call(ada, 'PUT', '/api/user/profile', { ...change, preferences });
  expect(status).toBe(200);
  expect(body.profile).toMatchObject({
    id: ada.id,
    email: ada.email,
    full_name: 'Ada',
    role: 'user',
    drops_balance: 50,
    is_active: true,
    preferences: { theme: 'dark' },
  });
  const written = await call(ada, 'POST', '/api/journal', { title: 't', content: 'c', user_id: root.id });
  expect(written.body.entry.user_id).toBe(ada.id);
});

describe('M4 and M6: the database is never the judge of an id or a day', () => {
  test.each([
    `urn:uuid:${UNKNOWN}`,
    `{${UNKNOWN}}`,
    UNKNOWN.replaceAll('-', ''),
    'today',
    '%27',
    '1',
    `${UNKNOWN}%20`,
    'x'.repeat(90),
  ])('the id %s is a 400', async (id) => {
    for (const url of [`/api/journal/${id}`, `/api/notebooks/${id}`, `/api/journal?notebook_id=${id}`]) {
      expect((await call(ada, 'GET', url)).status, url).toBe(400);
    }
  });

  test.each([
    'today',
    'infinity',
    '-infinity',
    'now',
    'epoch',
    '2026-02-30',
    '0000-01-01',
    '2026-13-01',
    '20260101',
    '2026-1-1',
    '10000-01-01',
    '2026-01-01%00',
  ])('the day %s is a 400', async (day) => {
    for (const url of [
      `/api/journal/on-this-day?date=${day}`,
      `/api/journal/moods?from=${day}&to=2026-01-02`,
      `/api/journal?from=${day}`,
      `/api/journal?to=${day}`,
    ]) {
      expect((await call(ada, 'GET', url)).status, url).toBe(400);
    }
  });

  test.each(['2026-01-01T23:59:60Z', '2026-01-01T24:00:00Z', '2026-01-01T10:00:00', '2026-01-01%2010:00:00Z'])(
    'the instant %s is a 400',
    async (instant) => {
      expect((await call(ada, 'GET', `/api/journal?from=${instant}`)).status).toBe(400);
    },
  );

  test.each(['FOO3', '+99', 'Europe/Nowhere', '', '../../etc/passwd', 'UTC; drop table profile'])(
    'the time zone %j is a 400',
    async (timezone) => {
      expect((await call(ada, 'PUT', '/api/user/profile', { preferences: { timezone } })).status).toBe(400);
    },
  );

  test.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,x',
    '//evil.test/a.png',
    'http://evil.test/a.png',
  ])('the avatar %s is a 400', async (avatar_url) => {
    expect((await call(ada, 'PUT', '/api/user/profile', { avatar_url })).status).toBe(400);
  });
});

describe('M5: text that no database can store', () => {
  const texts: [string, string][] = [
    ['a NUL', 'a\\u0000b'],
    ['the first half of a pair', 'a\\ud83d'],
    ['the second half of a pair', '\\ude00b'],
    ['halves in the wrong order', '\\ude00\\ud83d'],
  ];

  test.each(texts)('%s in a body is a 400, in whatever field', async (_name, text) => {
    const requests: ['POST' | 'PUT', string, string][] = [
      ['POST', '/api/journal', `{"title":"${text}","content":"c"}`],
      ['POST', '/api/journal', `{"title":"t","content":"${text}"}`],
      ['POST', '/api/journal', `{"title":"t","content":"c","mood":"${text}"}`],
      ['POST', '/api/journal', `{"title":"t","content":"c","tags":["${text}"]}`],
      ['POST', '/api/journal', `{"title":"t","content":"c","unknown":{"deep":["${text}"]}}`],
      ['POST', '/api/journal', `{"title":"t","content":"c","${text}":1}`],
      ['POST', '/api/notebooks', `{"name":"${text}"}`],
      ['POST', '/api/ai/analyze-tone', `{"content":"${text}"}`],
      ['POST', '/api/auth/verify', `{"token":"${text}"}`],
      ['PUT', '/api/user/profile', `{"full_name":"${text}"}`],
      ['PUT', '/api/user/profile', `{"preferences":{"theme":"${text}"}}`],
      ['PUT', '/api/user/profile', `{"preferences":{"timezone":"${text}"}}`],
      ['PUT', '/api/user/profile', `{"preferences":{"${text}":true}}`],
    ];
    for (const [method, url, body] of requests) {
      const reply = await send(method, url, body);
      expect([reply.status, reply.body.code], body).toEqual([400, 'request.unstorable-text']);
    }
  });

  test('a whole pair is text like any other', async () => {
    const { status, body } = await send('POST', '/api/journal', '{"title":"\\ud83d\\ude00","content":"c"}');
    expect([status, body.entry.title]).toEqual([201, '😀']);
  });

  test.each(['%00', 'a%00b', '%ed%a0%80', '%ff', '%c0%80', '%e0%80%80'])('%s in an address is a 4xx', async (text) => {
    for (const url of [
      `/api/journal/${text}`,
      `/api/journal?q=${text}`,
      `/api/journal?tag=${text}`,
      `/api/journal?mood=${text}`,
      `/api/journal?cursor=${text}`,
      `/api/journal?${text}=1`,
      `/${text}`,
    ]) {
      const { status } = await call(ada, 'GET', url);
      expect(status < 500, `${url} answered ${status}`).toBe(true);
      if (text.includes('%00') && url.startsWith('/api')) expect(status, url).toBe(400);
    }
  });

  test.each([
    `"'; drop table profile; --`,
    '%25',
    '_',
    '\\',
    "' or 1=1 --",
    '((((((',
    '"""',
    '& | !',
    ':*',
    '-',
    '\u202e\u200b',
  ])('the words %s are searched for, and nothing else', async (words) => {
    const { status, body } = await call(ada, 'GET', `/api/journal?q=${encodeURIComponent(words)}`);
    expect([status, Array.isArray(body.entries)]).toEqual([200, true]);
  });
});

describe('M8: a body that only costs', () => {
  const nested = (opening: string, count: number) => `{"title":"t","content":"c","x":${opening.repeat(count)}`;

  test.each([
    ['300,000 lists in each other', nested('[', 300_000)],
    ['600 KB of lists in each other that end', `${nested('[', 300_000)}${']'.repeat(300_000)}}`],
    ['objects in each other', nested('{"a":', 100_000)],
    ['33 lists in each other', `${nested('[', 32)}${']'.repeat(32)}}`],
  ])('of %s is refused before it is parsed', async (_name, body) => {
    const parse = vi.spyOn(JSON, 'parse');
    onTestFinished(() => parse.mockRestore());
    const reply = await send('POST', '/api/journal', body);
    const parsed = parse.mock.calls.filter(([text]) => String(text).includes(body.slice(0, 100)));
    expect([reply.status, reply.body.code, parsed]).toEqual([400, 'request.too-deep', []]);
  });

  test('of more than a megabyte is a 413', async () => {
    const reply = await send('POST', '/api/journal', JSON.stringify({ title: 't', content: 'c'.repeat(1_100_000) }));
    expect([reply.status, reply.body.code]).toEqual([413, 'request.too-large']);
  });

  test('of more than a megabyte is a 413 also where it does not say how long it is', async () => {
    const socket = await openSocket(port);
    const received = readToEnd(socket);
    socket.write(
      `POST /api/journal HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${ada.token}\r\n` +
        'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    );
    const chunk = 'a'.repeat(65_536);
    for (let index = 0; index < 20; index += 1) socket.write(`10000\r\n${chunk}\r\n`);
    socket.end('0\r\n\r\n');
    expect(parseResponse(await received).status).toBe(413);
  });
});

describe('keys that mean something to the language', () => {
  test.each([
    '{"title":"t","content":"c","__proto__":{"polluted":true}}',
    '{"title":"t","content":"c","constructor":{"prototype":{"polluted":true}}}',
    '{"title":"t","content":"c","x":{"__proto__":{"polluted":true}}}',
    '{"title":"t","content":"c","\\u005f_proto__":{"polluted":true}}',
  ])('are refused in a body: %s', async (body) => {
    expect((await send('POST', '/api/journal', body)).status).toBe(400);
    const preferences = body.replace('"title":"t","content":"c",', '');
    expect((await send('PUT', '/api/user/profile', `{"preferences":${preferences}}`)).status).toBe(400);
  });

  test.each([
    '__proto__[polluted]=1',
    '__proto__=1',
    'constructor[prototype][polluted]=1',
    'toString=1',
    'hasOwnProperty=1',
  ])('are as unknown as any other in a query: %s', async (query) => {
    expect((await call(ada, 'GET', `/api/journal?${query}`)).status).toBe(200);
  });

  test.each(['__proto__', 'constructor', 'toString'])('are no id: %s', async (id) => {
    expect((await call(ada, 'GET', `/api/journal/${id}`)).status).toBe(400);
  });
});

describe('M16: what never reaches a route has the body of all refusals', () => {
  const close = 'Host: x\r\nConnection: close\r\n';

  function expectRefusal({ status, headers, text }: RawResponse, expected: number): void {
    expect([status, JSON.parse(text)]).toEqual([expected, REFUSAL]);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-request-id')).toBe(JSON.parse(text).request_id);
    expect(text).not.toMatch(/FST_|HPE_|at \/|node_modules|%/);
  }

  test.each([
    ['an address that cannot be decoded', `GET /% HTTP/1.1\r\n${close}\r\n`, 400],
    ['another one, below a route', `GET /api/journal/%zz HTTP/1.1\r\n${close}\r\n`, 400],
    ['bytes that are not UTF-8', `GET /api/journal/%ff%fe HTTP/1.1\r\n${close}\r\n`, 400],
    ['no HTTP at all', 'hello?\r\n\r\n', 400],
    ['a greeting of TLS', '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03', 400],
    ['an unknown method', `BREW /api/journal HTTP/1.1\r\n${close}\r\n`, 400],
    ['another version', `GET / HTTP/9.9\r\n${close}\r\n`, 400],
    ['no host', 'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['a space in the address', `GET /a b HTTP/1.1\r\n${close}\r\n`, 400],
    ['a NUL in a header', `GET /health HTTP/1.1\r\nX: a\0b\r\n${close}\r\n`, 400],
    ['a folded header', `GET /health HTTP/1.1\r\n${close}X: a\r\n b\r\n\r\n`, 400],
    ['two lengths', `POST /api/auth/verify HTTP/1.1\r\n${close}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400],
    [
      'a length and chunks',
      `POST /api/auth/verify HTTP/1.1\r\n${close}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    ['headers of 40 KB', `GET /health HTTP/1.1\r\n${close}X: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
    ['an address of 40 KB', `GET /${'x'.repeat(40_000)} HTTP/1.1\r\n${close}\r\n`, 431],
  ])('%s', async (_name, bytes, status) => {
    expectRefusal(await exchange(port, bytes), status);
  });

  test.each(['TRACE', 'PROPFIND', 'PATCH', 'LOCK', 'PURGE'])('a method that no route has: %s', async (method) => {
    expectRefusal(await exchange(port, `${method} /api/journal HTTP/1.1\r\n${close}\r\n`), 404);
  });

  test('a tunnel, which is always rejected', async () => {
    const socket = await openSocket(port);
    socket.write('CONNECT evil.test:443 HTTP/1.1\r\nHost: evil.test\r\n\r\n');
    expect(await readToEnd(socket)).not.toContain('200');
  });

  test('an upgrade, which is a request like any other', async () => {
    const request = `GET /health HTTP/1.1\r\nHost: x\r\nConnection: close, Upgrade\r\nUpgrade: websocket\r\n\r\n`;
    expect((await exchange(port, request)).status).toBe(200);
  });

  test('the second request of a connection', async () => {
    const socket = await openSocket(port);
    socket.write('GET /health HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
    const received = readToEnd(socket);
    socket.write('no HTTP\r\n\r\n');
    expectRefusal(parseResponse(await received), 400);
  });

  test('a flood of broken requests leaves the process serving', async () => {
    await Promise.all(Array.from({ length: 100 }, () => exchange(port, '\0\0\0\r\n\r\n')));
    expect((await call(null, 'GET', '/health')).status).toBe(200);
  });
});

describe('M19: an invalid body reaches no handler, whatever its type says', () => {
  const invalid = '{"title":null,"content":5}';

  test.each([
    ['application/json', 400],
    ['application/json; charset=utf-8', 400],
    ['application/json;charset=utf-16', 400],
    ['APPLICATION/JSON', 400],
    ['application/json ', 400],
    ['application/json\t;', 400],
    ['application/json;', 400],
    ['application/json; boundary=x', 400],
    ['application/json, text/plain', 415],
    ['application/jsonx', 415],
    ['application/json garbage', 415],
    ['application/vnd.api+json', 415],
    ['text/plain', 415],
    ['text/plain; application/json', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    ['text/html', 415],
    ['/', 415],
    ['', 415],
    [null, 415],
  ])('%j', async (type, expected) => {
    const before = await countEntries();
    for (const body of [invalid, 'null', '"title=t&content=c"', 'title=t&content=c', '<x/>']) {
      const reply = await send('POST', '/api/journal', body, type);
      expect([400, 415], `${body} as ${type}`).toContain(reply.status);
      expect(reply.body).toMatchObject(REFUSAL);
      if (body === invalid) expect(reply.status).toBe(expected);
    }
    expect(await countEntries()).toBe(before);
  });

  test('a body that is compressed is not unpacked', async () => {
    const bomb = gzipSync(JSON.stringify({ title: 't', content: 'c'.repeat(50_000) }));
    const response = await server.inject({
      method: 'POST',
      url: '/api/journal',
      payload: bomb,
      headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json', 'content-encoding': 'gzip' },
    });
    expect([400, 415]).toContain(response.statusCode);
  });

  test.each([
    ['nothing', ''],
    ['blanks', ' \n '],
    ['a number too large', '{"title":1e999,"content":"c"}'],
    ['two values', '{"title":"t","content":"c"}{}'],
    ['a comment', '{"title":"t",/* */"content":"c"}'],
    ['single quotes', "{'title':'t','content':'c'}"],
    ['half a value', '{"title":"t","content":"c"'],
  ])('%s', async (_name, body) => {
    expect((await send('POST', '/api/journal', body)).status).toBe(400);
  });

  test('of two equal keys the last one is validated', async () => {
    expect((await send('POST', '/api/journal', '{"title":"t","content":"c","title":null}')).status).toBe(400);
  });
});

describe('a guard is not walked around', () => {
  const closed = ['/api/user/profile', '/api/journal', '/api/notebooks'];
  const variants: ((path: string) => string)[] = [
    (path) => path,
    (path) => `/${path}`,
    (path) => `${path}/`,
    (path) => `${path}//`,
    (path) => `${path};x=1`,
    (path) => `${path}.json`,
    (path) => `${path}%20`,
    (path) => `${path}%00`,
    (path) => `${path}#x`,
    (path) => `${path}?access_token=x`,
    (path) => path.toUpperCase(),
    (path) => path.replace('/api', '/Api'),
    (path) => path.replace('/api/', '/api//'),
    (path) => path.replace('/api/', '/api/./'),
    (path) => path.replace('/api/', '/api/x/../'),
    (path) => path.replace('/api/', '/health/%2e%2e/api/'),
    (path) => path.replace('/api/', '/health/..%2fapi/'),
    (path) => path.replace('/api/', '/health/..;/api/'),
    (path) => path.replace('/api/', '/docs/../api/'),
    (path) => path.replace('/api/', '/api%2f'),
    (path) => path.replace('/api/', '/%61pi/'),
    (path) => path.replace('/api/', '\\api\\'),
    (path) => `http://meadow.test${path}`,
    (path) => `http://evil.test${path}`,
  ];

  test.each(closed)('%s, by methods and addresses', async (path) => {
    for (const variant of variants) {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        const target = variant(path);
        const head = `${method} ${target} HTTP/1.1\r\nHost: meadow.test\r\nConnection: close\r\nX-HTTP-Method-Override: GET\r\n`;
        const { status } = await exchange(port, `${head}X-Original-URL: /health\r\nX-Rewrite-URL: /health\r\n\r\n`);
        expect([400, 401, 404], `${method} ${target} answered ${status}`).toContain(status);
      }
    }
  });

  test('by no route that is not public, whatever the body', async () => {
    const guarded = routes.filter(({ audience }) => audience !== 'public');
    expect(guarded.length).toBeGreaterThan(10);
    for (const { method, path } of guarded) {
      const response = await server.inject({
        method: method as 'GET',
        url: path.replaceAll(/:\w+/g, 'not-a-uuid'),
        ...(method !== 'GET' && { payload: '{', headers: { 'content-type': 'application/json' } }),
      });
      expect(response.statusCode, `${method} ${path}`).toBe(401);
    }
  });
});

describe('headers of every answer', () => {
  const responses: [string, () => Promise<{ headers: Record<string, unknown>; body: string }>][] = [
    ['200', () => server.inject({ method: 'GET', url: '/health' })],
    ['200 of a person', () => asPerson(ada, '/api/user/profile')],
    ['400', () => asPerson(ada, '/api/journal/x')],
    ['401', () => server.inject({ method: 'GET', url: '/api/journal' })],
    ['404', () => server.inject({ method: 'GET', url: '/nowhere' })],
    ['404 of a record', () => asPerson(ada, `/api/journal/${UNKNOWN}`)],
    ['405 in other houses', () => server.inject({ method: 'DELETE', url: '/health' })],
    ['an address that cannot be decoded', () => server.inject({ method: 'GET', url: '/%' })],
    ['a preflight without an origin', () => server.inject({ method: 'OPTIONS', url: '/api/journal' })],
  ];
  const asPerson = ({ token }: Person, url: string) =>
    server.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } });

  test.each(responses)('%s', async (_name, ask) => {
    const { headers, body } = await ask();
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('server');
    expect(headers).not.toHaveProperty('strict-transport-security');
    expect(body).not.toMatch(/node_modules|FST_ERR|select |at \//i);
  });

  test('request ids are ours, whatever the client says', async () => {
    const headers = { 'x-request-id': 'forged', 'request-id': 'forged' };
    const ids = new Set<unknown>();
    for (let index = 0; index < 5; index += 1) {
      ids.add((await server.inject({ method: 'GET', url: '/health', headers })).headers['x-request-id']);
    }
    expect(ids.size).toBe(5);
    expect(ids.has('forged')).toBe(false);
  });
});

describe('browsers of other origins', async () => {
  const app = await startTestApp({
    environment: { CORS_ORIGINS: 'https://web.test,http://localhost:5173', PUBLIC_URL: 'https://meadow.test' },
  });
  const ask = (origin: string, url = '/health') => app.server.inject({ method: 'GET', url, headers: { origin } });

  test.each(['https://web.test', 'http://localhost:5173'])(
    'read our answers from the listed origin %s',
    async (origin) => {
      const { headers } = await ask(origin, '/api/journal');
      expect(headers['access-control-allow-origin']).toBe(origin);
      expect(headers['access-control-allow-credentials']).toBeUndefined();
      expect(String(headers.vary)).toContain('Origin');
      const exposed = String(headers['access-control-expose-headers']).toLowerCase();
      for (const name of ['x-request-id', 'retry-after', 'idempotency-replayed', 'ratelimit-remaining']) {
        expect(exposed).toContain(name);
      }
    },
  );

  test.each([
    'null',
    'https://evil.test',
    'https://web.test.evil.test',
    'https://web.test:8443',
    'http://web.test',
    'https://WEB.test',
    '*',
  ])('read nothing from %s', async (origin) => {
    const { headers, statusCode } = await ask(origin);
    expect([statusCode, headers['access-control-allow-origin']]).toEqual([200, undefined]);
  });

  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])(
    'may send a %s from a listed origin, with what our requests carry',
    async (method) => {
      const { statusCode, headers } = await app.server.inject({
        method: 'OPTIONS',
        url: '/api/journal',
        headers: {
          origin: 'https://web.test',
          'access-control-request-method': method,
          'access-control-request-headers': 'authorization,content-type,idempotency-key',
        },
      });
      expect(statusCode).toBe(204);
      expect(String(headers['access-control-allow-methods'])).toContain(method);
      expect(String(headers['access-control-allow-headers'])).toContain('idempotency-key');
    },
  );

  test('are told nothing by a preflight from elsewhere', async () => {
    const { headers } = await app.server.inject({
      method: 'OPTIONS',
      url: '/api/journal',
      headers: { origin: 'https://evil.test', 'access-control-request-method': 'DELETE' },
    });
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  test('learn that a server reached over TLS is always reached so', async () => {
    expect((await ask('https://web.test')).headers['strict-transport-security']).toMatch(/^max-age=\d{7,}/);
  });
});
