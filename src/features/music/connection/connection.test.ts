import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { createLogger } from '#platform/log.ts';
import { createMusic } from '#providers/music/music.factory.ts';
import type { SandboxMusicBehaviour } from '#sandbox/music/behaviour.ts';
import { startSecondNode } from '#test/second-node.ts';
import { PATIENT_LOCKS, type Person, startTestApp } from '#test/start-test-app.ts';
import {
  begin as beginIn,
  browserOf,
  callBack,
  comeBack,
  connectMusic,
  endAccessToken,
  openBrowser,
} from '../test-connection.ts';

const app = await startTestApp({ environment: PATIENT_LOCKS });
const { call, person, superAdmin, music, clock, deps } = app;
const lines: string[] = [];
const other = await startSecondNode(app, createLogger('trace', { write: (line) => void lines.push(line) }));
const { music: patient } = deps;

afterEach(() => {
  music.behave({ mode: 'normal' });
  deps.music = patient;
});

const MINUTE = 60_000;
const CONNECTED = 'http://meadow.test/api/music/connected?music=connected';
const failed = (reason: string) => `http://meadow.test/api/music/connected?music=failed&reason=${reason}`;

const begin = (caller: Person) => beginIn(app, caller);
const startOf = async (caller: Person): Promise<string> => (await call(caller, 'GET', '/api/music/connect')).body.url;
const accountOf = async (caller: Person) => (await call(caller, 'GET', '/api/music/account')).body.account;
const locationAfter = async (address: URL) => (await callBack(app, address)).headers.location;
const connectionsOf = ({ id }: Person) =>
  deps.db.selectFrom('music_oauth_state').selectAll().where('user_id', '=', id).execute();

/** The address with another value in place of the one that came back. */
function changed(address: URL, change: Record<string, string | null>): URL {
  const copy = new URL(address);
  for (const [name, value] of Object.entries(change)) {
    if (value === null) copy.searchParams.delete(name);
    else copy.searchParams.set(name, value);
  }
  return copy;
}

