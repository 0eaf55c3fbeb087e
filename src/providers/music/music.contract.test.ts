import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { AppError } from '#platform/errors.ts';
import type { SandboxMusicBehaviour } from '#sandbox/music/behaviour.ts';
import { startSandboxMusic } from '#sandbox/music/music.ts';
import { SANDBOX_TRACKS } from '#sandbox/music/tracks.ts';
import { createMusic } from './music.factory.ts';
import type { Music, MusicConfiguration, MusicFailure } from './music.ts';

const sandbox = await startSandboxMusic();
afterAll(sandbox.close);
beforeEach(() => sandbox.behave({ mode: 'normal' }));

const redirectUri = 'http://meadow.test/api/music/callback';
/** The time limit of calls that end without it. */
const LONG_MS = 55_000;
const within = (milliseconds = LONG_MS) => AbortSignal.timeout(milliseconds);
const verifier = () => randomBytes(32).toString('base64url');

async function musicOf(change: Partial<MusicConfiguration> = {}) {
  const failures: MusicFailure[] = [];
  const { clientId, clientSecret, authorizeUrl, tokenUrl, apiUrl } = sandbox;
  const music = await createMusic({
    clientId,
    clientSecret,
    authorizeUrl,
    tokenUrl,
    apiUrl,
    onFailure: (failure) => failures.push(failure),
    ...change,
  });
  return { music, failures };
}

/** The code of a user who has just allowed access. */
async function codeOf(music: Music, codeVerifier: string, listener?: string): Promise<string> {
  const address = music.authorizeUrl({ state: 'a-state', codeVerifier, redirectUri });
  const back = await sandbox.consent(address, listener);
  expect(back.searchParams.get('state')).toBe('a-state');
  return back.searchParams.get('code') ?? '';
}

async function grantOf(music: Music) {
  const codeVerifier = verifier();
  const code = await codeOf(music, codeVerifier);
  const grant = await music.exchangeCode({ code, codeVerifier, redirectUri }, within());
  if (typeof grant === 'string') throw new Error(grant);
  const person = await music.whoAmI(grant.accessToken, within());
  if (person === 'refused') throw new Error(person);
  return { ...grant, listener: person.id };
}

async function errorOf(call: Promise<unknown>): Promise<AppError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(AppError);
  return error as AppError;
}

describe('authorizeUrl', () => {
  test('asks for a code, for one scope, and carries a challenge by S256, never the verifier', async () => {
    const { music } = await musicOf();
    const codeVerifier = verifier();
    const url = new URL(music.authorizeUrl({ state: 'a-state', codeVerifier, redirectUri }));
    expect(`${url.origin}${url.pathname}`).toBe(sandbox.authorizeUrl);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: sandbox.clientId,
      redirect_uri: redirectUri,
      scope: 'user-read-recently-played',
      state: 'a-state',
      code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    expect(url.href).not.toContain(codeVerifier);
  });

  test('keeps what the operator has written into it', async () => {
    const { music } = await musicOf({ authorizeUrl: 'https://music.example/authorize?show_dialog=true' });
    const url = new URL(music.authorizeUrl({ state: 'a', codeVerifier: 'b', redirectUri }));
    expect(url.searchParams.get('show_dialog')).toBe('true');
  });
});

