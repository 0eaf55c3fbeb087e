import { randomUUID } from 'node:crypto';
import { serialize } from 'node:v8';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { urlOf } from '../access-matrix/matrix.ts';
import { ROWS } from '../access-matrix/rows.ts';
import { createScenario } from '../access-matrix/scenario.ts';
import { holdNextTone } from '../hold-tone.ts';
import { type Person, startTestApp, type TestResponse } from '../start-test-app.ts';
import { listenOnLoopback, openSocket } from './raw-http.ts';

const { person, call, ai, clock, deps, issuer, server } = await startTestApp({
  environment: { AI_CALLS_PER_DAY: '3', DROPS_CRON_SECRET: 'secret-of-the-months' },
});
const hurried = await startTestApp({ limits: { handlerTime: 3_000 } });

const DAY = 24 * 60 * 60 * 1000;
const ENTRY = { title: 'Once', content: 'and never twice', mood: 'calm' };

const write = (author: Person, key: string, body: unknown = ENTRY, url = '/api/journal') =>
  call(author, 'POST', url, body, { 'idempotency-key': key });

const entriesOf = async (author: Person): Promise<unknown[]> =>
  (await call(author, 'GET', '/api/journal')).body.entries;

/** The same person with a token of this moment. */
const renewed = async (author: Person): Promise<Person> => ({
  ...author,
  token: await issuer.sign(author.id, clock.now()),
});

/** Removes the entry and the stored response, as if the node of the request was killed. */
async function forgetResponse(author: Person): Promise<void> {
  await deps.db
    .updateTable('idempotency_key')
    .set({ status: null, response_body: null })
    .where('user_id', '=', author.id)
    .execute();
  await deps.db.deleteFrom('journal_entry').where('user_id', '=', author.id).execute();
}

const codeOf = ({ status, body }: TestResponse) => [status, body.code];

