import { describe, expect, test } from 'vitest';
import { listenOnLoopback } from '#test/edge/raw-http.ts';
import { createOrganization, deleteTeamMember } from '#test/groups.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { openTestStream, type TestStream } from '../event/stream/test-stream.ts';
import { createTestRooms } from './test-rooms.ts';

const app = await startTestApp();
const port = await listenOnLoopback(app.server);
const { call, deps, person, clock } = app;
const { sent, edit, remove, block, createTeamRoom, createSquad } = createTestRooms(app);

test('each change of a message publishes an event for its room, without the text', async () => {
  const { ben, cleo, team } = await createTeamRoom();
  await deps.db.deleteFrom('event_outbox').execute();
  const message = await sent(cleo, team, 'A canary');
  await edit(cleo, message, 'Another canary');
  await remove(ben, message);
  await remove(ben, message);
  const events = await deps.db.selectFrom('event_outbox').selectAll().orderBy('id').execute();
  expect(events).toMatchObject(
    ['created', 'edited', 'deleted'].map((change) => ({
      kind: 'chat.message',
      // Also of what an admin does: a user in a block with the sender does not receive it.
      actor_id: cleo.id,
      audience: [`room ${team}`],
      data: { room: team, message_id: message.id, change, sender_id: cleo.id },
    })),
  );
  expect(JSON.stringify(events)).not.toContain('canary');
});

test('the receivers of rooms are the users of these who may read them now', async () => {
  const { ada, ben, cleo, dan, org, team } = await createTeamRoom();
  const stranger = await person();
  const squad = await createSquad(clock.now().toISOString().slice(0, 10), [cleo, stranger]);
  await deleteTeamMember(deps, team, dan);
  const users = [ada, ben, cleo, dan, stranger].map(({ id }) => id);
  const receivers = async (rooms: string[]) => {
    const found = await deps.listRoomReceivers(rooms, users);
    return rooms.map((room) => users.filter((id) => found.get(room)?.has(id)));
  };
  expect(await receivers([org, team, squad, stranger.id])).toEqual([
    [ada, ben, cleo, dan].map(({ id }) => id),
    [ada, ben, cleo].map(({ id }) => id),
    [cleo.id, stranger.id],
    [],
  ]);
  clock.advance(2 * 24 * 60 * 60 * 1_000);
  expect(await receivers([squad])).toEqual([[]]);
});

test('the streams of members receive the changes of their rooms, without those of a blocked pair', async () => {
  deps.sequencer.start();
  const { ada, ben, cleo, dan, team } = await createTeamRoom();
  const stranger = await person();
  await block(ada, cleo);
  const readers = [ada, ben, cleo, dan, stranger];
  const streams = await Promise.all(readers.map(({ token }) => openTestStream(port, { token })));
  const [ofAda, ofBen, ofCleo, ofDan, ofStranger] = streams as [
    TestStream,
    TestStream,
    TestStream,
    TestStream,
    TestStream,
  ];
  await expect.poll(() => streams.every((stream) => stream.lastId() !== undefined)).toBe(true);

  const first = await sent(ada, team);
  await edit(ada, first, 'Changed');
  await call(ben, 'DELETE', `/api/teams/${team}/members/${dan.id}`);
  await remove(ben, first);
  const last = await sent(cleo, team);
  // The last event of each stream: whatever comes before it has been sent.
  const end = await sent(
    stranger,
    await createOrganization(
      deps,
      stranger,
      readers.filter((one) => one !== stranger),
    ),
  );

  const chatOn = (stream: TestStream) =>
    stream.events().flatMap(({ event, data }) => (event === 'chat.message' ? [data.data] : []));
  for (const stream of streams) {
    await expect.poll(() => chatOn(stream).at(-1)?.message_id).toBe(end.id);
  }
  const seenBy = (stream: TestStream) =>
    chatOn(stream)
      .slice(0, -1)
      .map(({ message_id, change }) => [message_id, change]);
  const ofFirst = ['created', 'edited', 'deleted'].map((change) => [first.id, change]);
  const ofLast = [last.id, 'created'];
  expect(seenBy(ofBen)).toEqual([...ofFirst, ofLast]);
  expect(seenBy(ofAda)).toEqual(ofFirst);
  expect(seenBy(ofCleo)).toEqual([ofLast]);
  expect(seenBy(ofStranger)).toEqual([]);
  // What was sent before the removal may have arrived or not, since delivery checks the current membership.
  expect(seenBy(ofDan)).not.toContainEqual([first.id, 'deleted']);
  expect(seenBy(ofDan)).not.toContainEqual(ofLast);
});

describe('POST /api/chat/rooms/:id/typing', () => {
  const type = (user: Person | null, room: string) => call(user, 'POST', `/api/chat/rooms/${room}/typing`);

  test('returns 200, and the open streams of the room receive an event that is not stored', async () => {
    deps.sequencer.start();
    const { ada, ben, cleo, org, team } = await createTeamRoom();
    await block(ben, cleo);
    const streams = await Promise.all([ada, ben].map(({ token }) => openTestStream(port, { token })));
    const [ofAda, ofBen] = streams as [TestStream, TestStream];
    await expect.poll(() => streams.every((stream) => stream.lastId() !== undefined)).toBe(true);
    const typedOn = (stream: TestStream) => stream.events().filter(({ event }) => event === 'chat.typing');

    expect((await type(cleo, team)).status).toBe(200);
    await type(ada, org);
    await expect.poll(() => typedOn(ofBen).length).toBe(1);
    await expect.poll(() => typedOn(ofAda).length).toBe(2);
    const dataOn = (stream: TestStream) => typedOn(stream).map(({ id, data }) => [id, data.data]);
    const ofCleo = [undefined, { room: team, user_id: cleo.id }];
    const own = [undefined, { room: org, user_id: ada.id }];
    expect([dataOn(ofAda), dataOn(ofBen)]).toEqual([[ofCleo, own], [own]]);
    const stored = await deps.db.selectFrom('event').select('kind').where('kind', '=', 'chat.typing').execute();
    const waiting = await deps.db.selectFrom('event_outbox').select('kind').where('kind', '=', 'chat.typing').execute();
    expect([...stored, ...waiting]).toEqual([]);
  });

  test('returns 404 to strangers, and 409 in the room of a squad whose day is over', async () => {
    clock.set(new Date('2027-03-10T10:00:00Z'));
    const [ada, ben] = [await person(), await person()];
    const squad = await createSquad('2027-03-09', [ada, ben]);
    expect(await type(ada, squad)).toMatchObject({ status: 409, body: { code: 'chat.room-closed' } });
    expect(await type(await person(), squad)).toMatchObject({ status: 404, body: { code: 'chat.room-not-found' } });
  });

  test('returns 403 to an impersonator, and 401 without a token', async () => {
    const { ada, team } = await createTeamRoom();
    const input = { target_id: ada.id, reason: 'A ticket' };
    const { body } = await call(await app.superAdmin(), 'POST', '/api/admin/impersonate', input);
    expect((await type({ ...ada, token: body.token }, team)).status).toBe(403);
    expect((await type(null, team)).status).toBe(401);
  });
});
