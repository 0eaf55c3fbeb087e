import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { publishEvents } from '#features/event';
import { notifyAfterwards } from '#features/notification';
import { startSecondNode } from '#test/second-node.ts';
import { notificationTo } from '../../notification/test-notifications.ts';
import { type Created, sendDue, startWebhookApp } from '../test-webhooks.ts';
import { queueEvents } from './queue.actions.ts';

const app = await startWebhookApp();
const { call, deps, person, receiver, createUserWebhook, deliveriesOf, send } = app;
const node = await startSecondNode(app);
for (const { sequencer } of [deps, node.deps]) sequencer.start();

const bodiesTo = ({ url }: Created) => receiver.messagesTo(url).map(({ body }) => JSON.parse(body));

/** Waits until all events of the past are stored. */
async function storeEvents(): Promise<void> {
  const waiting = () => deps.db.selectFrom('event_outbox').select('id').execute();
  await expect.poll(waiting, { timeout: 10_000 }).toEqual([]);
}

async function writeEntry(owner: Created['owner']): Promise<string> {
  const { status, body } = await call(owner, 'POST', '/api/journal', { title: 'Day one', content: 'Rain.' });
  expect(status).toBe(201);
  return body.entry.id;
}

describe('The webhook of a user', () => {
  test('gets each event of the user and a chosen kind once, though two nodes store events', async () => {
    const webhook = await createUserWebhook(undefined, { kinds: ['entry.changed'] });
    const entries = await Promise.all(Array.from({ length: 10 }, () => writeEntry(webhook.owner)));
    await writeEntry(await person());
    await notifyAfterwards(deps, [notificationTo(webhook.owner)]);
    await storeEvents();
    await send();
    const created = bodiesTo(webhook).filter(({ data }) => data.change === 'created');
    expect(created.map(({ data }) => data.entry_id).sort()).toEqual(entries.sort());
    expect(bodiesTo(webhook).every(({ type }) => type === 'entry.changed')).toBe(true);
    expect(Object.keys(created[0] ?? {})).toEqual(['type', 'timestamp', 'data']);
  });

  test('gets an event that is stored twice once', async () => {
    const webhook = await createUserWebhook();
    const event = {
      position: 900_000_001,
      kind: 'notification',
      actorId: null,
      audience: { userIds: [webhook.owner.id] },
      data: { notification_id: deps.ids.next(), kind: 'baton_pass' },
      occurredAt: app.clock.now(),
    };
    for (let round = 0; round < 2; round += 1) {
      await deps.db.transaction().execute((tx) => queueEvents(deps, tx, [event, event]));
    }
    expect(await deliveriesOf(webhook)).toHaveLength(1);
  });

  test('gets nothing that goes to all users', async () => {
    const webhook = await createUserWebhook(undefined, { kinds: ['notification'] });
    await sql`update webhook_endpoint set kinds = '{mosaic.updated}' where id = ${webhook.id}`.execute(deps.db);
    await deps.db
      .transaction()
      .execute((tx) =>
        publishEvents(deps, tx, [{ kind: 'mosaic.updated', audience: 'everyone', data: { date: '2026-11-20' } }]),
      );
    await storeEvents();
    expect(await deliveriesOf(webhook)).toEqual([]);
  });

  test('gets nothing of a user in a blocked pair, also if the block comes after the event', async () => {
    const webhook = await createUserWebhook(undefined, { kinds: ['drop.received'] });
    const sender = await person();
    await deps.db.transaction().execute((tx) =>
      publishEvents(deps, tx, [
        {
          kind: 'drop.received',
          audience: { userIds: [webhook.owner.id] },
          actorId: sender.id,
          data: { drop_id: deps.ids.next(), from_user_id: sender.id },
        },
      ]),
    );
    await storeEvents();
    expect(await deliveriesOf(webhook)).toMatchObject([{ status: 'pending' }]);
    expect((await call(webhook.owner, 'POST', `/api/users/${sender.id}/block`)).status).toBeLessThan(300);
    await send();
    expect(await deliveriesOf(webhook)).toMatchObject([{ status: 'dropped', attempts: [] }]);
    expect(receiver.messagesTo(webhook.url)).toEqual([]);
  });

  test('gets the messages of rooms that the user may read, as long as they may', async () => {
    const [reader, stranger] = [
      await createUserWebhook(undefined, { kinds: ['chat.message'] }),
      await createUserWebhook(undefined, { kinds: ['chat.message'] }),
    ];
    const room = `team/${deps.ids.next()}`;
    let readers = new Set([reader.owner.id]);
    const roomDeps = { ...deps, listRoomReceivers: async () => new Map([[room, readers]]) };
    const message = (position: number) => ({
      position,
      kind: 'chat.message',
      actorId: null,
      audience: { room },
      data: { room, message_id: deps.ids.next(), change: 'created', sender_id: deps.ids.next() },
      occurredAt: app.clock.now(),
    });
    await deps.db.transaction().execute((tx) => queueEvents(roomDeps, tx, [message(900_000_002)]));
    await sendDue(roomDeps);
    await deps.db.transaction().execute((tx) => queueEvents(roomDeps, tx, [message(900_000_003)]));
    readers = new Set();
    await sendDue(roomDeps);
    expect((await deliveriesOf(reader)).map(({ status }: { status: string }) => status).sort()).toEqual([
      'delivered',
      'dropped',
    ]);
    expect(bodiesTo(reader)).toMatchObject([{ type: 'chat.message', data: { room } }]);
    expect(await deliveriesOf(stranger)).toEqual([]);
  });
});