describe('a repeated request', () => {
  test('gets the first answer again, marked as such, and does nothing', async () => {
    const ada = await person();
    const first = await write(ada, 'k');
    const second = await write(ada, 'k');
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.text).toBe(first.text);
    expect(first.headers).not.toHaveProperty('idempotency-replayed');
    expect(second.headers).toMatchObject({
      'idempotency-replayed': 'true',
      'content-type': first.headers['content-type'],
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    expect(await entriesOf(ada)).toHaveLength(1);
  });

  test('gets its first refusal again, too', async () => {
    const ada = await person();
    const body = { ...ENTRY, notebook_id: randomUUID() };
    const first = await write(ada, 'k', body);
    expect(codeOf(first)).toEqual([400, 'journal.notebook-not-yours']);
    const second = await write(ada, 'k', body);
    expect([second.status, second.text, second.headers['idempotency-replayed']]).toEqual([400, first.text, 'true']);
  });

  test('gets the first answer for a day, and is a new request after it', async () => {
    const ada = await person();
    const first = await write(ada, 'k');
    clock.advance(DAY);
    const fresh = await renewed(ada);
    expect((await write(fresh, 'k')).text).toBe(first.text);
    clock.advance(1);
    const second = await write(fresh, 'k');
    expect(second.status).toBe(201);
    expect(second.body.entry.id).not.toBe(first.body.entry.id);
    expect(second.headers).not.toHaveProperty('idempotency-replayed');
  });

  test('without a key is a new request', async () => {
    const ada = await person();
    await call(ada, 'POST', '/api/journal', ENTRY);
    await call(ada, 'POST', '/api/journal', ENTRY);
    expect(await entriesOf(ada)).toHaveLength(2);
  });
});

describe('one key', () => {
  test('with fifty requests at once has exactly one effect', async () => {
    const ada = await person();
    const responses = await Promise.all(Array.from({ length: 50 }, () => write(ada, 'k')));
    const done = responses.filter(({ status }) => status === 201);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    expect(done.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1);
    const others = responses.filter(({ status }) => status !== 201);
    expect(new Set(others.map((response) => codeOf(response).join()))).toEqual(
      new Set(others.length > 0 ? ['409,idempotency.in-flight'] : []),
    );
    expect(await entriesOf(ada)).toHaveLength(1);
  });

  test('is refused with a changed body, and with the same body for another route', async () => {
    const ada = await person();
    await write(ada, 'k');
    expect(codeOf(await write(ada, 'k', { ...ENTRY, title: 'Twice' }))).toEqual([400, 'idempotency.key-reused']);
    expect(codeOf(await write(ada, 'k', ENTRY, '/api/journal?x=1'))).toEqual([400, 'idempotency.key-reused']);
    expect(codeOf(await write(ada, 'k', { name: 'N' }, '/api/notebooks'))).toEqual([400, 'idempotency.key-reused']);
    expect(await entriesOf(ada)).toHaveLength(1);
  });

  test('of another user is another key', async () => {
    const [ada, ben] = [await person(), await person()];
    const [hers, his] = [await write(ada, 'k'), await write(ben, 'k')];
    expect(his.status).toBe(201);
    expect(his.headers).not.toHaveProperty('idempotency-replayed');
    expect(his.body.entry.id).not.toBe(hers.body.entry.id);
  });

  test('is told to wait while its first request is under way, and replays once that has ended', async () => {
    const ada = await person();
    const analyze = () => write(ada, 'k', { content: 'I am happy' }, '/api/ai/analyze-tone');
    const before = ai.requests.length;
    const tone = holdNextTone(deps);
    const first = analyze();
    await tone.isAskedFor;
    expect(codeOf(await analyze())).toEqual([409, 'idempotency.in-flight']);
    tone.letGo();
    expect((await first).status).toBe(200);
    expect((await analyze()).text).toBe((await first).text);
    expect(ai.requests.length).toBe(before + 1);
  });

  test('whose request got no answer for a minute is taken over by the same request, and by no other', async () => {
    const ada = await person();
    await write(ada, 'k');
    await forgetResponse(ada);
    clock.advance(60_000);
    expect(codeOf(await write(ada, 'k'))).toEqual([409, 'idempotency.in-flight']);
    clock.advance(1);
    expect(codeOf(await write(ada, 'k', { ...ENTRY, title: 'Other' }))).toEqual([400, 'idempotency.key-reused']);
    const responses = await Promise.all(Array.from({ length: 10 }, () => write(ada, 'k')));
    expect(responses.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
    expect(await entriesOf(ada)).toHaveLength(1);
  });

  test('whose first request was cut off is free later where an answer may take longer', async () => {
    const ada = await person();
    const { id } = (await call(ada, 'POST', '/api/tone-packs', { name: 'Lakes', theme: 'nature' })).body.pack;
    const url = `/api/tone-packs/${id}/generate-images`;
    const generate = () => call(ada, 'POST', url, { tones: ['calm'] }, { 'idempotency-key': 'k' });
    expect((await generate()).status).toBe(200);
    await forgetResponse(ada);
    clock.advance(6 * 60_000);
    expect(codeOf(await generate())).toEqual([409, 'idempotency.in-flight']);
    clock.advance(1);
    expect((await generate()).status).toBe(200);
  });

  test.each([
    ['no character', ''],
    ['256 characters', 'k'.repeat(256)],
    ['a space', 'two words'],
    ['a letter beyond ASCII', 'schlüssel'],
    ['a control character', 'a\u007fb'],
  ])('of %s is refused', async (_name, key) => {
    const ada = await person();
    expect(codeOf(await write(ada, key))).toEqual([400, 'idempotency.key-invalid']);
    expect(await entriesOf(ada)).toEqual([]);
  });

  test('of 255 characters serves', async () => {
    const ada = await person();
    expect((await write(ada, 'k'.repeat(255))).status).toBe(201);
  });

  test('goes with its person', async () => {
    const ada = await person();
    await write(ada, 'k');
    await deps.db.deleteFrom('profile').where('id', '=', ada.id).execute();
    expect(await deps.db.selectFrom('idempotency_key').select('key').where('user_id', '=', ada.id).execute()).toEqual(
      [],
    );
  });

  test('that is older than a day is removed by the next request', async () => {
    const ada = await person();
    await write(ada, 'old');
    clock.advance(DAY + 1);
    await write(await renewed(ada), 'new');
    const rows = await deps.db.selectFrom('idempotency_key').select('key').where('user_id', '=', ada.id).execute();
    expect(rows).toEqual([{ key: 'new' }]);
  });
});

test('keys of one person that are older than a day can all be used again at once', async () => {
  const ada = await person();
  const longAgo = new Date(clock.now().getTime() - 2 * DAY);
  for (let round = 0; round < 3; round += 1) {
    await sql`delete from idempotency_key where user_id = ${ada.id}`.execute(deps.db);
    await sql`
      insert into idempotency_key (user_id, key, request_digest, claimed_at, status, response_body)
      select ${ada.id}, 'k' || number, 'd', ${longAgo}, 200, '{}' from generate_series(1, 20000) number`.execute(
      deps.db,
    );
    const responses = await Promise.all(Array.from({ length: 8 }, (_, index) => write(ada, `k${20_000 - index}`)));
    expect(responses.map(codeOf)).toEqual(Array(8).fill([201, undefined]));
  }
});

describe('a key of an anonymous caller', () => {
  const SPONSOR = { name: 'Acme', tier: 'gold', contact_name: 'Ann', contact_email: 'ann@acme.test' };

  async function apply(remoteAddress: string, key: string, body: object = SPONSOR) {
    const headers = { 'idempotency-key': key };
    const {
      statusCode,
      headers: responded,
      json,
    } = await server.inject({
      method: 'POST',
      url: '/api/lab/sponsors',
      remoteAddress,
      headers,
      body,
    });
    return { status: statusCode, headers: responded, body: json() };
  }

  test('has one effect, and replays its answer to the same network alone', async () => {
    const first = await apply('2001:db8::1', 'k');
    const again = await apply('2001:db8::2', 'k');
    expect([first.status, again.status, again.headers['idempotency-replayed']]).toEqual([201, 201, 'true']);
    expect(again.body).toEqual(first.body);
    const other = await apply('2001:db8:0:1::1', 'k');
    expect([other.status, other.headers['idempotency-replayed']]).toEqual([201, undefined]);
    expect(other.body.sponsor.id).not.toBe(first.body.sponsor.id);
  });

  test('has one effect of twenty at once', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => apply('192.0.2.1', 'k')));
    const ids = responses.flatMap(({ status, body }) => (status === 201 ? [body.sponsor.id] : []));
    expect(new Set(ids).size).toBe(1);
    for (const { status, body } of responses) {
      if (status !== 201) expect([status, body.code]).toEqual([409, 'idempotency.in-flight']);
    }
  });

  test('is refused with a changed body, and free after a request that was not valid', async () => {
    expect((await apply('192.0.2.2', 'k', { ...SPONSOR, tier: 'tin' })).status).toBe(400);
    expect((await apply('192.0.2.2', 'k')).status).toBe(201);
    const changed = await apply('192.0.2.2', 'k', { ...SPONSOR, name: 'Other' });
    expect([changed.status, changed.body.code]).toEqual([400, 'idempotency.key-reused']);
  });

  test('discloses the address to no user, and is removed by requests of others a day later', async () => {
    const ofAddresses = () =>
      deps.db.selectFrom('idempotency_key').selectAll().where('network_key_digest', 'is not', null).execute();
    await apply('192.0.2.3', 'easily-guessed');
    expect(JSON.stringify(await ofAddresses())).not.toMatch(/192\.0\.2\.3|easily-guessed/);
    clock.advance(DAY + 1);
    const before = await ofAddresses();
    await apply('192.0.2.4', 'new');
    const left = await ofAddresses();
    expect(left).toHaveLength(1 + Math.max(0, before.length - 10));
    expect((await apply('192.0.2.3', 'easily-guessed')).headers).not.toHaveProperty('idempotency-replayed');
  });

  test('also belongs to a machine, and no other caller can use it', async () => {
    expect((await apply('127.0.0.1', 'k')).status).toBe(201);
    const run = () =>
      call(null, 'POST', '/api/drops/cron/award-monthly-all', undefined, {
        'x-cron-secret': 'secret-of-the-months',
        'idempotency-key': 'k',
      });
    const [first, again] = [await run(), await run()];
    expect([first.status, again.status, again.headers['idempotency-replayed']]).toEqual([200, 200, 'true']);
    expect(again.text).toBe(first.text);
  });
});

