import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { deleteTeamMember } from '#test/groups.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { createTestRooms } from '../test-rooms.ts';

const app = await startTestApp();
const { person, superAdmin, call, deps, clock } = app;
const { send, sent, list, edit, remove, textsFor, createTeamRoom, block, renewed } = createTestRooms(app);

const MINUTE_MS = 60_000;

const rowOf = ({ id }: { id: string }) =>
  deps.db.selectFrom('chat_message').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const countIn = async (room: string) =>
  (await deps.db.selectFrom('chat_message').select('id').where('room_id', '=', room).execute()).length;

async function impersonated(target: Person): Promise<Person> {
  const input = { target_id: target.id, reason: 'A ticket' };
  const { body } = await call(await superAdmin(), 'POST', '/api/admin/impersonate', input);
  return { ...target, token: body.token };
}

async function deactivate({ id }: Person): Promise<void> {
  await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', id).execute();
}

describe('POST /api/chat/rooms/:id/messages', () => {
  test('returns 201 with the message, which all members of a team read', async () => {
    const { ada, ben, cleo, team } = await createTeamRoom();
    const { status, body } = await send(cleo, team, 'Good morning');
    expect([status, body]).toEqual([
      201,
      {
        message: {
          id: expect.any(String),
          room_id: team,
          sender: { id: cleo.id, full_name: 'A Person', avatar_url: null, is_ai: false },
          content: 'Good morning',
          mentions: [],
          created_at: clock.now().toISOString(),
          edited_at: null,
          removed_at: null,
        },
      },
    ]);
    for (const reader of [ada, ben, cleo]) {
      expect((await list(reader, team)).body).toEqual({ messages: [body.message], next_cursor: null });
    }
  });

  test('returns 201 in the room of an organization, for members of no team as well', async () => {
    const { ada, dan, org, team } = await createTeamRoom();
    await deleteTeamMember(deps, team, dan);
    await sent(dan, org, 'To all');
    expect(await textsFor(ada, org)).toEqual(['To all']);
    expect(await textsFor(ada, team)).toEqual([]);
  });

  test('gives each message of a room a later instant, also at one moment', async () => {
    const { ada, ben, team } = await createTeamRoom();
    const messages = [await sent(ada, team, 'one'), await sent(ben, team, 'two'), await sent(ada, team, 'three')];
    const instants = messages.map(({ created_at }) => created_at);
    expect(instants).toEqual([...new Set(instants)].toSorted());
    expect(await textsFor(ben, team)).toEqual(['three', 'two', 'one']);
  });

  test.each([
    ['no', undefined],
    ['an empty', ''],
    ['a blank', ' \n'],
    ['too long a', 'a'.repeat(1_001)],
    ['a text with NUL as', 'a\0'],
    ['half a character as', '\ud800'],
  ])('returns 400 for %s text', async (_what, content) => {
    const { ada, team } = await createTeamRoom();
    const { status } = await call(ada, 'POST', `/api/chat/rooms/${team}/messages`, { content });
    expect([status, await countIn(team)]).toEqual([400, 0]);
  });

  test('accepts 1,000 characters, however many bytes', async () => {
    const { ada, team } = await createTeamRoom();
    const content = '🌾'.repeat(1_000);
    expect((await sent(ada, team, content)).content).toBe(content);
  });

  test('has its effect once with an Idempotency-Key', async () => {
    const { ada, team } = await createTeamRoom();
    const key = { 'idempotency-key': randomUUID() };
    const [first, second] = [await send(ada, team, 'Once', key), await send(ada, team, 'Once', key)];
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
    expect(await countIn(team)).toBe(1);
  });

  test('takes an id of the client, and returns 409 for a second message with it, which counts for nothing', async () => {
    const { ada, ben, team, org } = await createTeamRoom();
    const id = randomUUID();
    const sendWithId = (sender: Person, room: string) =>
      call(sender, 'POST', `/api/chat/rooms/${room}/messages`, { id, content: 'Mine' });
    const first = await sendWithId(ada, team);
    expect([first.status, first.body.message.id]).toEqual([201, id]);
    const before = await deps.db.selectFrom('chat_room').select(['id', 'last_message_at']).execute();
    for (const [sender, room] of [
      [ada, team],
      [ben, team],
      [ada, org],
    ] as const) {
      const { status, body } = await sendWithId(sender, room);
      expect([status, body.code]).toEqual([409, 'record.id-taken']);
    }
    expect(await deps.db.selectFrom('chat_room').select(['id', 'last_message_at']).execute()).toEqual(before);
    expect([await textsFor(ada, team), await textsFor(ada, org)]).toEqual([['Mine'], []]);
    const counts = deps.db.selectFrom('chat_message_count').select('messages').where('user_id', 'in', [ada.id, ben.id]);
    expect(await counts.execute()).toEqual([{ messages: 1 }]);
  });

  test('returns 429 for the 31st message in a minute over all rooms, and goes on in the next minute', async () => {
    const { ada, ben, org, team } = await createTeamRoom();
    clock.set(new Date(Math.ceil(clock.now().getTime() / MINUTE_MS) * MINUTE_MS + 15_000));
    for (let count = 0; count < 30; count += 1) await sent(ada, count % 2 === 0 ? org : team);
    const { status, headers, body } = await send(ada, team, 'Too much');
    expect([status, body.code, headers['retry-after']]).toEqual([429, 'chat.minute-limit', '45']);
    expect(await countIn(team)).toBe(15);
    await sent(ben, team, 'Another user');
    clock.advance(45_000);
    await sent(ada, team, 'Again');
  });

  test.each<[string, (scenario: Awaited<ReturnType<typeof createTeamRoom>>) => Promise<[Person, string]>]>([
    ['a room that does not exist', async ({ ada }) => [ada, randomUUID()]],
    ['a stranger', async ({ team }) => [await person(), team]],
    [
      'a member of the organization alone',
      async ({ dan, team }) => {
        await deleteTeamMember(deps, team, dan);
        return [dan, team];
      },
    ],
    ['a super admin', async ({ org }) => [await superAdmin(), org]],
    [
      'a member who was removed',
      async ({ ben, cleo, team }) => {
        await call(ben, 'DELETE', `/api/teams/${team}/members/${cleo.id}`);
        return [cleo, team];
      },
    ],
    [
      'a member who has not accepted',
      async ({ cleo, team }) => {
        const table = deps.db.updateTable('team_member').set({ accepted_at: null });
        await table.where('team_id', '=', team).where('user_id', '=', cleo.id).execute();
        return [cleo, team];
      },
    ],
    [
      'a synthetic user',
      async ({ cleo, team }) => {
        await deps.db.updateTable('profile').set({ is_ai: true }).where('id', '=', cleo.id).execute();
        return [cleo, team];
      },
    ],
  ])('returns 404 for %s, and stores nothing', async (_what, prepare) => {
    const [sender, room] = await prepare(await createTeamRoom());
    const { status, body } = await send(sender, room);
    expect([status, body.code]).toEqual([404, 'chat.room-not-found']);
    expect(await countIn(room)).toBe(0);
  });

  test('returns 403 to an impersonator, and 401 without a token', async () => {
    const { ada, team } = await createTeamRoom();
    const { status, body } = await send(await impersonated(ada), team);
    expect([status, body.code]).toEqual([403, 'auth.refused-while-impersonating']);
    expect((await send(null, team)).status).toBe(401);
    expect(await countIn(team)).toBe(0);
  });
});

