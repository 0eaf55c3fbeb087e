import { expect, test } from 'vitest';
import { deleteTeamMember } from '../../../test/groups.ts';
import { startTestApp } from '../../../test/start-test-app.ts';
import { createTestRooms } from './test-rooms.ts';

const app = await startTestApp();
const { deps, person, clock } = app;
const { sent, edit, remove, createTeamRoom, createSquad } = createTestRooms(app);

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