describe('GET /api/music/connect', () => {
  test("leads from Meadow's page to the music service without personal data", async () => {
    const ada = await person();
    const start = await startOf(ada);
    expect(start).toMatch(/^http:\/\/meadow\.test\/api\/music\/start\?state=[0-9a-f]{32}$/);
    const url = await browserOf(app).goOn(start);
    expect(`${url.origin}${url.pathname}`).toBe(music.authorizeUrl);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: music.clientId,
      redirect_uri: 'http://meadow.test/api/music/callback',
      scope: 'user-read-recently-played',
      state: expect.stringMatching(/^[0-9a-f]{32}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(url.href).not.toContain(ada.id);
    expect(await connectionsOf(ada)).toMatchObject([
      { created_at: clock.now(), expires_at: new Date(clock.now().getTime() + 10 * MINUTE) },
    ]);
  });

  test('returns a new state and challenge each time, and all of them work', async () => {
    const ada = await person();
    const [one, two] = [await comeBack(app, ada), await comeBack(app, ada)];
    expect(one.searchParams.get('state')).not.toBe(two.searchParams.get('state'));
    expect([await locationAfter(one), await locationAfter(two)]).toEqual([CONNECTED, CONNECTED]);
  });

  test('returns 401 without a token', async () => {
    expect((await call(null, 'GET', '/api/music/connect')).status).toBe(401);
  });

  test('returns 403 during impersonation', async () => {
    const [ada, root] = [await person(), await superAdmin()];
    const asked = { target_id: ada.id, reason: 'To help' };
    const { body } = await call(root, 'POST', '/api/admin/impersonate', asked);
    const { status } = await call({ ...root, token: body.token }, 'GET', '/api/music/connect');
    expect(status).toBe(403);
    expect(await connectionsOf(ada)).toEqual([]);
  });

  test('returns 500 without a configured music service', async () => {
    deps.music = await createMusic({ ...deps.config.music, clientId: null });
    const { status, body } = await call(await person(), 'GET', '/api/music/connect');
    expect([status, body.code]).toEqual([500, 'music.not-configured']);
  });
});

describe('GET /api/music/start', () => {
  test('returns a page that names the account and marks the browser for ten minutes', async () => {
    const carol = await person({ name: 'Carol <b>&"\'' });
    const browser = openBrowser(call);
    const { status, headers, text } = await browser.ask('GET', await startOf(carol));
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('to the account of <strong>Carol &#60;b&#62;&#38;&#34;&#39;</strong>');
    expect(text).toContain(carol.email);
    expect(headers['content-security-policy']).toContain("form-action 'self'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(String(headers['set-cookie'])).toMatch(
      /^music-[\w-]{16}=[0-9a-f]{32}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(await connectionsOf(carol)).toHaveLength(1);
  });

  test('shows the email address of a user without a name', async () => {
    const carol = await person({ name: ' ' });
    expect((await openBrowser(call).ask('GET', await startOf(carol))).text).toContain(
      `<strong>${carol.email}</strong>`,
    );
  });

  test.each(['', '?state=', '?state=unknown', '?state=a&state=b', `?state=${'x'.repeat(5_000)}`])(
    '302 leads to where it says that it is over, and marks no browser: %s',
    async (query) => {
      const { status, headers } = await openBrowser(call).ask('GET', `/api/music/start${query}`);
      expect([status, headers.location, headers['set-cookie']]).toEqual([302, failed('state-invalid'), undefined]);
    },
  );

  test('after ten minutes', async () => {
    const start = await startOf(await person());
    clock.advance(10 * MINUTE);
    expect((await openBrowser(call).ask('GET', start)).headers.location).toBe(failed('state-invalid'));
  });
});

describe('POST /api/music/start', () => {
  test('continues to the music service, with several connections in one browser', async () => {
    const [ada, ben] = [await person(), await person()];
    const browser = openBrowser(call);
    const authorize = [await browser.goOn(await startOf(ada)), await browser.goOn(await startOf(ben))];
    for (const url of authorize) {
      expect(`${url.origin}${url.pathname}`).toBe(music.authorizeUrl);
      const back = await music.consent(url.href);
      expect((await browser.ask('GET', back)).headers.location).toBe(CONNECTED);
    }
  });

  test('if the page was not shown in this browser, or without its proof', async () => {
    const start = await startOf(await person());
    const browser = openBrowser(call);
    expect((await browser.ask('POST', start)).headers.location).toBe(failed('other-browser'));
    await browser.ask('GET', start);
    for (const proof of ['', '&proof=', '&proof=guessed', '&proof=a&proof=b', `&proof=${'x'.repeat(5_000)}`]) {
      const { status, headers } = await browser.ask('POST', `${start}${proof}`);
      expect([status, headers.location, headers['set-cookie']]).toEqual([302, failed('other-browser'), undefined]);
    }
  });

  test('for an invalid state', async () => {
    for (const query of ['', '?state=', '?state=unknown&proof=a']) {
      const { headers } = await openBrowser(call).ask('POST', `/api/music/start${query}`);
      expect(headers.location).toBe(failed('state-invalid'));
    }
  });
});

describe('GET /api/music/callback', () => {
  test('connects the user who started and redirects to this server', async () => {
    const ada = await person();
    const response = await callBack(app, await comeBack(app, ada));
    expect([response.status, response.headers.location]).toEqual([302, CONNECTED]);
    expect(response.headers['referrer-policy']).toBe('no-referrer');
    expect(await accountOf(ada)).toEqual({
      user_id: ada.id,
      provider_user_id: expect.stringMatching(/^listener-/),
      scope: 'user-read-recently-played',
      connected_at: clock.now().toISOString(),
      last_synced_at: null,
      needs_reauth: false,
    });
    expect(await connectionsOf(ada)).toEqual([]);
  });

  test('replaces the account of a user and syncs another account from its start', async () => {
    const ada = await person();
    const listener = await connectMusic(app, ada);
    music.play(listener, clock.now());
    await call(ada, 'POST', '/api/music/sync');
    clock.advance(MINUTE);
    const rowOf = () =>
      deps.db.selectFrom('music_account').selectAll().where('user_id', '=', ada.id).executeTakeFirstOrThrow();
    const before = await rowOf();
    await connectMusic(app, ada, listener);
    expect(await rowOf()).toMatchObject({ last_played_at: before.last_played_at, connected_at: clock.now() });
    await connectMusic(app, ada);
    expect(await rowOf()).toMatchObject({ last_played_at: null, last_synced_at: null, connected_at: clock.now() });
  });

  /* What could be tried with it. */

  test('rejects an unknown or missing state', async () => {
    const ada = await person();
    const back = await comeBack(app, ada);
    for (const state of ['', 'guessed', `${back.searchParams.get('state')}0`, '0'.repeat(32), null]) {
      expect(await locationAfter(changed(back, { state })), String(state)).toBe(failed('state-invalid'));
    }
    expect(await accountOf(ada)).toBeNull();
    expect(await locationAfter(back), 'without an effect on the owner').toBe(CONNECTED);
  });

  test('rejects a used state, also among concurrent requests', async () => {
    const ada = await person();
    const back = await comeBack(app, ada);
    const locations = await Promise.all(Array.from({ length: 20 }, () => locationAfter(back)));
    expect(locations.toSorted()).toEqual([CONNECTED, ...Array(19).fill(failed('state-invalid'))]);
    const before = await accountOf(ada);
    expect(await locationAfter(back)).toBe(failed('state-invalid'));
    expect(await accountOf(ada)).toEqual(before);
  });

  test('rejects a state after ten minutes, and accepts it just before', async () => {
    const [ada, ben] = [await person(), await person()];
    const [early, late] = [await comeBack(app, ada), await comeBack(app, ben)];
    clock.advance(10 * MINUTE - 1);
    expect(await locationAfter(early)).toBe(CONNECTED);
    clock.advance(1);
    expect(await locationAfter(late)).toBe(failed('state-invalid'));
    expect(await accountOf(ben)).toBeNull();
  });

  test('rejects a browser that did not continue from the consent page, whatever its session', async () => {
    const [ada, ben] = [await person(), await person()];
    const back = await comeBack(app, ada);
    for (const caller of [null, ben, ada]) {
      const { headers } = await call(caller, 'GET', `${back.pathname}${back.search}`);
      expect(headers.location).toBe(failed('other-browser'));
    }
    expect([await accountOf(ada), await accountOf(ben)]).toEqual([null, null]);
    expect(await locationAfter(back), 'without an effect on the owner').toBe(CONNECTED);
  });

  test('rejects consent for a connection that another user started', async () => {
    const carol = await person({ name: 'Carol' });
    const [carols, victims] = [openBrowser(call), openBrowser(call)];
    const start = await startOf(carol);
    // Carol goes on herself, and sends the victim the address of the music service, where they allow it.
    const authorize = await carols.goOn(start);
    const back = await music.consent(authorize.href);
    expect((await victims.ask('GET', back)).headers.location).toBe(failed('other-browser'));
    // Or she sends a form of her own making, with the proof of her own page.
    const page = await carols.ask('GET', start);
    const [, action = ''] = /action="([^"]+)"/.exec(page.text) ?? [];
    const form = new URL(action.replaceAll('&#38;', '&'), start);
    expect((await victims.ask('POST', form)).headers.location).toBe(failed('other-browser'));
    // Or has their browser open our page somewhere out of sight first, which tells her nothing of its mark.
    await victims.ask('GET', start);
    expect((await victims.ask('POST', form)).headers.location).toBe(failed('other-browser'));
    expect((await victims.ask('GET', back)).headers.location).toBe(failed('other-browser'));
    expect(await accountOf(carol)).toBeNull();
  });

  test('rejects a used code and revokes its tokens', async () => {
    const [ada, ben] = [await person(), await person()];
    const used = await comeBack(app, ada);
    expect(await locationAfter(used)).toBe(CONNECTED);
    const fresh = await comeBack(app, ben);
    expect(await locationAfter(changed(fresh, { code: used.searchParams.get('code') }))).toBe(failed('refused'));
    expect(await accountOf(ben)).toBeNull();
    expect((await call(ada, 'POST', '/api/music/sync')).body.code).toBe('music.needs-reauth');
  });

  test("rejects a code stolen from another user's callback, because it matches only their challenge", async () => {
    const [ada, eve] = [await person(), await person()];
    const [adas, eves] = [await comeBack(app, ada), await comeBack(app, eve)];
    expect(await locationAfter(changed(eves, { code: adas.searchParams.get('code') }))).toBe(failed('refused'));
    expect(await accountOf(eve)).toBeNull();
    expect(await locationAfter(adas), 'which a guess without the verifier does not use up').toBe(CONNECTED);
  });

  test('rejects a forged callback and connects neither user', async () => {
    const [ada, eve] = [await person(), await person()];
    const eves = await comeBack(app, eve);
    // Eve keeps her way back to herself, and has Ada’s browser open it without the state, or with one of its own making.
    for (const state of [null, 'ada', ada.id]) {
      const address = changed(eves, { state });
      const { headers } = await call(ada, 'GET', `${address.pathname}${address.search}`);
      expect(headers.location).toBe(failed('state-invalid'));
    }
    expect([await accountOf(ada), await accountOf(eve)]).toEqual([null, null]);
  });

  test('redirects to this server only, whatever the parameters', async () => {
    const ada = await person();
    const back = await comeBack(app, ada);
    const elsewhere = 'https://elsewhere.example/';
    const more = { redirect_uri: elsewhere, redirect: elsewhere, next: elsewhere, error_uri: elsewhere };
    const headers = { 'x-forwarded-host': 'elsewhere.example', referer: elsewhere };
    const ask = async (address: URL) =>
      (await call(null, 'GET', `${address.pathname}${address.search}`, undefined, { ...headers, cookie: cookies() }))
        .headers.location;
    const cookies = () => [...browserOf(app).held].map(([name, value]) => `${name}=${value}`).join('; ');
    expect(await ask(changed(back, more))).toBe(CONNECTED);
    expect(await ask(changed(back, { ...more, error: elsewhere }))).toBe(failed('state-invalid'));
    const another = await comeBack(app, ada);
    expect(await ask(changed(another, { ...more, error: `${elsewhere}&reason=x` }))).toBe(failed('refused'));
  });

  test('reports that the user denied access, and consumes the state', async () => {
    const ada = await person();
    const back = await music.consent((await begin(ada)).href, undefined, 'deny');
    expect(await locationAfter(back)).toBe(failed('denied'));
    expect(await locationAfter(back)).toBe(failed('state-invalid'));
  });

  test('reports a missing code', async () => {
    const ada = await person();
    expect(await locationAfter(changed(await comeBack(app, ada), { code: null }))).toBe(failed('code-missing'));
  });

  test('does not connect a user who was deactivated in the meantime', async () => {
    const ada = await person();
    const back = await comeBack(app, ada);
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', ada.id).execute();
    expect(await locationAfter(back)).toBe(failed('account-blocked'));
    const rows = await deps.db.selectFrom('music_account').select('user_id').where('user_id', '=', ada.id).execute();
    expect(rows).toEqual([]);
  });

  test.each<[SandboxMusicBehaviour, string]>([
    [{ mode: 'refuse-with', status: 500 }, 'unavailable'],
    [{ mode: 'reset', at: 'api' }, 'unavailable'],
    [{ mode: 'garbage' }, 'bad-response'],
    [{ mode: 'huge', at: 'api' }, 'bad-response'],
    [{ mode: 'refuse-with', status: 429 }, 'rate-limited'],
    [{ mode: 'refuse-with', status: 401, at: 'api' }, 'refused'],
    [
      {
        mode: 'answer-with',
        at: 'token',
        value: { access_token: 'a', token_type: 'bearer', refresh_token: 'r', scope: 'x' },
      },
      'scope-missing',
    ],
  ])('reports how the music service failed: %j', async (behaviour, reason) => {
    deps.music = await createMusic(deps.config.music);
    const ada = await person();
    const back = await comeBack(app, ada);
    music.behave(behaviour);
    expect(await locationAfter(back)).toBe(failed(reason));
    expect(await accountOf(ada)).toBeNull();
  });

  test('rejects an overlong or repeated state', async () => {
    const ada = await person();
    const back = await comeBack(app, ada);
    const state = back.searchParams.get('state') ?? '';
    for (const query of [`state=${'x'.repeat(5_000)}`, `state=${state}&state=${state}&code=a`, 'state=&state=']) {
      expect(await locationAfter(new URL(`/api/music/callback?${query}`, back))).toBe(failed('state-invalid'));
    }
    expect(await accountOf(ada)).toBeNull();
    expect(await locationAfter(back), 'without an effect on the owner').toBe(CONNECTED);
  });

  test.each([
    ['a code without end', `code=${'x'.repeat(5_000)}`],
    ['two codes', 'code=a&code=b'],
    ['an error without end', `error=${'x'.repeat(5_000)}`],
    ['two errors', 'error=access_denied&error=access_denied'],
  ])('rejects %s and consumes the state', async (_what, query) => {
    const ada = await person();
    const state = (await begin(ada)).searchParams.get('state');
    const address = new URL(`http://meadow.test/api/music/callback?state=${state}&${query}`);
    expect(await locationAfter(address)).toBe(failed('refused'));
    expect(await locationAfter(address)).toBe(failed('state-invalid'));
  });
});

