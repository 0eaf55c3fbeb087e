import { describe, expect, test } from 'vitest';
import { createCheckedToken } from '#platform/crypto/checked-token.ts';
import { systemRandom } from '#platform/random.ts';
import { startTestApp, type TestApp } from '../start-test-app.ts';
import { exchange, listenOnLoopback } from './raw-http.ts';

const limits = { RATE_LIMIT: 'on', RATE_LIMIT_PER_ADDRESS: '20', RATE_LIMIT_PER_USER: '40', RATE_LIMIT_COSTLY: '5' };
const [direct, proxied, builtIn, usual, unlimited] = await Promise.all([
  startTestApp({ environment: limits }),
  startTestApp({ environment: { ...limits, TRUSTED_PROXIES: '10.0.0.0/8,fd00::/8' } }),
  startTestApp({ environment: limits, builtInIdentity: true }),
  startTestApp({ environment: { RATE_LIMIT: 'on' } }),
  startTestApp({ environment: { RATE_LIMIT: 'off' } }),
]);

type Attempt = { from: string; token?: string; forwardedFor?: string; url?: string; method?: 'GET' | 'POST' };

async function statusOf({ server }: TestApp, attempt: Attempt): Promise<number> {
  const { from, token, forwardedFor, url = '/api/config', method = 'GET' } = attempt;
  const response = await server.inject({
    method,
    url,
    remoteAddress: from,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(forwardedFor !== undefined && { 'x-forwarded-for': forwardedFor }),
    },
    ...(method === 'POST' && { payload: {} }),
  });
  return response.statusCode;
}

