import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { createOrganization, createTeam } from '../groups.ts';
import { sendForm } from '../multipart.ts';
import { gifOf } from '../pictures.ts';
import { startTestApp } from '../start-test-app.ts';

/*
 * What each of the hot routes costs in statements: a round trip to the database is the largest part of most requests. A change that saves
 * one lowers the number here. `begin` and `commit` count. One statement of each request asks for the account, for all requests of a
 * moment together.
 */

type Connection = pg.Client & { connectionParameters: { application_name?: string } };

const sent: string[] = [];
const send = pg.Client.prototype.query as (...args: unknown[]) => unknown;
vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: Connection, ...args: unknown[]) {
  const [query] = args as [string | { text: string }];
  if (this.connectionParameters.application_name?.startsWith('meadow requests')) {
    sent.push(typeof query === 'string' ? query : query.text);
  }
  return send.apply(this, args);
} as never);

const app = await startTestApp();
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
const today = deps.clock.now().toISOString().slice(0, 10);

/** The statements of a request that succeeds. */
async function statementsOf(request: () => Promise<{ status: number; text: string }>): Promise<string[]> {
  sent.splice(0);
  const { status, text } = await request();
  const statements = sent.splice(0);
  expect([200, 201], text).toContain(status);
  return statements;
}

test.each([
  [2, '/api/me'],
  [4, '/api/today'],
  [0, '/api/config'],
  [2, '/api/user/profile'],
  [2, '/api/journal?scope=mine&limit=50'],
  [2, '/api/journal?scope=shared&limit=50'],
  [2, '/api/journal?limit=50'],
  [2, '/api/journal?limit=50&fields=summary'],
  [6, '/api/journal?scope=mine&facets=true'],
  [2, `/api/journal/${entry.id}`],
  [2, `/api/journal/moods?from=${today}&to=${today}`],
  [2, `/api/journal/on-this-day?date=${today}`],
  [3, '/api/notebooks'],
  [3, `/api/notebooks/${notebook.id}`],
  [2, '/api/tags'],
  [2, '/api/trash'],
  [2, '/api/goals'],
  [2, `/api/goals/${goal.id}`],
  [2, '/api/goals/check-ins'],
  [2, '/api/satisfaction-entries'],
  [2, '/api/sleep-entries'],
  [2, '/api/action-notes'],
  [2, '/api/notifications'],
  [3, '/api/organizations'],
  [4, `/api/organizations/${org}/members`],
  [3, '/api/teams'],
  [3, `/api/teams/${team}`],
  [2, '/api/drops/balance'],
  [6, '/api/tone-packs'],
  [2, '/api/workout-window/my-window'],
  [2, `/api/workout-window/chain/${today}`],
  [2, `/api/workout-window/squad/${today}`],
  [2, `/api/workout-window/checkins/${today}`],
  [2, '/api/encouragement-drops/received'],
  [2, '/api/encouragement-drops/leaderboard'],
  [1, '/api/chat/assistant'],
])('%i statements: GET %s', async (limit, path) => {
  const statements = await statementsOf(() => call(ada, 'GET', path));
  expect(statements).toHaveLength(limit);
});

test.each([
  [4, 'an entry with a mood', '/api/journal', { title: 'Sun', content: 'Later.', mood: 'calm' }],
  [6, 'an entry whose mood is asked for', '/api/journal', { title: 'Sun', content: 'Later.' }],
  [2, 'a goal', '/api/goals', { title: 'Swim', cadence: 'weekly' }],
  [3, 'a goal check-in', `/api/goals/${goal.id}/check-ins`, { status: 'completed' }],
  [2, 'a satisfaction entry', '/api/satisfaction-entries', { score: 7, entry_date: today }],
  [10, 'a drop', '/api/encouragement-drops/send', { recipient_id: ben.id, drop_type: 'encouragement', content: 'Yes' }],
] as const)('%i statements: POST of %s', async (limit, _what, path, body) => {
  const statements = await statementsOf(() => call(ada, 'POST', path, body));
  expect(statements).toHaveLength(limit);
});

test('8 statements: a check-in with a photo', async () => {
  const parts = { photo: gifOf(1), activityType: 'walk' };
  const statements = await statementsOf(() => sendForm(call, ada, '/api/workout-window/checkin', parts));
  expect(statements).toHaveLength(8);
});

test('2 statements: a purchase of a pack that was sold today', async () => {
  const { pack } = await made('/api/tone-packs', { name: 'Lakes', theme: 'nature', is_public: true, price_drops: 5 });
  const buy = (buyer: typeof ada) => call(buyer, 'POST', `/api/tone-packs/${pack.id}/purchase`);
  await buy(ben);
  const buyer = await app.person();
  await call(buyer, 'GET', '/api/me');
  const statements = await statementsOf(() => buy(buyer));
  expect(statements).toHaveLength(2);
});