describe('GET /api/music/connected', () => {
  const pageAt = (address: string) => callBack(app, new URL(address));

  test('returns a result page without scripts after success', async () => {
    const { status, headers, text } = await pageAt(String(await locationAfter(await comeBack(app, await person()))));
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('Your music is connected');
    expect(text).toContain('<a href="/music">Back to Meadow</a>');
    expect(headers['cache-control']).toBe('no-store');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|script-src/);
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(text) ?? [];
    expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  });

  test.each([
    ['state-invalid', 'ten minutes'],
    ['other-browser', 'another browser'],
    ['denied', 'did not allow'],
    ['refused', 'refused'],
    ['code-missing', 'refused'],
    ['scope-missing', 'what you played'],
    ['account-blocked', 'deactivated'],
    ['not-configured', 'no longer set up'],
    ['unavailable', 'a few minutes'],
    ['timeout', 'a few minutes'],
    ['bad-response', 'a few minutes'],
    ['rate-limited', 'a few minutes'],
    ['paused', 'a few minutes'],
  ])('shows the reason of a failure: %s', async (reason, words) => {
    const { status, text } = await pageAt(failed(reason));
    expect(status).toBe(200);
    expect(text).toContain('Your music is not connected');
    expect(text).toContain(words);
  });

  test.each([
    '',
    '?music=failed',
    '?music=failed&reason=constructor',
    '?music=%3Cscript%3Ecanary',
    '?music=failed&reason=%3Cb%3Ecanary&reason=canary',
    `?music=connected&music=connected&reason=${'canary'.repeat(1_000)}`,
  ])('does not repeat unknown parameters: %s', async (query) => {
    const { status, text } = await pageAt(`http://meadow.test/api/music/connected${query}`);
    expect(status).toBe(200);
    expect(text).toContain('Your music is not connected');
    expect(text).not.toMatch(/canary|native code|undefined/);
  });
});

