import { describe, expect, test } from 'vitest';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { createTestRooms } from '../test-rooms.ts';

const app = await startTestApp();
const { person, call, deps, clock } = app;
const { sent, send, list, remove, markRead, roomFor, textsFor, createTeamRoom, createSquad, block, renewed } =
  createTestRooms(app);

const setClock = (time: string) => clock.set(new Date(time));
const roomsOf = async (reader: Person | null) => call(reader, 'GET', '/api/chat/rooms');
const unreadIn = async (reader: Person, room: string) => (await roomFor(reader, room)).unread_count;

describe('GET /api/chat/rooms', () => {
  test('returns an empty list to a new user, and 401 without a token', async () => {
    expect(await roomsOf(await person())).toMatchObject({ status: 200, body: { rooms: [] } });
    expect((await roomsOf(null)).status).toBe(401);
  });

  test('returns a room for each organization, team and squad, the latest activity first', async () => {
    const { ada, ben, cleo, org, team } = await createTeamRoom();
    const date = clock.now().toISOString().slice(0, 10);
    const squad = await createSquad(date, [ada, cleo]);
    clock.advance(1_000);
    await sent(ada, squad, 'one');
    clock.advance(1_000);
    const last = await sent(ben, org, 'two');
    clock.advance(1_000);
    await sent(cleo, team, 'three');
    const { body } = await roomsOf(ada);
    expect(body.rooms.map(({ id }: { id: string }) => id)).toEqual([team, org, squad]);
    expect(body.rooms.slice(1)).toEqual([
      {
        id: org,
        kind: 'organization',
        name: 'An organization',
        date: null,
        can_write: true,
        can_remove: true,
        unread_count: 1,
        read_until: null,
        last_message: last,
      },
      expect.objectContaining({ id: squad, kind: 'squad', name: null, date, can_write: true, can_remove: false }),
    ]);
    expect(body.rooms[0]).toMatchObject({ id: team, kind: 'team', name: 'A team', can_remove: false });
    expect((await roomFor(ben, team)).can_remove).toBe(true);
    expect((await roomFor(cleo, org)).can_remove).toBe(false);
    expect((await roomsOf(ben)).body.rooms.map(({ id }: { id: string }) => id)).toEqual([team, org]);
  });

  test('counts messages of others since the read mark, without removed ones and those of a blocked pair', async () => {
    const { ada, ben, cleo, team } = await createTeamRoom();
    const first = await sent(ben, team);
    await sent(ada, team, 'Of the reader');
    const removed = await sent(cleo, team);
    await sent(cleo, team, 'last of Cleo');
    expect(await unreadIn(ada, team)).toBe(3);
    await markRead(ada, first);
    expect(await roomFor(ada, team)).toMatchObject({ unread_count: 2, read_until: first.created_at });
    await remove(cleo, removed);
    expect(await unreadIn(ada, team)).toBe(1);
    await block(cleo, ada);
    expect(await roomFor(ada, team)).toMatchObject({ unread_count: 0, last_message: { content: 'Of the reader' } });
    expect(await roomFor(ben, team)).toMatchObject({ unread_count: 2, last_message: { content: 'last of Cleo' } });
  });

  test('counts nothing from before the membership, and no further than 100', async () => {
    const { ada, ben, cleo, org, team } = await createTeamRoom();
    for (let minute = 0; minute < 4; minute += 1) {
      for (let count = 0; count < 30; count += 1) await sent(ben, team);
      clock.advance(60_000);
    }
    expect(await unreadIn(ada, team)).toBe(100);
    const newcomer = await person();
    const invited = await call(ada, 'POST', `/api/organizations/${org}/invitations`, { user_id: newcomer.id });
    await call(newcomer, 'POST', `/api/invitations/${invited.body.invitation.id}/accept`);
    await call(ben, 'POST', `/api/teams/${team}/members`, { user_id: newcomer.id, role: 'member' });
    expect(await roomFor(newcomer, team)).toBeUndefined();
    await call(newcomer, 'POST', `/api/teams/${team}/members/me/accept`);
    expect(await unreadIn(newcomer, team)).toBe(0);
    await sent(cleo, team);
    expect(await unreadIn(newcomer, team)).toBe(1);
  });
});

