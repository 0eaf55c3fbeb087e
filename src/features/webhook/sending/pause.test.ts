import { describe, expect, test } from 'vitest';
import type { Person } from '#test/start-test-app.ts';
import { type Created, respondWith, sendDue, startWebhookApp } from '../test-webhooks.ts';

const app = await startWebhookApp();
const {
  call,
  clock,
  deps,
  person,
  receiver,
  createUserWebhook,
  createOrganizationWebhook,
  queueTest,
  deliveriesOf,
  read,
} = app;

const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;

const pausesOf = async (reader: Person) =>
  (await call(reader, 'GET', '/api/notifications')).body.notifications.filter(
    ({ kind }: { kind: string }) => kind === 'webhook_paused',
  );

/** Fails for the first time, then again after `ms`. */
async function failAgainAfter(webhook: Created, ms: number): Promise<void> {
  await queueTest(webhook);
  await app.send();
  clock.advance(ms);
  await queueTest(webhook);
  await app.send();
}

describe('A webhook', () => {
  test('is paused after three days without a success, and its owner is notified once', async () => {
    const webhook = await createUserWebhook(respondWith(500));
    await failAgainAfter(webhook, 3 * DAY);
    expect(await read(webhook)).toMatchObject({
      status: 'paused',
      pause_reason: 'failing',
      paused_at: clock.now().toISOString(),
    });
    expect((await deliveriesOf(webhook)).map(({ status }: { status: string }) => status)).not.toContain('pending');
    expect(await pausesOf(webhook.owner)).toMatchObject([
      {
        title: `The webhook to ${new URL(webhook.url).host} is paused`,
        target: { type: 'webhook', id: webhook.id },
        data: { webhook_id: webhook.id, reason: 'failing' },
      },
    ]);
  });

  test('is not paused a moment earlier, nor after a success in between', async () => {
    const early = await createUserWebhook(respondWith(500));
    await failAgainAfter(early, 3 * DAY - 1);
    expect(await read(early)).toMatchObject({ status: 'active' });
    const repaired = await createUserWebhook(respondWith(500));
    await queueTest(repaired);
    await app.send();
    receiver.behave(repaired.url, respondWith(200));
    clock.advance(5 * SECOND);
    await app.send();
    receiver.behave(repaired.url, respondWith(500));
    clock.advance(3 * DAY);
    await queueTest(repaired);
    await app.send();
    expect(await read(repaired)).toMatchObject({ status: 'active', failing_since: clock.now().toISOString() });
  });

  test('that is gone (410) is paused at once, and what waits is dropped', async () => {
    const webhook = await createUserWebhook(respondWith(410));
    await queueTest(webhook);
    clock.advance(1);
    await queueTest(webhook);
    await app.send();
    expect(await read(webhook)).toMatchObject({ status: 'paused', pause_reason: 'gone' });
    expect((await deliveriesOf(webhook)).map(({ status }: { status: string }) => status)).toEqual([
      'dropped',
      'failed',
    ]);
    expect(receiver.messagesTo(webhook.url)).toHaveLength(1);
    expect(await pausesOf(webhook.owner)).toHaveLength(1);
  });

  test('that is resumed gets new events, and three more days', async () => {
    const webhook = await createUserWebhook(respondWith(500));
    await failAgainAfter(webhook, 3 * DAY);
    expect((await call(webhook.owner, 'PATCH', webhook.base, { status: 'active' })).body.webhook).toMatchObject({
      status: 'active',
      failing_since: null,
    });
    clock.advance(5 * SECOND);
    await queueTest(webhook);
    await app.send();
    expect(await read(webhook)).toMatchObject({ status: 'active', failing_since: clock.now().toISOString() });
    receiver.behave(webhook.url, respondWith(204));
    clock.advance(5 * SECOND);
    await app.send();
    expect(await deliveriesOf(webhook)).toMatchObject([{ status: 'delivered' }, {}, {}]);
  });

  test('of an organization notifies its owner and admins, and no other member', async () => {
    const webhook = await createOrganizationWebhook(respondWith(410));
    const [admin, member] = [await person(), await person()];
    for (const [{ id: user_id }, role] of [
      [admin, 'admin'],
      [member, 'member'],
    ] as const) {
      await call(webhook.owner, 'POST', `/api/organizations/${webhook.orgId}/members`, { user_id, role });
    }
    await app.send();
    for (const reader of [webhook.owner, admin]) {
      expect(await pausesOf(reader)).toMatchObject([{ data: { org_id: webhook.orgId, reason: 'gone' } }]);
    }
    expect(await pausesOf(member)).toEqual([]);
  });

  test('is not paused for the old URL after its URL changed during the attempt', async () => {
    const webhook = await createUserWebhook(respondWith(410));
    await queueTest(webhook);
    const changing = {
      ...deps,
      webhookClient: {
        ...deps.webhookClient,
        post: async (...message: Parameters<typeof deps.webhookClient.post>) => {
          await call(webhook.owner, 'PATCH', webhook.base, { url: receiver.url() });
          return deps.webhookClient.post(...message);
        },
      },
    };
    await sendDue(changing);
    expect(await read(webhook)).toMatchObject({ status: 'active', failing_since: null });
  });
});