describe('A code', () => {
  test('gives tokens once, and ends them where it is shown again', async () => {
    const { music } = await musicOf();
    const codeVerifier = verifier();
    const code = await codeOf(music, codeVerifier);
    const grant = await music.exchangeCode({ code, codeVerifier, redirectUri }, within());
    expect(grant).toEqual({
      accessToken: expect.stringMatching(/^access-/),
      refreshToken: expect.stringMatching(/^refresh-/),
      scope: 'user-read-recently-played',
      expiresInSeconds: 3_600,
    });
    expect(await music.exchangeCode({ code, codeVerifier, redirectUri }, within())).toBe('refused');
    if (typeof grant !== 'string') expect(await music.whoAmI(grant.accessToken, within())).toBe('refused');
  });

  test.each([
    ['another verifier', { codeVerifier: verifier() }],
    ['another address to come back to', { redirectUri: `${redirectUri}/` }],
    ['another code', { code: 'code-guessed' }],
  ])('is refused with %s', async (_what, change) => {
    const { music, failures } = await musicOf();
    const codeVerifier = verifier();
    const shown = { code: await codeOf(music, codeVerifier), codeVerifier, redirectUri };
    expect(await music.exchangeCode({ ...shown, ...change }, within())).toBe('refused');
    expect(failures, 'it is no failure of the service').toEqual([]);
  });

  test('returns scope-missing if the user allowed something else', async () => {
    const { music } = await musicOf();
    const token = {
      access_token: 'a',
      token_type: 'Bearer',
      refresh_token: 'r',
      expires_in: 60,
      scope: 'user-read-email',
    };
    sandbox.behave({ mode: 'answer-with', at: 'token', value: token });
    expect(await music.exchangeCode({ code: 'c', codeVerifier: 'v', redirectUri }, within())).toBe('scope-missing');
  });

  test('is exchanged by the client with its secret in a header, never in the body or the address', async () => {
    const { music } = await musicOf();
    await grantOf(music);
    const asked = sandbox.requests.findLast(({ grantType }) => grantType === 'authorization_code');
    const basic = Buffer.from(asked?.authorization.replace('Basic ', '') ?? '', 'base64').toString();
    expect(decodeURIComponent(basic)).toBe(`${sandbox.clientId}:${sandbox.clientSecret}`);
    expect(asked?.path).toBe('/api/token');
  });
});

describe('A refresh token', () => {
  test('gives new tokens, and another one in its place; shown twice, it ends them all', async () => {
    const { music } = await musicOf();
    const first = await grantOf(music);
    const second = await music.refresh(first.refreshToken, within());
    if (second === 'refused') throw new Error(second);
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect(await music.whoAmI(second.accessToken, within())).toEqual({ id: first.listener });
    expect(await music.refresh(first.refreshToken, within())).toBe('refused');
    expect(await music.whoAmI(second.accessToken, within())).toBe('refused');
    expect(await music.refresh(second.refreshToken ?? '', within())).toBe('refused');
  });

  test('goes on to work where the service gives no other one', async () => {
    const { music } = await musicOf();
    sandbox.behave({ mode: 'answer-with', at: 'token', value: { access_token: 'a', token_type: 'bearer' } });
    expect(await music.refresh('r', within())).toEqual({
      accessToken: 'a',
      refreshToken: null,
      scope: 'user-read-recently-played',
      expiresInSeconds: 3_600,
    });
  });

  test.each([
    ['a life without end', { expires_in: 1e15 }, 30 * 24 * 60 * 60],
    ['a life in words', { expires_in: '7200' }, 7_200],
  ])('comes with %s, which is cut or read', async (_what, change, expiresInSeconds) => {
    const { music } = await musicOf();
    const value = { access_token: 'a', token_type: 'bearer', ...change };
    sandbox.behave({ mode: 'answer-with', at: 'token', value });
    expect(await music.refresh('r', within())).toMatchObject({ expiresInSeconds });
  });

  test.each<[string, unknown]>([
    ['nothing', {}],
    ['a list', []],
    ['null', null],
    ['a number', { access_token: 7, token_type: 'bearer' }],
    ['a token without a type', { access_token: 'a' }],
    ['a token with a space', { access_token: 'with space', token_type: 'bearer' }],
    ['a token that would be a header', { access_token: 'a\r\nx: y', token_type: 'bearer' }],
    ['a token without end', { access_token: 'a'.repeat(5_000), token_type: 'bearer' }],
    ['a token of another type', { access_token: 'a', token_type: 'mac' }],
    ['a life that is over', { access_token: 'a', token_type: 'bearer', expires_in: -1 }],
    ['an empty refresh token', { access_token: 'a', token_type: 'bearer', refresh_token: '' }],
    ['a scope that is a number', { access_token: 'a', token_type: 'bearer', scope: 7 }],
  ])('is not exchanged for %s', async (_what, value) => {
    const { music, failures } = await musicOf();
    sandbox.behave({ mode: 'answer-with', at: 'token', value });
    expect((await errorOf(music.refresh('r', within()))).code).toBe('music.bad-response');
    expect(failures).toEqual([{ reason: 'not-of-the-shape' }]);
  });

  test('is not at fault where the client is: that is for the operator', async () => {
    const { music, failures } = await musicOf({ clientSecret: 'another-secret' });
    const error = await errorOf(music.refresh('r', within()));
    expect([error.code, error.status]).toEqual(['music.refused', 502]);
    expect(failures).toEqual([{ reason: 'refused', status: 401, code: 'invalid_client' }]);
  });
});