test('keeps tokens, states, verifiers and codes out of responses, database and log', async () => {
  const ada = await person();
  const browser = openBrowser(other.call);
  const goOn = async () => browser.goOn((await other.call(ada, 'GET', '/api/music/connect')).body.url);
  const [begun, unfinished] = [await goOn(), await goOn()];
  const back = await music.consent(begun.href);
  const ended = await browser.ask('GET', back);
  const listener = (await accountOf(ada)).provider_user_id;
  music.play(listener, clock.now());
  const before = music.requests.length;
  await endAccessToken(app, ada);
  const responses = [
    ended,
    await other.call(ada, 'POST', '/api/music/sync'),
    await other.call(ada, 'GET', '/api/music/account'),
    await other.call(ada, 'GET', '/api/music/plays'),
  ];
  music.revoke(listener);
  await endAccessToken(app, ada);
  responses.push(await other.call(ada, 'POST', '/api/music/sync'));
  expect(responses.map(({ status }) => status)).toEqual([302, 200, 200, 200, 400]);
  expect(music.requests.slice(before).some(({ grantType }) => grantType === 'refresh_token')).toBe(true);

  const output = [...responses.map(({ text, headers }) => `${text} ${JSON.stringify(headers)}`), ...lines].join('\n');
  const stored = await everythingStored();
  expect(lines.length).toBeGreaterThan(5);
  for (const text of [output, stored]) {
    // The sandbox starts each token with one of these words.
    expect(text).not.toMatch(/\b(access|refresh|code)-[\w-]{30}/);
    expect(text).not.toContain(back.searchParams.get('state'));
    expect(text).not.toContain(unfinished.searchParams.get('state'));
    expect(text).not.toContain(unfinished.searchParams.get('code_challenge'));
    expect(text).not.toContain(music.clientSecret);
  }
  expect(stored, 'so that there was something to find').toContain(listener);
});

/** Every row of every table, as text. */
async function everythingStored(): Promise<string> {
  const tables = await sql<{ name: string }>`
    select quote_ident(table_name) as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(deps.db);
  const parts: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ text: string }>`select whole::text as text from ${sql.raw(name)} whole`.execute(
      deps.db,
    );
    parts.push(...rows.map(({ text }) => text));
  }
  return parts.join('\n');
}
