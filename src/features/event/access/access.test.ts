import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { createSignatures } from '#platform/crypto/signatures.ts';
import { listenOnLoopback } from '#test/edge/raw-http.ts';
import { createPersonalToken } from '#test/personal-token.ts';
import { startSecondNode } from '#test/second-node.ts';
import { LIMITS, startTestApp } from '#test/start-test-app.ts';
import { publishEvents } from '../index.ts';
import { openTestStream, type TestStream } from '../stream/test-stream.ts';

/* The heartbeat is one hour, longer than a test: so a stream that ends was ended by an announcement, which the contract has take two seconds. */

const MINUTE_MS = 60_000;
const RARE = { heartbeatInterval: 60 * MINUTE_MS };

const app = await startTestApp({ builtInIdentity: true, cachesAccounts: true, limits: RARE });
const { server, deps, clock, call } = app;
const logged: string[] = [];
const log = pino(
  new Writable({
    write: (line, _encoding, done) => {
      logged.push(String(line));
      done();
    },
  }),
);
const other = await startSecondNode(app, log as never, { cachesAccounts: true, limits: { ...LIMITS, ...RARE } });
const port = await listenOnLoopback(server);
const otherPort = await listenOnLoopback(other.server);
deps.sequencer.start();

type User = { id: string; email: string; cookie: string; session: string; token: string };

async function post(url: string, headers: Record<string, string>, body: object = {}) {
  const own = { host: 'meadow.test', origin: 'http://meadow.test', ...headers };
  return server.inject({ method: 'POST', url, headers: own, payload: body });
}

async function signIn(path: 'sign-up' | 'sign-in', email: string): Promise<User> {
  const response = await post(`/auth/${path}/email`, {}, { name: 'Ada', email, password: 'a long password' });
  const [cookie = ''] = [response.headers['set-cookie']].flat().map((header) => header?.split(';')[0]);
  const { token: session, user } = response.json();
  const token = await freshToken(session);
  return { id: user.id, email, cookie, session, token };
}

async function freshToken(session: string): Promise<string> {
  const headers = { authorization: `Bearer ${session}` };
  return (await server.inject({ method: 'GET', url: '/auth/token', headers })).json().token;
}

async function signUp(): Promise<User> {
  const user = await signIn('sign-up', `${randomUUID()}@people.test`);
  expect((await call(user, 'GET', '/api/user/profile')).status).toBe(200);
  return user;
}

const listen = ({ token }: User, at = port) => openTestStream(at, { token });
const ticketOf = async (user: User): Promise<string> => (await call(user, 'POST', '/api/events/ticket')).body.ticket;
const withTicket = (ticket: string, at = port) => openTestStream(at, { query: `ticket=${encodeURIComponent(ticket)}` });

async function expectCut(stream: TestStream, work: () => Promise<unknown>): Promise<void> {
  await expect.poll(() => stream.events().length).toBeGreaterThan(0);
  await work();
  await stream.ended;
  expect(stream.events().at(-1)).toMatchObject({ event: 'closed', data: { reason: 'access-ended' } });
}

/** Resolves once the stream gets an event that is published now. */
async function expectOpen({ id }: User, stream: TestStream): Promise<void> {
  const transaction_id = randomUUID();
  const data = { transaction_id, amount: 1, balance: 1 };
  await deps.db
    .transaction()
    .execute((tx) => publishEvents(deps, tx, [{ kind: 'wallet.changed', audience: { userIds: [id] }, data }]));
  await expect.poll(() => stream.text()).toContain(transaction_id);
}