describe('GET /api/chat/rooms/:id/messages', () => {
  test('returns 200 with pages, newest first', async () => {
    const { ada, team } = await createTeamRoom();
    for (const text of ['1', '2', '3', '4', '5']) await sent(ada, team, text);
    const texts: string[][] = [];
    let cursor = '';
    do {
      const { body } = await list(ada, team, `?limit=2${cursor && `&cursor=${cursor}`}`);
      texts.push(body.messages.map(({ content }: { content: string }) => content));
      cursor = body.next_cursor ?? '';
    } while (cursor !== '');
    expect(texts).toEqual([['5', '4'], ['3', '2'], ['1']]);
  });

  test('hides messages of a blocked pair from each other, and from no other member, until the block ends', async () => {
    const { ada, ben, cleo, team } = await createTeamRoom();
    await sent(ada, team, 'by Ada');
    await sent(ben, team, 'by Ben');
    await block(ada, ben);
    expect(await textsFor(ada, team)).toEqual(['by Ada']);
    expect(await textsFor(ben, team)).toEqual(['by Ben']);
    expect(await textsFor(cleo, team)).toEqual(['by Ben', 'by Ada']);
    await call(ada, 'DELETE', `/api/users/${ben.id}/block`);
    expect(await textsFor(ada, team)).toEqual(['by Ben', 'by Ada']);
  });

  test('names an inactive sender “Former member”, and an erased one “Deleted user”', async () => {
    const { ada, ben, cleo, team } = await createTeamRoom();
    const profile = deps.db.updateTable('profile').set({ avatar_url: 'https://meadow.test/b.webp' });
    await profile.where('id', '=', ben.id).execute();
    await sent(ben, team);
    await sent(cleo, team);
    await deactivate(ben);
    await deps.db
      .updateTable('profile')
      .set({ is_active: false, full_name: 'Deleted user' })
      .where('id', '=', cleo.id)
      .execute();
    const { body } = await list(ada, team);
    expect(body.messages.map(({ sender }: { sender: object }) => sender)).toEqual([
      { id: cleo.id, full_name: 'Deleted user', avatar_url: null, is_ai: false },
      { id: ben.id, full_name: 'Former member', avatar_url: null, is_ai: false },
    ]);
  });

  test('returns 404 from the removal of the reader on, and to all after the group is deleted', async () => {
    const { ada, ben, cleo, team } = await createTeamRoom();
    await sent(ada, team);
    await call(ben, 'DELETE', `/api/teams/${team}/members/${cleo.id}`);
    expect(await list(cleo, team)).toMatchObject({ status: 404, body: { code: 'chat.room-not-found' } });
    await call(ben, 'DELETE', `/api/teams/${team}`);
    expect((await list(ada, team)).status).toBe(404);
    expect(await countIn(team)).toBe(0);
  });

  test('is served to an impersonator, and the request is audited', async () => {
    const { ada, team } = await createTeamRoom();
    await sent(ada, team, 'Mine');
    expect(await textsFor(await impersonated(ada), team)).toEqual(['Mine']);
    const events = await deps.db.selectFrom('audit_log').selectAll().where('on_behalf_of', '=', ada.id).execute();
    expect(JSON.stringify(events)).toContain('/api/chat/rooms/:id/messages');
  });

  test('returns 400 for a wrong cursor, and 401 without a token', async () => {
    const { ada, team } = await createTeamRoom();
    expect((await list(ada, team, '?cursor=abc')).status).toBe(400);
    expect((await list(null, team)).status).toBe(401);
  });
});

