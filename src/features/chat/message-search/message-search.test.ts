import { describe, expect, test } from 'vitest';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { createTestRooms } from '../test-rooms.ts';
import { foldMessages } from './message-search.actions.ts';

const CRON_SECRET = 'a-secret-of-the-schedule-of-this-test';
const app = await startTestApp({ environment: { CRON_SECRET } });
const { person, superAdmin, call, deps } = app;
const { sent, list, edit, remove, createTeamRoom, block } = createTestRooms(app);

const search = (reader: Person | null, room: string, q: string, more: Record<string, string> = {}) =>
  list(reader, room, `?${new URLSearchParams({ q, ...more })}`);

async function find(reader: Person, room: string, q: string): Promise<string[]> {
  const { status, body, text } = await search(reader, room, q);
  expect(status, text).toBe(200);
  return body.messages.map(({ content }: { content: string }) => content);
}

describe('GET /api/chat/rooms/:id/messages?q=', () => {
  test('finds messages of the room by words, whatever their accents and case, newest first', async () => {
    const { ada, ben, org, team } = await createTeamRoom();
    await sent(ada, team, 'Un café près de la Seine');
    await sent(ben, team, 'Zwei Cafés, Straße');
    await sent(ben, team, '今天看了中国地图');
    await sent(ben, org, 'Ein Café in der Organisation');
    expect(await find(ada, team, 'CAFE')).toEqual(['Zwei Cafés, Straße', 'Un café près de la Seine']);
    expect(await find(ada, team, 'strass zwei')).toEqual(['Zwei Cafés, Straße']);
    expect(await find(ada, team, '"la seine"')).toEqual(['Un café près de la Seine']);
    expect(await find(ada, team, 'cafe -seine')).toEqual(['Zwei Cafés, Straße']);
    expect(await find(ada, team, 'seine or strasse')).toHaveLength(2);
    expect(await find(ada, team, '地图')).toEqual(['今天看了中国地图']);
    expect(await find(ada, team, 'z')).toEqual(['Zwei Cafés, Straße']);
    for (const q of ['afe', 'organisation', '- & ( )', '%', "' or 1=1--"]) expect(await find(ada, team, q)).toEqual([]);
  });

  test('finds mentioned names, and no ids', async () => {
    const { ada, ben, team } = await createTeamRoom();
    const text = `Ask @[José](${ben.id})`;
    await sent(ada, team, text);
    expect(await find(ada, team, 'jose')).toEqual([text]);
    expect(await find(ada, team, ben.id)).toEqual([]);
  });

  test('pages as reading does', async () => {
    const { ada, team } = await createTeamRoom();
    for (const number of [1, 2, 3, 4, 5]) await sent(ada, team, number === 3 ? 'Rain' : `River ${number}`);
    const first = (await search(ada, team, 'river', { limit: '2' })).body;
    const cursor = first.next_cursor;
    const second = (await search(ada, team, 'river', { limit: '2', cursor })).body;
    const texts = [first, second].map(({ messages }) => messages.map(({ content }: { content: string }) => content));
    expect([texts, second.next_cursor]).toEqual([
      [
        ['River 5', 'River 4'],
        ['River 2', 'River 1'],
      ],
      null,
    ]);
  });

  test('finds the new text of a changed message, and nothing of a removed one', async () => {
    const { ada, team } = await createTeamRoom();
    const message = await sent(ada, team, 'Heron');
    await edit(ada, message, 'Kingfisher');
    expect([await find(ada, team, 'heron'), await find(ada, team, 'king')]).toEqual([[], ['Kingfisher']]);
    await remove(ada, message);
    expect(await find(ada, team, 'king')).toEqual([]);
    const row = await deps.db.selectFrom('chat_message').selectAll().where('id', '=', message.id).executeTakeFirst();
    expect(row?.search_text).toBeNull();
  });

  test('leaves out messages of users in a block with the reader', async () => {
    const { ada, ben, cleo, team } = await createTeamRoom();
    await sent(ben, team, 'Heron');
    await block(ada, ben);
    expect(await find(ada, team, 'heron')).toEqual([]);
    expect(await find(cleo, team, 'heron')).toEqual(['Heron']);
  });

  test('returns 404 to users who are not in the room, super admins as well', async () => {
    const { ada, team } = await createTeamRoom();
    await sent(ada, team, 'Heron');
    for (const stranger of [await person(), await superAdmin()])
      expect((await search(stranger, team, 'heron')).status).toBe(404);
    expect((await search(null, team, 'heron')).status).toBe(401);
  });

  test.each(['', 'q'.repeat(201), '\0'])('returns 400 for the search %j', async (q) => {
    const { ada, team } = await createTeamRoom();
    expect((await search(ada, team, q)).status).toBe(400);
  });
});

describe('POST /api/cron/fold-messages', () => {
  test('folds messages of another version, which are found from then on', async () => {
    const { ada, team } = await createTeamRoom();
    const message = await sent(ada, team, 'Reiher');
    await remove(ada, await sent(ada, team, 'Gone'));
    await deps.db.updateTable('chat_message').set({ content: 'Eisvögel' }).where('id', '=', message.id).execute();
    expect(await find(ada, team, 'eisvogel')).toEqual([]);
    const headers = { 'x-cron-secret': CRON_SECRET };
    const { status, body } = await call(null, 'POST', '/api/cron/fold-messages', undefined, headers);
    expect([status, body.results.folded_messages > 0]).toEqual([200, true]);
    expect(await find(ada, team, 'eisvogel')).toEqual(['Eisvögel']);
    expect((await foldMessages(deps)).results.folded_messages).toBe(0);
  });
});