describe('Plays', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));

  test('are those after a moment, that moment left out, over as many pages as it takes', async () => {
    const { music } = await musicOf();
    const { accessToken, listener } = await grantOf(music);
    for (let minute = 0; minute <= 120; minute += 1) sandbox.play(listener, at(minute));
    const before = sandbox.requests.length;
    const plays = await music.recentPlays(accessToken, at(0), within());
    if (plays === 'refused') throw new Error(plays);
    const times = plays.map(({ playedAt }) => playedAt.getTime()).toSorted((one, other) => one - other);
    expect(times).toEqual(Array.from({ length: 120 }, (_, index) => at(index + 1).getTime()));
    expect(sandbox.requests.length - before).toBe(3);
  });

  test('are the last fifty where no moment is given', async () => {
    const { music } = await musicOf();
    const { accessToken, listener } = await grantOf(music);
    for (let minute = 0; minute < 60; minute += 1) sandbox.play(listener, at(minute));
    const plays = await music.recentPlays(accessToken, null, within());
    expect(plays).toHaveLength(50);
  });

  test('come with what there is to know of their track', async () => {
    const { music } = await musicOf();
    const { accessToken, listener } = await grantOf(music);
    const { id } = sandbox.play(listener, at(0), SANDBOX_TRACKS[0]);
    expect(await music.recentPlays(accessToken, null, within())).toEqual([
      {
        playedAt: at(0),
        track: {
          id,
          raw: expect.stringContaining('"available_markets"'),
          name: 'Clair de Lune',
          artistNames: ['Claude Debussy'],
          albumName: 'Suite bergamasque',
          albumImageUrl: `${sandbox.url}/covers/${id}.svg`,
          externalUrl: `${sandbox.url}/#${id}`,
          durationMs: 302_000,
          isExplicit: false,
        },
      },
    ]);
  });

  test('end where a service sends the same full page again and again', async () => {
    const { music } = await musicOf();
    const item = { played_at: '2026-01-01T00:00:00Z', track: { id: 'one', name: 'One' } };
    sandbox.behave({ mode: 'answer-with', at: 'api', value: { items: Array(50).fill(item) } });
    const before = sandbox.requests.length;
    expect(await music.recentPlays('a', new Date(0), within())).toHaveLength(100);
    expect(sandbox.requests.length - before).toBe(2);
  });

  test('are looked for behind a full page that nothing can be read of', async () => {
    const { music } = await musicOf();
    const items = Array.from({ length: 50 }, (_, minute) => ({ played_at: at(minute).toISOString(), track: null }));
    sandbox.behave({ mode: 'answer-with', at: 'api', value: { items } });
    const before = sandbox.requests.length;
    expect(await music.recentPlays('a', new Date(0), within())).toEqual([]);
    expect(sandbox.requests.length - before, 'the second page leads no further').toBe(2);
  });

  test('are the earliest of a page that is longer than was asked for, so that the next one has the rest', async () => {
    const { music } = await musicOf();
    const track = { id: 'one', name: 'One' };
    const items = Array.from({ length: 80 }, (_, minute) => ({ played_at: at(79 - minute).toISOString(), track }));
    sandbox.behave({ mode: 'answer-with', at: 'api', value: { items } });
    const plays = await music.recentPlays('a', new Date(0), within());
    if (plays === 'refused') throw new Error(plays);
    expect(Math.max(...plays.map(({ playedAt }) => playedAt.getTime()))).toBe(at(49).getTime());
    expect(new Set(plays.map(({ playedAt }) => playedAt.getTime())).size).toBe(50);
  });

  test('are refused for a token that is not known', async () => {
    const { music, failures } = await musicOf();
    expect(await music.recentPlays('guessed', null, within())).toBe('refused');
    expect(await music.whoAmI('guessed', within())).toBe('refused');
    expect(failures).toEqual([]);
  });
});