describe('A stream of a session', () => {
  test('opens with the cookie of the session at an own page, and at no other', async () => {
    const ada = await signUp();
    const opened = await openTestStream(port, { headers: { cookie: ada.cookie, 'sec-fetch-site': 'same-origin' } });
    expect(opened.status).toBe(200);
    await expectOpen(ada, opened);
    const foreign = await openTestStream(port, { headers: { cookie: ada.cookie, 'sec-fetch-site': 'cross-site' } });
    expect(foreign.status).toBe(403);
  });

  test('outlives its access token, and ends after twelve hours', async () => {
    const fast = await startSecondNode(app, deps.log, { limits: { ...LIMITS, heartbeatInterval: 50 } });
    const ada = await signUp();
    const stream = await listen(ada, await listenOnLoopback(fast.server));
    clock.advance(60 * MINUTE_MS);
    expect((await call(ada, 'GET', '/api/user/profile')).status).toBe(401);
    await expect.poll(stream.heartbeats).toBeGreaterThan(2);
    await expectOpen(ada, stream);
    clock.advance(11 * 60 * MINUTE_MS);
    await stream.ended;
    expect(stream.events().at(-1)).toMatchObject({ event: 'closed', data: { reason: 'expired' } });
  });

  test('ends by the announcement of the sign-out, at every node, and those of other sessions do not', async () => {
    const ada = await signUp();
    const elsewhere = await signIn('sign-in', ada.email);
    const streams = [await listen(ada), await listen(ada, otherPort)];
    const kept = await listen(elsewhere);
    await Promise.all(
      streams.map((stream, index) =>
        expectCut(stream, async () => index === 0 && post('/auth/sign-out', { cookie: ada.cookie })),
      ),
    );
    await expectOpen(elsewhere, kept);
  });

  test('ends by the announcement of the end of the session by another device', async () => {
    const ada = await signUp();
    const elsewhere = await signIn('sign-in', ada.email);
    const stream = await listen(elsewhere);
    await expectCut(stream, () => call(ada, 'DELETE', '/api/sessions'));
  });

  test.each([
    [
      'deactivated',
      ({ id }: User) => deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', id).execute(),
    ],
    ['deleted', ({ id }: User) => deps.db.deleteFrom('profile').where('id', '=', id).execute()],
  ])('ends by an announcement when its user is %s', async (_, change) => {
    const ada = await signUp();
    const [stream, beside] = [await listen(ada), await listen(ada, otherPort)];
    await expectCut(stream, () => change(ada));
    await beside.ended;
  });
});

describe('A stream of a personal access token', () => {
  test('ends by an announcement when the token is revoked, at every node', async () => {
    const ada = await signUp();
    const script = await createPersonalToken({ call }, { ...ada }, ['events']);
    const streams = [
      await listen({ ...ada, token: script.token }),
      await listen({ ...ada, token: script.token }, otherPort),
    ];
    await Promise.all(
      streams.map((stream, index) =>
        expectCut(stream, async () => index === 0 && call(ada, 'DELETE', `/api/user/tokens/${script.tokenId}`)),
      ),
    );
    expect((await listen({ ...ada, token: script.token })).status).toBe(401);
  });
});

describe('POST /api/events/ticket', () => {
  test('creates a ticket that opens streams of any node for a minute, which stay open', async () => {
    const ada = await signUp();
    const { status, body, headers } = await call(ada, 'POST', '/api/events/ticket');
    expect([status, headers['cache-control'], body.expires_at]).toEqual([
      200,
      'no-store',
      new Date(clock.now().getTime() + MINUTE_MS).toISOString(),
    ]);
    const streams = [await withTicket(body.ticket), await withTicket(body.ticket, otherPort)];
    expect(streams.map((stream) => stream.status)).toEqual([200, 200]);
    clock.advance(MINUTE_MS);
    const late = await withTicket(body.ticket);
    await late.ended;
    expect([late.status, JSON.parse(late.text()).code]).toEqual([401, 'events.ticket-invalid']);
    for (const stream of streams) await expectOpen(ada, stream);
    expect(logged.join('')).toContain('/api/events');
    expect(logged.join('')).not.toContain(body.ticket);
  });

  test('creates a ticket whose streams end with the session, and which opens none after it', async () => {
    const ada = await signUp();
    const ticket = await ticketOf(ada);
    const stream = await withTicket(ticket);
    await expectCut(stream, () => post('/auth/sign-out', { cookie: ada.cookie }));
    await deps.awaitInvalidation();
    expect((await withTicket(ticket)).status).toBe(401);
  });

  test('creates a ticket that is of no use elsewhere', async () => {
    const ada = await signUp();
    const ticket = await ticketOf(ada);
    expect((await call(null, 'GET', `/api/user/profile?ticket=${ticket}`)).status).toBe(401);
    expect((await call({ ...ada, token: ticket }, 'GET', '/api/user/profile')).status).toBe(401);
  });

  test.each([
    [
      'of another user, with its signature',
      (text: string, signature: string) => `${text.slice(0, -4)}AAAA.${signature}`,
    ],
    ['without a signature', (text: string) => text],
    ['signed for another purpose', (text: string) => `${text}.${createSignatures('other').sign(text)}`],
    ['that is an access token', (_text: string, _signature: string, { token }: User) => token],
    ['that is empty', () => ''],
  ])('no stream opens with a ticket %s', async (_, change) => {
    const ada = await signUp();
    const [text = '', signature = ''] = (await ticketOf(ada)).split('.');
    expect((await withTicket(change(text, signature, ada))).status).toBe(401);
  });
});