describe('PATCH /api/chat/rooms/:id/messages/:messageId', () => {
  test('returns 200 with the new text in the former order, for 15 minutes', async () => {
    const { ada, ben, team } = await createTeamRoom();
    const message = await sent(ada, team, 'Frist');
    await sent(ben, team, 'Second');
    clock.advance(15 * MINUTE_MS);
    const { status, body } = await edit(await renewed(ada), message, 'First');
    expect([status, body.message]).toEqual([
      200,
      { ...message, content: 'First', edited_at: clock.now().toISOString() },
    ]);
    expect(await textsFor(await renewed(ben), team)).toEqual(['Second', 'First']);
  });

  test('returns 409 after 15 minutes, and changes nothing', async () => {
    const { ada, team } = await createTeamRoom();
    const message = await sent(ada, team, 'Final');
    clock.advance(15 * MINUTE_MS + 1);
    const { status, body } = await edit(await renewed(ada), message, 'Other');
    expect([status, body.code]).toEqual([409, 'chat.edit-too-late']);
    expect(await rowOf(message)).toMatchObject({ content: 'Final', edited_at: null });
  });

  test('returns 403 for a message of another member, also for admins', async () => {
    const { ada, ben, team } = await createTeamRoom();
    const message = await sent(ada, team, 'Mine');
    const { status, body } = await edit(ben, message, 'His');
    expect([status, body.code]).toEqual([403, 'chat.not-sender']);
    expect(await textsFor(ada, team)).toEqual(['Mine']);
  });

  test('returns 404 for a removed, hidden or unknown message, and for a message of another room', async () => {
    const { ada, ben, org, team } = await createTeamRoom();
    const [removed, hidden, elsewhere] = [await sent(ada, team), await sent(ben, team), await sent(ada, org)];
    await remove(ada, removed);
    await block(ada, ben);
    const unknown = { ...removed, id: randomUUID() };
    for (const message of [removed, hidden, unknown, { ...elsewhere, room_id: team }]) {
      expect(await edit(ada, message, 'New')).toMatchObject({ status: 404, body: { code: 'chat.message-not-found' } });
    }
  });

  test('returns 404 after the membership has ended', async () => {
    const { ben, cleo, team } = await createTeamRoom();
    const message = await sent(cleo, team, 'Mine');
    await call(ben, 'DELETE', `/api/teams/${team}/members/${cleo.id}`);
    expect(await edit(cleo, message, 'New')).toMatchObject({ status: 404, body: { code: 'chat.room-not-found' } });
    expect(await rowOf(message)).toMatchObject({ content: 'Mine' });
  });

  test('returns 403 to an impersonator, and 401 without a token', async () => {
    const { ada, team } = await createTeamRoom();
    const message = await sent(ada, team);
    expect((await edit(await impersonated(ada), message, 'New')).status).toBe(403);
    expect((await edit(null, message, 'New')).status).toBe(401);
  });
});