const TOKEN = 'token-canary-5b1f';
const CALLS: Record<string, (music: Music, milliseconds: number) => Promise<unknown>> = {
  exchangeCode: (music, time) => music.exchangeCode({ code: TOKEN, codeVerifier: TOKEN, redirectUri }, within(time)),
  refresh: (music, time) => music.refresh(TOKEN, within(time)),
  whoAmI: (music, time) => music.whoAmI(TOKEN, within(time)),
  recentPlays: (music, time) => music.recentPlays(TOKEN, null, within(time)),
};

const FAILURES: [behaviour: SandboxMusicBehaviour, code: string, failure: MusicFailure][] = [
  ...[500, 502, 503].map((status): [SandboxMusicBehaviour, string, MusicFailure] => [
    { mode: 'refuse-with', status },
    'music.unavailable',
    { reason: 'out-of-order', status },
  ]),
  [
    { mode: 'refuse-with', status: 429, retryAfter: '77' },
    'music.rate-limited',
    { reason: 'rate-limited', status: 429, retryAfterSeconds: 77 },
  ],
  [{ mode: 'redirect', location: '/v1/me' }, 'music.unavailable', { reason: 'not-reachable' }],
  [{ mode: 'reset' }, 'music.unavailable', { reason: 'not-reachable', networkCode: 'ECONNRESET' }],
  [{ mode: 'hang' }, 'music.timeout', { reason: 'time-limit' }],
  [{ mode: 'slow', delayMs: 60_000 }, 'music.timeout', { reason: 'time-limit' }],
  [{ mode: 'stall' }, 'music.timeout', { reason: 'time-limit' }],
  [{ mode: 'huge' }, 'music.bad-response', { reason: 'too-large' }],
];

describe.each(Object.keys(CALLS))('A failure of %s', (name) => {
  const named = FAILURES.map((row): [string, ...typeof row] => [JSON.stringify(row[0]), ...row]);
  const callOf = (music: Music, time: number) => CALLS[name]?.(music, time) ?? Promise.resolve();

  test.each(named)('has a code, comes in time and tells nothing: %s', async (_name, behaviour, code, failure) => {
    sandbox.behave(behaviour);
    const { music, failures } = await musicOf();
    const error = await errorOf(callOf(music, code === 'music.timeout' ? 300 : LONG_MS));
    const isForNow = ['music.timeout', 'music.rate-limited'].includes(code);
    expect([error.code, error.status]).toEqual([code, isForNow ? 503 : 502]);
    expect(failures).toEqual([failure]);
    const everythingTold = inspect({ error, failures }, { depth: null, showHidden: true, maxStringLength: null });
    expect(everythingTold).not.toMatch(/canary|127\.0\.0\.1/);
  });

  test.each([
    [{ mode: 'garbage' } as const],
    [{ mode: 'answer-with', value: null } as const],
    [{ mode: 'answer-with', value: [] } as const],
    [{ mode: 'answer-with', value: { items: 7, id: 7, access_token: 7 } } as const],
  ])('is an answer that cannot be used: %j', async (behaviour) => {
    sandbox.behave(behaviour);
    const { music, failures } = await musicOf();
    expect((await errorOf(callOf(music, LONG_MS))).code).toBe('music.bad-response');
    expect(failures).toMatchObject([{ reason: 'not-of-the-shape' }]);
  });

  test('reports an unexpected status', async () => {
    sandbox.behave({ mode: 'refuse-with', status: 403 });
    const { music, failures } = await musicOf();
    const error = await errorOf(callOf(music, LONG_MS));
    // An error of OAuth has a form, which this one has not.
    expect(['music.refused', 'music.bad-response']).toContain(error.code);
    expect(inspect({ error, failures }, { depth: null })).not.toContain('canary');
  });

  test('of a service that is not there comes at once', async () => {
    const gone = await deadAddress();
    const { music, failures } = await musicOf({ tokenUrl: `${gone}/token`, apiUrl: gone });
    expect((await errorOf(callOf(music, LONG_MS))).code).toBe('music.unavailable');
    expect(failures).toEqual([{ reason: 'not-reachable', networkCode: 'ECONNREFUSED' }]);
  });
});

