import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Tx } from '#platform/db/database.ts';
import { untilLockWait } from '#test/lock-waits.ts';
import { type Person, startTestApp, type TestResponse } from '#test/start-test-app.ts';
import { byTier } from '#test/tier.ts';
import { createTestRooms } from './test-rooms.ts';

const app = await startTestApp();
const { call, deps, clock } = app;
const rooms = createTestRooms(app);
const { send, sent, edit, remove, markRead, list, roomFor, textsFor, inboxOf, createTeamRoom } = rooms;

const ROUNDS = byTier(2, 6);
const times = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
/** The response of a busy machine, where no connection or lock was free in time, is not the one that a test is about. */
async function untilServed(request: () => Promise<TestResponse>): Promise<TestResponse> {
  const response = await request();
  return response.status === 503 ? untilServed(request) : response;
}
const statusesOf = (responses: readonly { status: number }[]) => responses.map(({ status }) => status).toSorted();

test('20 concurrent first messages of a room are stored in one order, each later than the one before', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { ada, ben, team } = await createTeamRoom();
    const responses = await times(20, (index) => untilServed(() => send(index % 2 === 0 ? ada : ben, team)));
    expect(statusesOf(responses)).toEqual(Array(20).fill(201));
    const { body } = await list(ada, team);
    const instants = body.messages.map(({ created_at }: { created_at: string }) => created_at);
    expect(instants).toEqual([...new Set(instants)].toSorted().toReversed());
    expect(instants).toHaveLength(20);
  }
});

test('30 of 60 concurrent messages to two rooms are stored, the limit of a minute', async () => {
  const { ada, ben, org, team } = await createTeamRoom();
  const responses = await times(60, (index) => untilServed(() => send(ada, index % 2 === 0 ? org : team)));
  expect(statusesOf(responses)).toEqual([...Array(30).fill(201), ...Array(30).fill(429)]);
  expect((await textsFor(ben, org)).length + (await textsFor(ben, team)).length).toBe(30);
});

test('one of 10 concurrent messages with one Idempotency-Key is stored', async () => {
  const { ada, team } = await createTeamRoom();
  const key = { 'idempotency-key': randomUUID() };
  const responses = await times(10, () => send(ada, team, 'Once', key));
  expect(responses.every(({ status }) => status === 201 || status === 409)).toBe(true);
  expect(await textsFor(ada, team)).toEqual(['Once']);
});

test('one of 10 concurrent messages with one id is stored', async () => {
  const { ada, ben, team } = await createTeamRoom();
  const body = { id: randomUUID(), content: 'Once' };
  const sendTo = (sender: Person) => untilServed(() => call(sender, 'POST', `/api/chat/rooms/${team}/messages`, body));
  const responses = await times(10, (index) => sendTo(index % 2 === 0 ? ada : ben));
  expect(statusesOf(responses)).toEqual([201, ...Array(9).fill(409)]);
  expect(await textsFor(ada, team)).toEqual(['Once']);
});

/** The member whose membership ends, and the groups. */
type Groups = { cleoId: string; adaId: string; org: string; team: string; squad: string };

const ENDINGS: readonly [string, 'org' | 'team' | 'squad', (tx: Tx, groups: Groups) => Promise<unknown>][] = [
  ['a team', 'team', (tx, { cleoId }) => tx.deleteFrom('team_member').where('user_id', '=', cleoId).execute()],
  [
    'an organization',
    'org',
    (tx, { cleoId }) => tx.deleteFrom('organization_member').where('user_id', '=', cleoId).execute(),
  ],
  [
    'a squad',
    'squad',
    (tx, { adaId, squad }) => tx.updateTable('squad').set({ user_2_id: adaId }).where('id', '=', squad).execute(),
  ],
  ['a team that is deleted', 'team', (tx, { team }) => tx.deleteFrom('team').where('id', '=', team).execute()],
  [
    'an organization that is deleted',
    'org',
    (tx, { org }) => tx.deleteFrom('organization').where('id', '=', org).execute(),
  ],
  ['a squad that is deleted', 'squad', (tx, { squad }) => tx.deleteFrom('squad').where('id', '=', squad).execute()],
];