async function statusesOf(app: TestApp, attempts: Attempt[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const status of await Promise.all(attempts.map((attempt) => statusOf(app, attempt)))) {
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

const times = (count: number, attempt: (index: number) => Attempt) =>
  Array.from({ length: count }, (_, i) => attempt(i));

describe('an address without a token', () => {
  test('is served up to its limit, then told when to go on, in the body of all refusals', async () => {
    expect(
      await statusesOf(
        direct,
        times(30, () => ({ from: '192.0.2.1' })),
      ),
    ).toEqual({ 200: 20, 429: 10 });
    const refused = await direct.server.inject({ method: 'GET', url: '/openapi.json', remoteAddress: '192.0.2.1' });
    expect(refused.json()).toEqual({
      error: expect.any(String),
      code: 'request.rate-limited',
      request_id: refused.headers['x-request-id'],
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('is still told how the node is doing', async () => {
    const attempts = times(60, () => ({ from: '192.0.2.2', url: '/health' }));
    expect(await statusesOf(direct, attempts)).toEqual({ 200: 60 });
  });

  test('M18: mints no further windows with forged headers', async () => {
    const attempts = times(60, (index) => ({ from: '192.0.2.3', forwardedFor: `198.51.100.${index}` }));
    expect(await statusesOf(direct, attempts)).toEqual({ 200: 20, 429: 40 });
  });

  test('M18: mints none through a trusted proxy either, which adds the address that it sees', async () => {
    const attempts = times(60, (index) => ({
      from: '10.0.0.1',
      forwardedFor: `198.51.100.${index}, 203.0.113.9, 10.0.0.2`,
    }));
    expect(await statusesOf(proxied, attempts)).toEqual({ 200: 20, 429: 40 });
  });

  test('M18: has its own rate limit behind a trusted proxy, and not behind an untrusted one', async () => {
    const through = (proxy: string) =>
      times(30, (index) => ({ from: proxy, forwardedFor: `203.0.113.${100 + index}` }));
    expect(await statusesOf(proxied, through('10.1.2.3'))).toEqual({ 200: 30 });
    expect(await statusesOf(proxied, through('fd00::7'))).toEqual({ 200: 30 });
    expect(await statusesOf(proxied, through('192.0.2.9'))).toEqual({ 200: 20, 429: 10 });
  });

  test('shares its window with its whole IPv6 network', async () => {
    const attempts = times(60, (index) => ({ from: `2001:db8:5:6:${index.toString(16)}::1` }));
    expect(await statusesOf(direct, attempts)).toEqual({ 200: 20, 429: 40 });
    expect(await statusOf(direct, { from: '2001:db8:5:7::1' })).toBe(200);
  });

  test('that guesses tokens is limited as if it had none', async () => {
    const guesses = times(60, (index) => ({ from: '192.0.2.4', token: `guess-${index}`, url: '/api/user/profile' }));
    expect(await statusesOf(direct, guesses)).toEqual({ 401: 20, 429: 40 });
    // The tokens have a valid checksum, so that each is looked up.
    const guessOf = () => createCheckedToken('mdw_', systemRandom);
    const looked = times(60, () => ({ from: '192.0.2.14', token: guessOf(), url: '/api/user/profile' }));
    expect(await statusesOf(direct, looked)).toEqual({ 401: 20, 429: 40 });
    const verifications = times(30, () => ({ from: '192.0.2.5', url: '/api/auth/verify', method: 'POST' as const }));
    expect(await statusesOf(direct, verifications)).toEqual({ 400: 20, 429: 10 });
  });
});

describe('a person with a token', () => {
  test('is limited by who they are, wherever they call from', async () => {
    const ada = await direct.person();
    const attempts = times(60, (index) => ({ from: `198.18.0.${index}`, token: ada.token, url: '/api/user/profile' }));
    // The request that made the profile is counted.
    expect(await statusesOf(direct, attempts)).toEqual({ 200: 39, 429: 21 });
  });

  test('is served although the address has used up its own limit', async () => {
    const ada = await direct.person();
    await statusesOf(
      direct,
      times(30, () => ({ from: '192.0.2.6' })),
    );
    const attempts = times(30, () => ({ from: '192.0.2.6', token: ada.token, url: '/api/user/profile' }));
    expect(await statusesOf(direct, attempts)).toEqual({ 200: 30 });
  });

  test('may call what is costly less often, and everything else still', async () => {
    const ada = await direct.person();
    const attempt = { from: '192.0.2.7', token: ada.token };
    const calls = times(12, () => ({ ...attempt, url: '/api/ai/analyze-tone', method: 'POST' as const }));
    expect(await statusesOf(direct, calls)).toEqual({ 400: 5, 429: 7 });
    expect(await statusOf(direct, { ...attempt, url: '/api/user/profile' })).toBe(200);
  });
});

describe('signing in and up', () => {
  test('share a narrow limit for each address', async () => {
    const paths = ['/auth/sign-in/email', '/auth/sign-up/email', '/auth/request-password-reset'];
    const attempts = times(12, (index) => ({
      from: '192.0.2.8',
      url: paths[index % 3] ?? '',
      method: 'POST' as const,
    }));
    const { 429: refused } = await statusesOf(builtIn, attempts);
    expect(refused).toBe(7);
  });

  test('are not found behind roundabout addresses', async () => {
    const port = await listenOnLoopback(builtIn.server);
    const body = '{"email":"ada@people.test","password":"a wrong password"}';
    const paths = ['/auth/./sign-in/email', '/auth/x/../sign-in/email', '/auth/x/%2e%2e/sign-in/email'];
    const statuses: number[] = [];
    for (const path of [...paths, ...paths]) {
      const head = `POST ${path} HTTP/1.1\r\nHost: meadow.test\r\nConnection: close\r\nContent-Type: application/json\r\n`;
      statuses.push((await exchange(port, `${head}Content-Length: ${body.length}\r\n\r\n${body}`)).status);
    }
    expect(statuses).toEqual(Array(6).fill(404));
  });
});

test('without further settings the limits are those that were decided', async () => {
  const ada = await usual.person();
  const reply = await usual.call(ada, 'GET', '/api/user/profile');
  const costly = await usual.call(ada, 'POST', '/api/ai/analyze-tone', { content: 'fine' });
  const anonymous = await usual.call(null, 'GET', '/openapi.json');
  expect([reply, anonymous, costly].map(({ headers }) => headers['ratelimit-policy'])).toEqual([
    '300;w=60',
    '60;w=60',
    '10;w=60',
  ]);
});

test('RATE_LIMIT=off lifts the limits', async () => {
  expect(
    await statusesOf(
      unlimited,
      times(100, () => ({ from: '192.0.2.1' })),
    ),
  ).toEqual({ 200: 100 });
});