describe('a key is free again', () => {
  test.each<[string, Parameters<typeof ai.behave>[0]]>([
    ['refused with 500', { mode: 'refuse-with', status: 500 }],
    ['refused with 429', { mode: 'refuse-with', status: 429 }],
    ['answered nonsense', { mode: 'garbage' }],
  ])('after a provider %s', async (_what, behaviour) => {
    const ada = await person();
    const analyze = () => write(ada, 'k', { content: 'I am happy' }, '/api/ai/analyze-tone');
    ai.behave(behaviour);
    expect((await analyze()).status).toBeGreaterThanOrEqual(500);
    ai.behave({ mode: 'normal' });
    const second = await analyze();
    expect([second.status, second.headers['idempotency-replayed']]).toEqual([200, undefined]);
  });

  test('after a 429', async () => {
    const ada = await person();
    const analyze = (author: Person, key: string) =>
      write(author, key, { content: 'I am happy' }, '/api/ai/analyze-tone');
    for (const key of ['a', 'b', 'c']) expect((await analyze(ada, key)).status).toBe(200);
    expect((await analyze(ada, 'd')).status).toBe(429);
    // Tomorrow, while the key is not a day old.
    clock.advance(DAY - 1);
    const tomorrow = await analyze(await renewed(ada), 'd');
    expect(tomorrow.status).toBe(200);
    expect(tomorrow.headers).not.toHaveProperty('idempotency-replayed');
  });

  test('after a request that was not valid, or whose body could not be read', async () => {
    const ada = await person();
    expect((await write(ada, 'k', { title: null, content: '' })).status).toBe(400);
    expect((await write(ada, 'k', { title: 'a\0b', content: '' })).status).toBe(400);
    expect((await write(ada, 'k')).status).toBe(201);
  });

  test('after a request without a valid token', async () => {
    const ada = await person();
    expect((await write({ ...ada, token: 'forged' }, 'k')).status).toBe(401);
    expect((await write(ada, 'k')).headers).not.toHaveProperty('idempotency-replayed');
  });
});

