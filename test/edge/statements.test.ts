import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { createOrganization, createTeam } from '../groups.ts';
import { sendForm } from '../multipart.ts';
import { gifOf } from '../pictures.ts';
import { startTestApp } from '../start-test-app.ts';

/*
 * What each of the hot routes costs in statements: a round trip to the database is the largest part of most requests. A change that saves
 * one lowers the number here. `begin` and `commit` count. The account is in memory; a node that has just begun to get requests asks for it
 * with one statement more.
 */

type Connection = pg.Client & { connectionParameters: { application_name?: string } };

/** Part of the statement that asks who a caller is. */
const ACCOUNT_QUERY = 'as key (id, session_id)';

const sent: string[] = [];
const send = pg.Client.prototype.query as (...args: unknown[]) => unknown;
vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: Connection, ...args: unknown[]) {
  const [query] = args as [string | { text: string }];
  if (this.connectionParameters.application_name?.startsWith('meadow requests')) {
    const text = typeof query === 'string' ? query : query.text;
    // The first of a connection.
    if (!text.startsWith('set statement_timeout')) sent.push(text);
  }
  return send.apply(this, args);
} as never);

const app = await startTestApp({ cachesAccounts: true });
const { call, deps } = app;
const [ada, ben] = [await app.person(), await app.person()];
const org = await createOrganization(deps, ada, [ben]);
const team = await createTeam(deps, org, ada, [ben]);
const made = async (path: string, body: object) => (await call(ada, 'POST', path, body)).body;
const { notebook } = await made('/api/notebooks', { name: 'Evenings' });
const { goal } = await made('/api/goals', { title: 'Run', cadence: 'weekly' });
const { entry } = await made('/api/journal', { title: 'Fog', content: 'Grey, then sun.', notebook_id: notebook.id });
for (const title of ['One', 'Two', 'Three']) {
  const sharing = { metadata_visibility: 'team', content_visibility: 'team', team_id: team };
  await made('/api/journal', { title, content: 'x', tags: ['walk'], mood: 'calm', ...sharing });
}
await made('/api/workout-window/setup', {
  activityType: 'walk',
  windowStartTime: '07:00',
  windowEndTime: '09:00',
  timezone: 'UTC',
});
await made(`/api/chat/rooms/${team}/messages`, { content: 'Hello' });
const today = deps.clock.now().toISOString().slice(0, 10);

/** Resolves once the node answers from memory who the caller is. */
async function rememberCaller(): Promise<void> {
  const statements = async () => {
    sent.splice(0);
    await call(ada, 'GET', '/api/tags');
    return sent.length;
  };
  await expect.poll(statements, { interval: 10 }).toBe(1);
}

/** The statements of a request that succeeds. */
async function statementsOf(request: () => Promise<{ status: number; text: string }>): Promise<string[]> {
  await rememberCaller();
  sent.splice(0);
  const { status, text } = await request();
  // A node that paused since may have to ask again who the caller is.
  const statements = sent.splice(0).filter((one) => !one.includes(ACCOUNT_QUERY));
  expect([200, 201], text).toContain(status);
  return statements;
}

test.each([
  [1, '/api/me'],
  [3, '/api/today'],
  [0, '/api/config'],
  [1, '/api/user/profile'],
  [1, '/api/journal?scope=mine&limit=50'],
  [1, '/api/journal?scope=shared&limit=50'],
  [1, '/api/journal?limit=50'],
  [1, '/api/journal?limit=50&fields=summary'],
  // The list, the entries that its facets count, and the facets.
  [6, '/api/journal?scope=mine&facets=true'],
  [1, `/api/journal/${entry.id}`],
  [1, `/api/journal/moods?from=${today}&to=${today}`],
  [1, `/api/journal/on-this-day?date=${today}`],
  [2, '/api/notebooks'],
  [2, `/api/notebooks/${notebook.id}`],
  [1, '/api/tags'],
  [1, '/api/trash'],
  [1, '/api/goals'],
  [1, `/api/goals/${goal.id}`],
  [1, '/api/goals/check-ins'],
  [1, '/api/satisfaction-entries'],
  [1, '/api/sleep-entries'],
  [1, '/api/action-notes'],
  [1, '/api/notifications'],
  [2, '/api/organizations'],
  [3, `/api/organizations/${org}/members`],
  [2, '/api/teams'],
  [2, `/api/teams/${team}`],
  [1, '/api/chat/rooms'],
  [1, `/api/chat/rooms/${team}/messages`],
  [1, '/api/drops/balance'],
  [5, '/api/tone-packs'],
  [1, '/api/workout-window/my-window'],
  [1, `/api/workout-window/chain/${today}`],
  [1, `/api/workout-window/squad/${today}`],
  [1, `/api/workout-window/checkins/${today}`],
  [1, '/api/encouragement-drops/received'],
  [1, '/api/encouragement-drops/leaderboard'],
  [0, '/api/chat/assistant'],
])('%i statements: GET %s', async (limit, path) => {
  const statements = await statementsOf(() => call(ada, 'GET', path));
  expect(statements).toHaveLength(limit);
});

test.each([
  [2, 'an entry with a mood', '/api/journal', { title: 'Sun', content: 'Later.', mood: 'calm' }],
  [4, 'an entry whose mood is asked for', '/api/journal', { title: 'Sun', content: 'Later.' }],
  [1, 'a goal', '/api/goals', { title: 'Swim', cadence: 'weekly' }],
  [2, 'a goal check-in', `/api/goals/${goal.id}/check-ins`, { status: 'completed' }],
  [1, 'a satisfaction entry', '/api/satisfaction-entries', { score: 7, entry_date: today }],
  [5, 'a chat message', `/api/chat/rooms/${team}/messages`, { content: 'Hello' }],
  [9, 'a drop', '/api/encouragement-drops/send', { recipient_id: ben.id, drop_type: 'encouragement', content: 'Yes' }],
] as const)('%i statements: POST of %s', async (limit, _what, path, body) => {
  const statements = await statementsOf(() => call(ada, 'POST', path, body));
  expect(statements).toHaveLength(limit);
});

test('8 statements: a check-in with a photo', async () => {
  const parts = { photo: gifOf(1), activityType: 'walk' };
  const statements = await statementsOf(() => sendForm(call, ada, '/api/workout-window/checkin', parts));
  expect(statements).toHaveLength(8);
});

test('1 statement: a purchase of a pack that was sold today', async () => {
  const { pack } = await made('/api/tone-packs', { name: 'Lakes', theme: 'nature', is_public: true, price_drops: 5 });
  const buy = (buyer: typeof ada) => call(buyer, 'POST', `/api/tone-packs/${pack.id}/purchase`);
  await buy(ben);
  const buyer = await app.person();
  await call(buyer, 'GET', '/api/me');
  const statements = await statementsOf(() => buy(buyer));
  expect(statements).toHaveLength(1);
});
