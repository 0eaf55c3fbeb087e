import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { createOrganization, createTeam } from '#test/groups.ts';
import type { Person, TestApp } from '#test/start-test-app.ts';

/** A message as the API returns it. */
export type SentMessage = { id: string; room_id: string; content: string | null; created_at: string };

/** Rooms and messages for the tests of one app. */
export function createTestRooms({ call, deps, person, issuer, clock }: TestApp) {
  const send = (sender: Person | null, room: string, content = 'Hello', headers: Record<string, string> = {}) =>
    call(sender, 'POST', `/api/chat/rooms/${room}/messages`, { content }, headers);
  const list = (reader: Person | null, room: string, query = '') =>
    call(reader, 'GET', `/api/chat/rooms/${room}/messages${query}`);

  return {
    send,
    list,
    async sent(sender: Person, room: string, content?: string): Promise<SentMessage> {
      const { status, body, text } = await send(sender, room, content);
      expect(status, text).toBe(201);
      return body.message;
    },
    edit: (editor: Person | null, { id, room_id }: SentMessage, content: string) =>
      call(editor, 'PATCH', `/api/chat/rooms/${room_id}/messages/${id}`, { content }),
    remove: (remover: Person | null, { id, room_id }: SentMessage) =>
      call(remover, 'DELETE', `/api/chat/rooms/${room_id}/messages/${id}`),
    markRead: (reader: Person | null, { id, room_id }: SentMessage) =>
      call(reader, 'PUT', `/api/chat/rooms/${room_id}/read-mark`, { message_id: id }),
    /** The texts that a reader sees in a room, newest first. */
    async textsFor(reader: Person, room: string): Promise<(string | null)[]> {
      const { status, body, text } = await list(reader, room);
      expect(status, text).toBe(200);
      return body.messages.map(({ content }: SentMessage) => content);
    },
    /** A room of a reader in their list of rooms. */
    async roomFor(reader: Person, room: string) {
      const { body } = await call(reader, 'GET', '/api/chat/rooms');
      return body.rooms.find(({ id }: { id: string }) => id === room);
    },
    block: (actor: Person, other: Person) => call(actor, 'POST', `/api/users/${other.id}/block`),
    async inboxOf(reader: Person) {
      return (await call(reader, 'GET', '/api/notifications')).body.notifications;
    },
    /** A team of Ada's organization: Ada owns the organization, Ben is admin of the team, and Cleo and Dan are members. */
    async createTeamRoom() {
      const [ada, ben, cleo, dan] = [await person(), await person(), await person(), await person()];
      const org = await createOrganization(deps, ada, [ben, cleo, dan]);
      return { ada, ben, cleo, dan, org, team: await createTeam(deps, org, ben, [ada, cleo, dan]) };
    },
    /** A squad of a date whose members have windows in a time zone. Returns its id. */
    async createSquad(date: string, members: readonly Person[], timezone = 'UTC'): Promise<string> {
      const [id, now] = [randomUUID(), clock.now()];
      const [one, two, three] = members.map((member) => member.id) as [string, string, string?];
      const created = { created_at: now, team_color: 'red' as const, date };
      const squad = { ...created, id, user_1_id: one, user_2_id: two, user_3_id: three ?? null };
      await deps.db.insertInto('squad').values(squad).execute();
      for (const { id: user_id } of members) {
        const window = {
          activity_type: 'walk' as const,
          window_start_time: '07:00',
          window_end_time: '09:00',
          timezone,
        };
        await deps.db
          .insertInto('workout_window')
          .values({
            ...window,
            id: randomUUID(),
            user_id,
            since: date,
            match_group: id,
            created_at: now,
            updated_at: now,
          })
          .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ timezone }))
          .execute();
        const position = { ...created, id: randomUUID(), user_id, squad_id: id, match_group: id };
        await deps.db.insertInto('chain').values(position).execute();
      }
      return id;
    },
    async renewed(owner: Person): Promise<Person> {
      return { ...owner, token: await issuer.sign(owner.id, clock.now(), { email: owner.email }) };
    },
  };
}
