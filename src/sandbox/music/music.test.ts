import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { startSandboxMusic } from './music.ts';
import { SANDBOX_TRACKS } from './tracks.ts';

const sandbox = await startSandboxMusic();
afterAll(sandbox.close);

const redirect_uri = 'http://meadow.test/api/music/callback';
const GOOD = {
  client_id: sandbox.clientId,
  redirect_uri,
  response_type: 'code',
  code_challenge_method: 'S256',
  code_challenge: 'a'.repeat(43),
  scope: 'user-read-recently-played',
  state: 'a-state',
};
const address = (change: Record<string, string> = {}) =>
  `${sandbox.authorizeUrl}?${new URLSearchParams({ ...GOOD, ...change })}`;

async function visit(url: string, init: RequestInit = {}) {
  const response = await fetch(url, { redirect: 'manual', ...init });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe('The page of the sandbox', () => {
  test('asks whether Meadow may, and goes back with a code and the state after a click', async () => {
    const page = await visit(address());
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.text).toContain('Let Meadow see what you play?');
    const action = /action="([^"]+)"/.exec(page.text)?.[1]?.replaceAll('&#38;', '&') ?? '';
    const listener = /name="listener" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const body = new URLSearchParams({ listener, decision: 'allow' });
    const reply = await visit(`${sandbox.url}${action}`, { method: 'POST', body });
    expect(reply.status).toBe(303);
    const back = new URL(reply.headers.get('location') ?? '');
    expect(`${back.origin}${back.pathname}`).toBe(redirect_uri);
    expect(back.searchParams.get('state')).toBe('a-state');
    expect(back.searchParams.get('code')).toMatch(/^code-/);
  });

  test('redirects without a code if the user declines', async () => {
    const back = await sandbox.consent(address(), undefined, 'deny');
    expect(Object.fromEntries(back.searchParams)).toEqual({ error: 'access_denied', state: 'a-state' });
  });

  test('recognizes a returning listener', async () => {
    const first = await visit(address());
    const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? '';
    const listener = cookie.slice('listener='.length);
    expect((await visit(address(), { headers: { cookie } })).text).toContain(listener);
    expect((await visit(address())).text).not.toContain(listener);
  });

  test.each([
    [{ client_id: 'another' }],
    [{ redirect_uri: 'javascript:alert(1)' }],
    [{ redirect_uri: '' }],
    [{ response_type: 'token' }],
    [{ code_challenge_method: 'plain' }],
    [{ code_challenge: 'short' }],
  ])('does not redirect with %j', async (change) => {
    for (const init of [{}, { method: 'POST', body: new URLSearchParams({ decision: 'allow' }) }]) {
      const reply = await visit(address(change), init);
      expect([reply.status, reply.headers.get('location')]).toEqual([400, null]);
    }
  });

  test('shows what came with an address as text', async () => {
    const page = await visit(address({ state: '"><script>alert(1)</script>' }));
    expect(page.text).not.toContain('<script');
  });
});

describe('The sandbox', () => {
  test('tells what it is, who listens and how to make it fail', async () => {
    const page = await visit(address());
    const listener = /listener-\w+/.exec(page.text)?.[0] ?? '';
    await visit(`${sandbox.url}/listeners/${listener}/play`, { method: 'POST' });
    const home = await visit(sandbox.url);
    expect(home.text).toContain('The music sandbox');
    expect(home.text).toContain(listener);
    expect(home.text).toContain(SANDBOX_TRACKS[0].name);
    expect((await visit(`${sandbox.url}/style.css`)).headers.get('content-type')).toContain('text/css');
    expect((await visit(`${sandbox.url}/covers/one.svg`)).text).toContain('<svg');
    expect((await visit(`${sandbox.url}/nothing`)).status).toBe(404);
  });

  test('takes how it is to behave, and refuses what is no behaviour', async () => {
    onTestFinished(() => sandbox.behave({ mode: 'normal' }));
    const control = (body: string) => visit(`${sandbox.url}/sandbox/behaviour`, { method: 'POST', body });
    expect((await control('{"mode":"refuse-with","status":500,"at":"api"}')).status).toBe(200);
    expect((await visit(`${sandbox.apiUrl}/me`)).status).toBe(500);
    expect((await visit(sandbox.tokenUrl, { method: 'POST' })).status, 'at the other place').toBe(401);
    for (const body of ['{"mode":"explode"}', 'hang', '{"mode":"slow"}'])
      expect((await control(body)).status).toBe(400);
  });

  test.each([
    ['/me', 'POST', 405],
    ['/me', 'GET', 401],
  ])('responds to %s by %s with %i without a token', async (path, method, status) => {
    expect((await visit(`${sandbox.apiUrl}${path}`, { method })).status).toBe(status);
  });

  test('gives tokens for nothing but codes and refresh tokens', async () => {
    const basic = Buffer.from(`${sandbox.clientId}:${sandbox.clientSecret}`).toString('base64');
    const ask = (fields: Record<string, string>) =>
      visit(sandbox.tokenUrl, {
        method: 'POST',
        headers: { authorization: `Basic ${basic}` },
        body: new URLSearchParams(fields),
      });
    expect(await ask({ grant_type: 'password' })).toMatchObject({
      status: 400,
      text: '{"error":"unsupported_grant_type"}',
    });
    expect((await ask({ grant_type: 'refresh_token', refresh_token: 'guessed' })).text).toContain('invalid_grant');
  });

  test('takes no body without end', async () => {
    expect((await visit(sandbox.tokenUrl, { method: 'POST', body: 'x'.repeat(200_000) })).status).toBe(413);
  });

  test('plays tracks automatically with playsByItself', async () => {
    const lively = await startSandboxMusic({ playsByItself: true });
    onTestFinished(lively.close);
    const asked = `${lively.authorizeUrl}?${new URLSearchParams({ ...GOOD, code_challenge: PKCE.challenge })}`;
    const code = (await lively.consent(asked)).searchParams.get('code') ?? '';
    const basic = Buffer.from(`${lively.clientId}:${lively.clientSecret}`).toString('base64');
    const token = await visit(lively.tokenUrl, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri, code_verifier: PKCE.verifier }),
    });
    const authorization = `Bearer ${JSON.parse(token.text).access_token}`;
    const { items } = JSON.parse(
      (await visit(`${lively.apiUrl}/me/player/recently-played?limit=50`, { headers: { authorization } })).text,
    );
    expect(items).toHaveLength(15);
    expect(new Date(items[0].played_at).getTime()).toBeGreaterThan(Date.now() - 5 * 60_000);
  });
});

/** The example of RFC 7636, appendix B. */
const PKCE = {
  verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
};
