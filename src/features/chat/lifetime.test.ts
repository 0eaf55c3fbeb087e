import { expect, test } from 'vitest';
import { applyRetention, RETENTION_ENVIRONMENT } from '#test/retention.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { createTestRooms } from './test-rooms.ts';

const app = await startTestApp({ environment: RETENTION_ENVIRONMENT });
const { call, clock, deps, person } = app;
const { sent, list, markRead, createTeamRoom, createSquad, renewed } = createTestRooms(app);

const DAY_MS = 24 * 60 * 60 * 1_000;

test('the room of a squad is deleted 30 days after its last message, with its messages, and no other room', async () => {
  const { ada, team } = await createTeamRoom();
  const [ben, cleo] = [await person(), await person()];
  const squad = await createSquad(clock.now().toISOString().slice(0, 10), [ben, cleo]);
  await sent(ada, team, 'Stays');
  await markRead(cleo, await sent(ben, squad, 'Goes'));
  const textsIn = async (room: string) => {
    const rows = deps.db.selectFrom('chat_message').select('content').where('room_id', '=', room);
    return (await rows.execute()).map(({ content }) => content);
  };
  clock.advance(30 * DAY_MS);
  expect(await applyRetention(app)).not.toHaveProperty('chat_rooms_of_squads');
  expect(await textsIn(squad)).toEqual(['Goes']);
  clock.advance(1);
  expect((await applyRetention(app)).chat_rooms_of_squads).toBe(1);
  expect([await textsIn(squad), await textsIn(team)]).toEqual([[], ['Stays']]);
  expect(await deps.db.selectFrom('chat_read_mark').selectAll().execute()).toEqual([]);
});

test('the messages of an erased user stay without text, and mentions by others lose the name', async () => {
  const { ada, ben, cleo, team } = await createTeamRoom();
  const erasedAt = clock.now().toISOString();
  await sent(cleo, team, 'A canary');
  await sent(ben, team, `Welcome @[Cleo Canary](${cleo.id})!`);
  const { status } = await call(cleo, 'DELETE', '/api/user/account', { confirm: 'DELETE', immediately: true });
  expect(status).toBe(200);
  const { body, text } = await list(await renewed(ada), team);
  expect(body.messages).toMatchObject([
    {
      content: `Welcome @[Deleted user](${cleo.id})!`,
      mentions: [{ user_id: cleo.id, name: 'Deleted user' }],
    },
    { sender: { id: cleo.id, full_name: 'Deleted user' }, content: null, removed_at: erasedAt },
  ]);
  expect(text.toLowerCase()).not.toContain('canary');
});