test.each(ENDINGS.flatMap((ending) => [['sent', ...ending] as const, ['changed', ...ending] as const]))(
  'no message is %s after the end of a membership in %s',
  async (write, _what, kind, end) => {
    const { ada, ben, cleo, org, team } = await createTeamRoom();
    const squad = await rooms.createSquad(clock.now().toISOString().slice(0, 10), [ben, cleo]);
    const groups = { org, team, squad, adaId: ada.id, cleoId: cleo.id };
    const message = await sent(cleo, groups[kind], 'before');
    const { response } = await deps.db.transaction().execute(async (tx) => {
      await end(tx, groups);
      const response = write === 'sent' ? send(cleo, groups[kind], 'after') : edit(cleo, message, 'after');
      await untilLockWait(deps.db, response);
      return { response };
    });
    expect((await response).status).toBe(404);
    const rows = await deps.db.selectFrom('chat_message').select('content').where('sender_id', '=', cleo.id).execute();
    expect(rows.map(({ content }) => content)).not.toContain('after');
  },
);

test('the removal of a member and messages of theirs never deadlock, and agree about what is sent', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { ada, ben, cleo, team } = await createTeamRoom();
    const [removal, ...responses] = await Promise.all([
      call(ben, 'DELETE', `/api/teams/${team}/members/${cleo.id}`),
      ...Array.from({ length: 10 }, () => send(cleo, team)),
    ]);
    expect(removal.status).toBe(200);
    expect(responses.every(({ status }) => status === 201 || status === 404)).toBe(true);
    expect(await textsFor(ada, team)).toHaveLength(responses.filter(({ status }) => status === 201).length);
  }
});

test('the deletion of an organization and first messages to its rooms never deadlock', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { ada, cleo, org, team } = await createTeamRoom();
    const [deletion, ...responses] = await Promise.all([
      call(ada, 'DELETE', `/api/organizations/${org}`),
      ...Array.from({ length: 10 }, (_, index) => send(cleo, index % 2 === 0 ? org : team)),
    ]);
    expect(deletion.status).toBe(200);
    expect(responses.every(({ status }) => status === 201 || status === 404)).toBe(true);
    expect(await deps.db.selectFrom('chat_message').where('sender_id', '=', cleo.id).selectAll().execute()).toEqual([]);
  }
});

test('a message stays removed, whatever changes of it come at the same time', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { ada, team } = await createTeamRoom();
    const message = await sent(ada, team, 'before');
    const [removal, ...edits] = await Promise.all([
      remove(ada, message),
      ...Array.from({ length: 10 }, () => edit(ada, message, 'after')),
    ]);
    expect(removal.status).toBe(200);
    expect(edits.every(({ status }) => status === 200 || status === 404)).toBe(true);
    expect(await textsFor(ada, team)).toEqual([null]);
  }
});

test('one of 10 concurrent removals of a message wins', async () => {
  const { ada, ben, team } = await createTeamRoom();
  const message = await sent(ada, team);
  const responses = await times(10, (index) => remove(index % 2 === 0 ? ada : ben, message));
  expect(statusesOf(responses)).toEqual([200, ...Array(9).fill(404)]);
});

test('the latest of 20 concurrent read marks of two devices stays', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { ada, ben, team } = await createTeamRoom();
    const messages = [];
    for (let count = 0; count < 20; count += 1) messages.push(await sent(ben, team));
    const shuffled = messages.map((message, index) => ({ message, rank: (index * 7) % 20 }));
    shuffled.sort((one, other) => one.rank - other.rank);
    await Promise.all(shuffled.map(({ message }) => markRead(ada, message)));
    expect(await roomFor(ada, team)).toMatchObject({ unread_count: 0, read_until: messages.at(-1)?.created_at });
  }
});

test('10 concurrent changes that mention a user notify the user once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { ada, ben, team } = await createTeamRoom();
    const message = await sent(ada, team);
    await times(10, (index) => edit(ada, message, `${index} @[Ben](${ben.id})`));
    expect(await inboxOf(ben)).toMatchObject([{ kind: 'chat_mentioned', data: { message_id: message.id } }]);
  }
});