describe('A service that is in trouble', () => {
  test('is left alone after five outages in a row, and asked again after a while', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { music, failures } = await musicOf({ pauseMs: 1_000 });
    sandbox.behave({ mode: 'refuse-with', status: 500 });
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect((await errorOf(music.refresh('r', within()))).code).toBe('music.unavailable');
    }
    const before = sandbox.requests.length;
    const error = await errorOf(music.recentPlays('a', null, within()));
    expect([error.code, error.status, error.retryAfterSeconds]).toEqual(['music.paused', 503, 1]);
    expect([sandbox.requests.length - before, failures.length]).toEqual([0, 5]);
    sandbox.behave({ mode: 'normal' });
    vi.advanceTimersByTime(1_000);
    for (let call = 0; call < 2; call += 1) expect(await music.whoAmI('guessed', within())).toBe('refused');
  });

  test('is not left alone for what concerns one person, or one answer', async () => {
    const { music } = await musicOf();
    for (let attempt = 0; attempt < 7; attempt += 1) expect(await music.refresh('guessed', within())).toBe('refused');
    sandbox.behave({ mode: 'garbage' });
    for (let attempt = 0; attempt < 7; attempt += 1) {
      expect((await errorOf(music.refresh('r', within()))).code).toBe('music.bad-response');
    }
  });

  test.each<[string, () => string, number]>([
    ['seconds', () => '7', 7],
    ['more than a day', () => '999999999', 86_400],
    ['no time at all', () => '0', 1],
    ['words', () => 'soon', 30],
    ['a moment', () => new Date(Date.now() + 90_000).toUTCString(), 90],
  ])('is left alone for as long as it asks for, by %s', async (_what, retryAfter, seconds) => {
    const { music } = await musicOf();
    sandbox.behave({ mode: 'refuse-with', status: 429, retryAfter: retryAfter() });
    expect(music.circuitStates()).toEqual([{ name: 'service', state: 'closed', outageMs: null }]);
    const first = await errorOf(music.whoAmI('a', within()));
    sandbox.behave({ mode: 'normal' });
    expect(music.circuitStates(), 'which the operator sees').toMatchObject([{ name: 'service', state: 'open' }]);
    const before = sandbox.requests.length;
    const next = await errorOf(music.refresh('r', within()));
    expect(sandbox.requests.length).toBe(before);
    for (const { code, status, retryAfterSeconds = 0 } of [first, next]) {
      expect([code, status]).toEqual(['music.rate-limited', 503]);
      expect(retryAfterSeconds).toBeLessThanOrEqual(seconds);
      expect(retryAfterSeconds).toBeGreaterThan(seconds - 10);
    }
  });
});

test('a redirect is not followed, so that the token goes nowhere else', async () => {
  const elsewhere = await startSandboxMusic();
  const { music } = await musicOf();
  sandbox.behave({ mode: 'redirect', location: `${elsewhere.url}/v1/me` });
  await errorOf(music.whoAmI('a', within()));
  await errorOf(music.refresh('r', within()));
  expect(elsewhere.requests).toEqual([]);
  await elsewhere.close();
});

test('a public client names itself, and shows no secret', async () => {
  const { music } = await musicOf({ clientSecret: null });
  const before = sandbox.requests.length;
  // The sandbox knows confidential clients alone.
  await errorOf(music.refresh('r', within()));
  expect(sandbox.requests[before]).toMatchObject({ authorization: '', status: 401 });
});

test('nothing is left on the console', async () => {
  const written = (['log', 'info', 'warn', 'error', 'debug'] as const).map((level) => vi.spyOn(console, level));
  const { music } = await musicOf();
  await grantOf(music);
  sandbox.behave({ mode: 'garbage' });
  await errorOf(music.whoAmI('a', within()));
  expect(written.flatMap((spy) => spy.mock.calls)).toEqual([]);
  vi.restoreAllMocks();
});

test('rejects every call without a client id and sends no request', async () => {
  const { music } = await musicOf({ clientId: null });
  const before = sandbox.requests.length;
  for (const call of Object.values(CALLS)) {
    const error = await errorOf(call(music, 1_000));
    expect([error.code, error.status]).toEqual(['music.not-configured', 500]);
  }
  expect(() => music.authorizeUrl({ state: 'a', codeVerifier: 'b', redirectUri })).toThrow();
  expect(music.requireConfigured).toThrow(expect.objectContaining({ code: 'music.not-configured' }));
  expect([music.isConfigured, sandbox.requests.length]).toEqual([false, before]);
});

/** A URL without a listener. */
async function deadAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`;
}
