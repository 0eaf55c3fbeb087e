import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '#test/start-test-app.ts';
import { createTestRooms } from '../test-rooms.ts';

const app = await startTestApp();
const { person, superAdmin, call } = app;
const { sent, markRead, roomFor, createTeamRoom } = createTestRooms(app);

describe('PUT /api/chat/rooms/:id/read-mark', () => {
  test('returns 200 with the mark, which counts for its user alone', async () => {
    const { ada, ben, cleo, team } = await createTeamRoom();
    await sent(ben, team);
    const message = await sent(ben, team);
    const { status, body } = await markRead(ada, message);
    expect([status, body]).toEqual([200, { read_mark: { room_id: team, read_until: message.created_at } }]);
    expect(await roomFor(ada, team)).toMatchObject({ unread_count: 0, read_until: message.created_at });
    expect(await roomFor(cleo, team)).toMatchObject({ unread_count: 2, read_until: null });
  });

  test('never goes back', async () => {
    const { ada, ben, team } = await createTeamRoom();
    const [first, second] = [await sent(ben, team), await sent(ben, team)];
    await markRead(ada, second);
    expect((await markRead(ada, first)).body.read_mark.read_until).toBe(second.created_at);
    expect(await roomFor(ada, team)).toMatchObject({ unread_count: 0, read_until: second.created_at });
  });

  test('returns 404 for messages of other rooms and unknown ones', async () => {
    const { ada, org, team } = await createTeamRoom();
    const message = await sent(ada, org);
    for (const elsewhere of [
      { ...message, room_id: team },
      { ...message, id: randomUUID() },
    ]) {
      const { status, body } = await markRead(ada, elsewhere);
      expect([status, body.code]).toEqual([404, 'chat.message-not-found']);
    }
    expect(await roomFor(ada, team)).toMatchObject({ read_until: null });
  });

  test('returns 404 to strangers, 403 to impersonators and 401 without a token', async () => {
    const { ada, team } = await createTeamRoom();
    const message = await sent(ada, team);
    const stranger = await markRead(await person(), message);
    expect([stranger.status, stranger.body.code]).toEqual([404, 'chat.room-not-found']);
    const input = { target_id: ada.id, reason: 'A ticket' };
    const { body } = await call(await superAdmin(), 'POST', '/api/admin/impersonate', input);
    expect((await markRead({ ...ada, token: body.token }, message)).status).toBe(403);
    expect((await markRead(null, message)).status).toBe(401);
    expect(await roomFor(ada, team)).toMatchObject({ read_until: null });
  });
});
