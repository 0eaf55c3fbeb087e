import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Person, TestApp } from '#test/start-test-app.ts';

/** Repeats the request while the node is overloaded. */
export async function untilServed<Result extends { status: number }>(ask: () => Promise<Result>): Promise<Result> {
  const response = await ask();
  return response.status === 503 ? untilServed(ask) : response;
}

/** Requests and rows of drops for the tests of an app. */
export function dropsOf({ call, deps, superAdmin }: Pick<TestApp, 'call' | 'deps' | 'superAdmin'>) {
  const send = (sender: Person | null, recipient: { id: string }, fields: object = {}) =>
    call(sender, 'POST', '/api/encouragement-drops/send', {
      recipient_id: recipient.id,
      drop_type: 'encouragement',
      ...fields,
    });
  return {
    send,
    /** Sends a drop with own text and expects 201. */
    write: async (sender: Person, recipient: { id: string }, fields: object = {}) => {
      const { status, text, body } = await send(sender, recipient, { content: 'Well done', ...fields });
      expect({ status, text }).toEqual({ status: 201, text });
      return body.drop;
    },
    received: (reader: Person | null, query = '') => call(reader, 'GET', `/api/encouragement-drops/received${query}`),
    allowanceOf: async (sender: Person) => (await call(sender, 'GET', '/api/encouragement-drops/my-drops')).body,
    /** Creates a template as a super admin. */
    template: async (fields: object = {}) => {
      const asked = { type: 'encouragement', title: 'Onwards', content: 'Keep going', approval_status: 'approved' };
      const url = '/api/encouragement-drops/admin/templates';
      const { status, body } = await call(await superAdmin(), 'POST', url, { ...asked, ...fields });
      expect(status).toBe(201);
      return body.template;
    },
    configure: async (fields: object) => {
      const { status } = await call(await superAdmin(), 'PUT', '/api/encouragement-drops/admin/config', fields);
      expect(status).toBe(200);
    },
    block: async (blocker: Person, blocked: Person) => {
      const block = { blocker_id: blocker.id, blocked_id: blocked.id, created_at: deps.clock.now() };
      await deps.db.insertInto('user_block').values(block).execute();
    },
    /** Sets bonus drops like the engagement job. */
    giveBonus: async (sender: Person, count: number) => {
      await deps.db
        .insertInto('drop_sender')
        .values({ user_id: sender.id, day: '2026-01-01', bonus_remaining: count })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ bonus_remaining: count }))
        .execute();
    },
    /** Stores a drop of the assistant. */
    assist: async (recipient: Person, fields: { date_sent?: Date; day?: string } = {}) => {
      const id = randomUUID();
      const now = deps.clock.now();
      const row = {
        drop_type: 'encouragement' as const,
        is_custom: false,
        content: 'You slept well',
        date_sent: now,
        day: now.toISOString().slice(0, 10),
      };
      await deps.db
        .insertInto('drop_sent')
        .values({ id, recipient_id: recipient.id, ...row, ...fields })
        .execute();
      return id;
    },
    rowsOf: (sender: Person) =>
      deps.db.selectFrom('drop_sent').selectAll().where('sender_id', '=', sender.id).execute(),
    senderRowOf: (sender: Person) =>
      deps.db.selectFrom('drop_sender').selectAll().where('user_id', '=', sender.id).executeTakeFirst(),
    usageOf: async ({ id }: { id: string }) =>
      (await deps.db.selectFrom('drop_template').select('usage_count').where('id', '=', id).executeTakeFirst())
        ?.usage_count,
  };
}

/** The body without the request id, which differs between equal errors. */
export const withoutRequestId = ({ request_id: _, ...body }: Record<string, unknown>) => body;