describe('DELETE /api/chat/rooms/:id/messages/:messageId', () => {
  test('returns 200 and erases the text; the message stays in the list', async () => {
    const { ada, ben, team } = await createTeamRoom();
    const message = await sent(ada, team, `A canary for @[Ben](${ben.id})`);
    await sent(ben, team, 'Answer');
    clock.advance(60 * 60 * MINUTE_MS);
    const sender = await renewed(ada);
    expect((await remove(sender, message)).status).toBe(200);
    const removedAt = clock.now().toISOString();
    expect((await list(await renewed(ben), team)).body.messages).toMatchObject([
      { content: 'Answer' },
      { id: message.id, content: null, mentions: [], removed_at: removedAt, created_at: message.created_at },
    ]);
    expect(JSON.stringify(await rowOf(message))).not.toContain('canary');
  });

  test('returns 200 to a sender who has left the room', async () => {
    const { ben, cleo, team } = await createTeamRoom();
    const message = await sent(cleo, team);
    await call(cleo, 'DELETE', `/api/teams/${team}/members/${cleo.id}`);
    expect((await remove(cleo, message)).status).toBe(200);
    expect(await textsFor(ben, team)).toEqual([null]);
  });

  test.each<[string, number, (room: Awaited<ReturnType<typeof createTeamRoom>>) => [Person, string]]>([
    ['the admin of the team', 200, ({ ben, team }) => [ben, team]],
    ['another member of the team, who owns the organization', 403, ({ ada, team }) => [ada, team]],
    ['the owner of the organization', 200, ({ ada, org }) => [ada, org]],
    ['another member of the organization, who is admin of a team', 403, ({ ben, org }) => [ben, org]],
  ])('by %s returns %i for a message of another member', async (_who, status, choose) => {
    const scenario = await createTeamRoom();
    const [remover, room] = choose(scenario);
    const message = await sent(scenario.cleo, room, 'Rude');
    const response = await remove(remover, message);
    expect([response.status, response.body.code]).toEqual([status, status === 200 ? undefined : 'chat.not-removable']);
    expect(await textsFor(scenario.dan, room)).toEqual([status === 200 ? null : 'Rude']);
  });

  test('returns 200 to an admin of the organization', async () => {
    const { ada, ben, cleo, org } = await createTeamRoom();
    await call(ada, 'PUT', `/api/organizations/${org}/members/${ben.id}`, { role: 'admin' });
    expect((await remove(ben, await sent(cleo, org))).status).toBe(200);
  });

  test('returns 200 to a super admin, who cannot read the room, and audits it', async () => {
    const { cleo, team } = await createTeamRoom();
    const [root, message] = [await superAdmin(), await sent(cleo, team, 'A canary')];
    expect((await remove(root, message)).status).toBe(200);
    const events = await deps.db.selectFrom('audit_log').selectAll().where('actor_id', '=', root.id).execute();
    expect(events).toMatchObject([
      { action: 'chat-message.remove', subject_type: 'chat_message', subject_id: message.id },
    ]);
    expect((await remove(root, message)).body.code).toBe('chat.message-not-found');
    expect(await deps.db.selectFrom('audit_log').selectAll().where('actor_id', '=', cleo.id).execute()).toEqual([]);
  });

  test('returns 404 for a removed or unknown message, and to strangers', async () => {
    const { ada, team } = await createTeamRoom();
    const message = await sent(ada, team);
    expect((await remove(await person(), message)).body.code).toBe('chat.room-not-found');
    await remove(ada, message);
    for (const gone of [message, { ...message, id: randomUUID() }]) {
      expect(await remove(ada, gone)).toMatchObject({ status: 404, body: { code: 'chat.message-not-found' } });
    }
  });

  test('returns 403 to an impersonator, and 401 without a token', async () => {
    const { ada, team } = await createTeamRoom();
    const message = await sent(ada, team, 'Stays');
    expect((await remove(await impersonated(ada), message)).status).toBe(403);
    expect((await remove(null, message)).status).toBe(401);
    expect(await textsFor(ada, team)).toEqual(['Stays']);
  });
});