test('a client that hangs up before the answer gets it with the next try', async () => {
  const ada = await person();
  const port = await listenOnLoopback(server);
  const body = JSON.stringify(ENTRY);
  const socket = await openSocket(port);
  socket.write(
    `POST /api/journal HTTP/1.1\r\nHost: meadow.test\r\nAuthorization: Bearer ${ada.token}\r\nIdempotency-Key: k\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  await expect
    .poll(() => deps.db.selectFrom('idempotency_key').select('key').where('user_id', '=', ada.id).execute(), {
      interval: 1,
    })
    .toEqual([{ key: 'k' }]);
  socket.destroy();
  await expect.poll(async () => (await write(ada, 'k')).headers['idempotency-replayed']).toBe('true');
  expect(await entriesOf(ada)).toHaveLength(1);
});

test('a key whose request took too long stays taken, because the work may go on, and is free a minute later', async () => {
  const ada = await hurried.person();
  const analyze = (author: Person) =>
    hurried.call(author, 'POST', '/api/ai/analyze-tone', { content: 'I am happy' }, { 'idempotency-key': 'k' });
  hurried.ai.behave({ mode: 'slow', delayMs: 4_000 });
  expect(codeOf(await analyze(ada))).toEqual([503, 'server.busy']);
  hurried.ai.behave({ mode: 'normal' });
  expect(codeOf(await analyze(ada))).toEqual([409, 'idempotency.in-flight']);
  hurried.clock.advance(60_001);
  expect((await analyze(ada)).status).toBe(200);
});

describe('what is deleted is forgotten with the answers that hold it', () => {
  const CANARY = 'canary-of-the-diary';
  const stored = async (author: Person) =>
    (await sql`select idempotency_key::text as row from idempotency_key where user_id = ${author.id}`.execute(deps.db))
      .rows;

  test.each([
    ['/api/journal', 'entry', { title: CANARY, content: CANARY }],
    ['/api/notebooks', 'notebook', { name: CANARY }],
    ['/api/goals', 'goal', { title: CANARY }],
    ['/api/satisfaction-entries', 'satisfaction_entry', { score: 7, note: CANARY }],
    ['/api/sleep-entries', 'sleep_entry', { sleep_date: '2026-02-28', hours: 7, quality: 4, note: CANARY }],
    ['/api/action-notes', 'action_note', { content: CANARY }],
  ])('of %s', async (url, name, body) => {
    const ada = await person();
    const first = await write(ada, 'k', body, url);
    const other = await write(ada, 'other', body, url);
    expect([first.status, other.status]).toEqual([201, 201]);
    expect(JSON.stringify(await stored(ada)).split(CANARY).length).toBeGreaterThan(2);
    expect((await call(ada, 'DELETE', `${url}/${first.body[name].id}`)).status).toBe(200);
    expect(codeOf(await write(ada, 'k', body, url))).toEqual([400, 'idempotency.response-not-stored']);
    // What is there still is answered still.
    expect((await write(ada, 'other', body, url)).text).toBe(other.text);
    expect((await call(ada, 'DELETE', `${url}/${other.body[name].id}`)).status).toBe(200);
    expect(JSON.stringify(await stored(ada))).not.toContain(CANARY);
  });

  test('of the check-ins of a goal, with one of them and with the goal', async () => {
    const ada = await person();
    const { goal } = (await call(ada, 'POST', '/api/goals', { title: 'Run' })).body;
    const url = `/api/goals/${goal.id}/check-ins`;
    const checkIn = (key: string) => write(ada, key, { status: 'completed', notes: CANARY }, url);
    const [first] = [await checkIn('a'), await checkIn('b')];
    await call(ada, 'DELETE', `${url}/${first.body.check_in.id}`);
    expect(codeOf(await checkIn('a'))).toEqual([400, 'idempotency.response-not-stored']);
    expect((await checkIn('b')).status).toBe(201);
    await call(ada, 'DELETE', `/api/goals/${goal.id}`);
    expect(codeOf(await checkIn('b'))).toEqual([400, 'idempotency.response-not-stored']);
    expect(JSON.stringify(await stored(ada))).not.toContain(CANARY);
  });

  test('and steps of a run that ended without an answer go, too', async () => {
    const ada = await person();
    const { body } = await write(ada, 'k', { title: CANARY, content: CANARY });
    const output = serialize({ rows: [body.entry] });
    await sql`
      update idempotency_key set status = null, response_body = null, step_names = '{s}', step_outputs = array[${output}::bytea]
      where user_id = ${ada.id}`.execute(deps.db);
    await call(ada, 'DELETE', `/api/journal/${body.entry.id}`);
    expect(await stored(ada)).toHaveLength(1);
    const { rows } = await sql`select step_outputs from idempotency_key where user_id = ${ada.id}`.execute(deps.db);
    expect(rows).toEqual([{ step_outputs: [] }]);
    const again = await write(ada, 'k', { title: CANARY, content: CANARY });
    expect(codeOf(again)).toEqual([400, 'idempotency.response-not-stored']);
  });
});

describe('every POST of members replays', async () => {
  const replaying = await startTestApp();
  const scenario = await createScenario(replaying);
  // The way to the provider's pages is a secret, and so is the way into a journal, an account or to events: they are not kept, and a repeat is told so.
  const secrets = [
    '/api/payment/create-portal-session',
    '/api/events/ticket',
    '/api/user/inbound-address',
    '/api/user/tokens',
    '/api/user/webhooks',
    '/api/user/webhooks/:webhookId/rotate-secret',
    '/api/organizations/:id/webhooks',
    '/api/organizations/:id/webhooks/:webhookId/rotate-secret',
    '/api/organizations/:id/invitations',
    '/api/teams/:id/invitations',
  ];
  // After the end of an impersonation there is no token with which to repeat the request.
  const posts = replaying.routes.flatMap(({ audience, method, path }) => {
    const row = ROWS[`${method} ${path}`];
    return audience === 'member' && method === 'POST' && row && row.expected.owner < 300 ? [{ path, row }] : [];
  });

  test.each(posts)('$path', async ({ path, row }) => {
    const asked = await row.ask(scenario);
    const headers = { ...asked.headers, 'idempotency-key': randomUUID() };
    const send = () => replaying.call(scenario.people.owner, 'POST', urlOf(path, asked), asked.body, headers);
    const first = await send();
    const second = await send();
    expect(first.status).toBe(row.expected.owner);
    if (secrets.includes(path)) {
      expect(codeOf(second)).toEqual([400, 'idempotency.response-not-stored']);
      return;
    }
    expect([second.status, second.text]).toEqual([first.status, first.text]);
    expect(second.headers['idempotency-replayed']).toBe('true');
  });
});
