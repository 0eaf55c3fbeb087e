import { describe, expect, test } from 'vitest';
import { createTestClock } from '#test/test-clock.ts';
import { createSessionCookies } from './session-cookies.ts';

const EXTENDED = 'session=extended; HttpOnly';

/** An exchange whose provider counts its calls, and knows the sessions that begin with "known". */
function startExchange() {
  const clock = createTestClock();
  const asked: (string | null)[] = [];
  const provider = { isUp: true };
  const sessions = createSessionCookies({
    name: 'session',
    tokenUrl: 'http://meadow.test/auth/token',
    clock,
    handle: async ({ headers }) => {
      const cookie = headers.get('cookie');
      asked.push(cookie);
      if (!provider.isUp) throw new Error('The database does not respond.');
      if (!cookie?.startsWith('session=known')) return new Response('{}', { status: 401 });
      return Response.json({ token: `token ${asked.length}` }, { headers: { 'set-cookie': EXTENDED } });
    },
  });
  return { sessions, clock, asked, provider };
}

describe('The exchange of a session cookie', () => {
  test('asks the provider once for many requests at once, and passes its cookies on once', async () => {
    const { sessions, asked } = startExchange();
    const results = await Promise.all(Array.from({ length: 10 }, () => sessions.exchange('known')));
    expect(asked).toEqual(['session=known']);
    expect(results.map((result) => result?.token)).toEqual(Array(10).fill('token 1'));
    expect(results.flatMap((result) => result?.setCookies)).toEqual([EXTENDED]);
  });

  test('gets the next token before the one before expires', async () => {
    const { sessions, clock } = startExchange();
    await sessions.exchange('known');
    clock.advance(10 * 60_000 - 1);
    expect(await sessions.exchange('known')).toEqual({ token: 'token 1', setCookies: [] });
    clock.advance(2);
    expect(await sessions.exchange('known')).toEqual({ token: 'token 2', setCookies: [EXTENDED] });
  });

  test('keeps sessions apart', async () => {
    const { sessions } = startExchange();
    const tokens = await Promise.all(['known a', 'known b'].map((value) => sessions.exchange(value)));
    expect(tokens.map((result) => result?.token)).toEqual(['token 1', 'token 2']);
  });

  test('asks again after an ended session and after an error', async () => {
    const { sessions, asked, provider } = startExchange();
    for (let call = 0; call < 2; call += 1) expect(await sessions.exchange('ended')).toBeNull();
    provider.isUp = false;
    await expect(sessions.exchange('known')).rejects.toThrow('does not respond');
    provider.isUp = true;
    expect(await sessions.exchange('known')).toMatchObject({ token: 'token 4' });
    expect(asked).toHaveLength(4);
  });
});