describe('the room of a squad', () => {
  const DATE = '2027-03-10';

  /** A squad of a date in a time zone, and what each member can do at an instant. */
  async function createSquadIn(timezone: string) {
    setClock('2027-03-09T10:00:00Z');
    const members = [await person(), await person()] as const;
    const squad = await createSquad(DATE, members, timezone);
    const at = async (time: string) => {
      setClock(time);
      const [ada, ben] = [await renewed(members[0]), await renewed(members[1])];
      const { status, body } = await send(ada, squad);
      return { read: (await list(ben, squad)).status, write: body.code ?? status };
    };
    return { squad, at, members };
  }

  test.each([
    ['before the date begins', '2027-03-09T22:59:59.999Z', { read: 404, write: 'chat.room-not-found' }],
    ['when the date begins', '2027-03-09T23:00:00Z', { read: 200, write: 201 }],
    ['when the date ends, since a window can be open', '2027-03-10T23:00:00Z', { read: 200, write: 201 }],
    ['until the last window has closed', '2027-03-11T00:59:59.999Z', { read: 200, write: 201 }],
    ['after the last window has closed', '2027-03-11T01:00:00Z', { read: 200, write: 'chat.room-closed' }],
    ['until the next day ends', '2027-03-11T22:59:59.999Z', { read: 200, write: 'chat.room-closed' }],
    ['after the next day', '2027-03-11T23:00:00Z', { read: 404, write: 'chat.room-not-found' }],
  ])('can be read and written %s', async (_when, time, expected) => {
    const { at } = await createSquadIn('Europe/Berlin');
    expect(await at(time)).toEqual(expected);
  });

  test('follows the time zone of the window of each member', async () => {
    const { squad, members } = await createSquadIn('Pacific/Auckland');
    setClock('2027-03-09T11:00:00Z');
    const [ada, ben] = [await renewed(members[0]), await renewed(members[1])];
    await deps.db.updateTable('workout_window').set({ timezone: 'UTC' }).where('user_id', '=', ben.id).execute();
    await sent(ada, squad, 'Early here');
    expect((await list(ben, squad)).status).toBe(404);
  });

  test('says when it is closed', async () => {
    const { squad, members } = await createSquadIn('UTC');
    setClock('2027-03-11T02:00:00Z');
    expect(await roomFor(await renewed(members[0]), squad)).toMatchObject({ date: DATE, can_write: false });
  });

  test('is not for users of other squads', async () => {
    setClock('2027-03-10T10:00:00Z');
    const [ada, ben] = [await person(), await person()];
    const [squad, other] = [
      await createSquad(DATE, [ada, await person()]),
      await createSquad(DATE, [ben, await person()]),
    ];
    expect([(await list(ben, squad)).status, (await send(ada, other)).status]).toEqual([404, 404]);
  });

  test.each([
    ['two of three stay', 1],
    ['one of two stays', 0],
  ])('is closed to a member who leaves a squad with a check-in, where %s', async (_what, others) => {
    setClock('2027-03-10T10:00:00Z');
    const [ada, cleo] = [await person(), await person()];
    const rest = await Promise.all(Array.from({ length: others }, () => person()));
    const squad = await createSquad(DATE, [ada, cleo, ...rest]);
    await deps.db.updateTable('chain').set({ has_check_in: true }).where('user_id', '=', ada.id).execute();
    await sent(cleo, squad, 'Mine');
    await call(cleo, 'DELETE', '/api/workout-window/my-window');
    expect([(await list(cleo, squad)).status, (await send(cleo, squad)).status]).toEqual([404, 404]);
    expect(await textsFor(ada, squad)).toEqual(['Mine']);
  });

  test('ends with a squad that is formed again, with its messages', async () => {
    setClock('2027-03-10T10:00:00Z');
    const [ada, ben, cleo] = [await person(), await person(), await person()];
    const squad = await createSquad(DATE, [ada, ben, cleo]);
    await sent(cleo, squad, 'Mine');
    await call(cleo, 'DELETE', '/api/workout-window/my-window');
    expect((await list(ada, squad)).status).toBe(404);
    const { body } = await roomsOf(ada);
    expect(body.rooms).toMatchObject([{ kind: 'squad', last_message: null }]);
    expect(await deps.db.selectFrom('chat_message').where('sender_id', '=', cleo.id).selectAll().execute()).toEqual([]);
  });
});
