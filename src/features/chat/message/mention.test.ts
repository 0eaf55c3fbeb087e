import { describe, expect, test } from 'vitest';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { createTestRooms } from '../test-rooms.ts';

const app = await startTestApp();
const { person, deps } = app;
const { sent, edit, list, inboxOf, createTeamRoom, createSquad, block } = createTestRooms(app);

const naming = (...people: Person[]) => people.map(({ id }) => `@[A friend](${id})`).join(' and ');
const mentionsOf = async (reader: Person) =>
  (await inboxOf(reader)).filter(({ kind }: { kind: string }) => kind === 'chat_mentioned');
const listedMentions = async (reader: Person, room: string) => (await list(reader, room)).body.messages[0].mentions;

describe('a mention in a chat message', () => {
  test('notifies the member, without the text', async () => {
    const { ada, ben, team } = await createTeamRoom();
    const message = await sent(ada, team, `A canary for ${naming(ben)}`);
    expect(message).toMatchObject({ mentions: [{ user_id: ben.id, name: 'A friend' }] });
    const notifications = await mentionsOf(ben);
    expect(notifications).toMatchObject([
      {
        title: 'You were mentioned',
        body: 'A Person mentioned you in the chat of “A team”.',
        data: { room_id: team, message_id: message.id, from_user_id: ada.id },
        target: { type: 'chat_room', id: team },
        actor: { id: ada.id },
      },
    ]);
    expect(JSON.stringify(notifications)).not.toContain('canary');
  });

  test('in the room of a squad names no group', async () => {
    const [ada, ben] = [await person(), await person()];
    const squad = await createSquad(app.clock.now().toISOString().slice(0, 10), [ada, ben]);
    await sent(ada, squad, naming(ben));
    expect(await mentionsOf(ben)).toMatchObject([{ body: 'A Person mentioned you in the chat of your squad.' }]);
  });

  test('does not notify users who cannot read the message, nor the sender', async () => {
    const { ada, ben, cleo, dan, team } = await createTeamRoom();
    const stranger = await person();
    await block(ben, ada);
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', cleo.id).execute();
    await deps.db.updateTable('team_member').set({ accepted_at: null }).where('user_id', '=', dan.id).execute();
    await sent(ada, team, naming(ada, ben, cleo, dan, stranger));
    for (const user of [ada, ben, dan, stranger]) expect(await mentionsOf(user)).toEqual([]);
    const rows = deps.db.selectFrom('notification').select('id').where('user_id', '=', cleo.id);
    expect(await rows.execute()).toEqual([]);
  });

  test('is left out of responses while there is a block between sender and mentioned user', async () => {
    const { ada, ben, cleo, team } = await createTeamRoom();
    await sent(ada, team, naming(ben, cleo));
    await block(ben, ada);
    const content = naming(ben, cleo);
    expect((await list(cleo, team)).body.messages[0]).toMatchObject({ content, mentions: [{ user_id: cleo.id }] });
    await app.call(ben, 'DELETE', `/api/users/${ada.id}/block`);
    expect(await listedMentions(cleo, team)).toMatchObject([{ user_id: ben.id }, { user_id: cleo.id }]);
  });

  test('that a change adds notifies those alone who are new', async () => {
    const { ada, ben, cleo, team } = await createTeamRoom();
    const message = await sent(ada, team, naming(ben));
    const { body } = await edit(ada, message, naming(ben, cleo));
    expect(body.message.mentions).toMatchObject([{ user_id: ben.id }, { user_id: cleo.id }]);
    expect([(await mentionsOf(ben)).length, (await mentionsOf(cleo)).length]).toEqual([1, 1]);
    await edit(ada, message, 'No one');
    await edit(ada, message, naming(ben));
    expect((await mentionsOf(ben)).length).toBe(1);
  });

  test('notifies the first ten', async () => {
    const { ada, ben, org } = await createTeamRoom();
    const members = await Promise.all(Array.from({ length: 11 }, () => person()));
    const now = app.clock.now();
    await deps.db
      .insertInto('organization_member')
      .values(members.map(({ id }) => ({ org_id: org, user_id: id, role: 'member', joined_at: now, accepted_at: now })))
      .execute();
    await sent(ada, org, members.map((member) => naming(member)).join(' '));
    const counts = await Promise.all(members.map(async (member) => (await mentionsOf(member)).length));
    expect(counts).toEqual([...Array(10).fill(1), 0]);
    expect(await mentionsOf(ben)).toEqual([]);
  });
});
