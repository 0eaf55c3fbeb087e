import { describe, expect, test } from 'vitest';
import { type Created, isSignedBy, respondWith, startWebhookApp } from '../test-webhooks.ts';

const app = await startWebhookApp();
const { call, clock, deps, receiver, createUserWebhook, createOrganizationWebhook, queueTest, deliveriesOf, send } =
  app;

const OWNERS = { user: createUserWebhook, organization: createOrganizationWebhook };
type Create = (typeof OWNERS)[keyof typeof OWNERS];

function testing(create: Create) {
  test('returns 201 and sends an event of the kind webhook.test', async () => {
    const webhook = await create();
    const { status, body } = await call(webhook.owner, 'POST', `${webhook.base}/test`);
    expect([status, body.delivery]).toEqual([
      201,
      expect.objectContaining({ kind: 'webhook.test', status: 'pending', attempts: [], is_replay: false }),
    ]);
    await send();
    expect(receiver.messagesTo(webhook.url).map((message) => message.body)).toEqual([body.delivery.payload]);
  });

  test('returns 409 for a paused webhook', async () => {
    const webhook = await create();
    await call(webhook.owner, 'PATCH', webhook.base, { status: 'paused' });
    const { status, body } = await call(webhook.owner, 'POST', `${webhook.base}/test`);
    expect([status, body.code]).toEqual([409, 'webhook.paused']);
  });

  test('returns 404 for a webhook of another owner', async () => {
    const [mine, theirs] = [await create(), await create()];
    const { status, body } = await call(mine.owner, 'POST', `${siblingOf(mine, theirs)}/test`);
    expect([status, body.code]).toEqual([404, 'webhook.not-found']);
    expect(await deliveriesOf(theirs)).toEqual([]);
  });
}

/** The path of a webhook as if it belonged to the owner of another. */
const siblingOf = (mine: Created, theirs: Created) => `${mine.base.slice(0, mine.base.lastIndexOf('/'))}/${theirs.id}`;

describe('POST /api/user/webhooks/:webhookId/test', () => testing(OWNERS.user));
describe('POST /api/organizations/:id/webhooks/:webhookId/test', () => testing(OWNERS.organization));

function listing(create: Create) {
  test('returns deliveries with their attempts, newest first, page by page', async () => {
    const webhook = await create(respondWith(500));
    const first = await queueTest(webhook);
    await send();
    receiver.behave(webhook.url, respondWith(200));
    clock.advance(5_000);
    await send();
    const second = await queueTest(webhook);
    const { body } = await call(webhook.owner, 'GET', `${webhook.base}/deliveries?limit=1`);
    expect(body.deliveries).toMatchObject([{ id: second, status: 'pending', attempts: [] }]);
    const next = await call(webhook.owner, 'GET', `${webhook.base}/deliveries?cursor=${body.next_cursor}`);
    expect(next.body).toMatchObject({
      deliveries: [
        {
          id: first,
          status: 'delivered',
          attempts: [
            { number: 1, failure: 'status', response_status: 500, response_excerpt: 'responded with 500' },
            { number: 2, failure: null, response_status: 200, response_excerpt: 'responded with 200' },
          ],
        },
      ],
      next_cursor: null,
    });
  });

  test('returns 404 for a webhook of another owner', async () => {
    const [mine, theirs] = [await create(), await create()];
    const { status, body } = await call(mine.owner, 'GET', `${siblingOf(mine, theirs)}/deliveries`);
    expect([status, body.code]).toEqual([404, 'webhook.not-found']);
  });
}

describe('GET /api/user/webhooks/:webhookId/deliveries', () => listing(OWNERS.user));
describe('GET /api/organizations/:id/webhooks/:webhookId/deliveries', () => listing(OWNERS.organization));

function replaying(create: Create) {
  test('returns 201 and sends the message again, with its id and a signature of now', async () => {
    const webhook = await create();
    const id = await queueTest(webhook);
    await send();
    clock.advance(60_000);
    const first = await call(webhook.owner, 'POST', `${webhook.base}/deliveries/${id}/replay`);
    expect([first.status, first.body.delivery]).toEqual([
      201,
      expect.objectContaining({ message_id: id, is_replay: true, status: 'pending', attempts: [] }),
    ]);
    await send();
    await call(webhook.owner, 'POST', `${webhook.base}/deliveries/${first.body.delivery.id}/replay`);
    await send();
    const messages = receiver.messagesTo(webhook.url);
    expect(messages.map(({ headers }) => headers['webhook-id'])).toEqual([id, id, id]);
    expect(new Set(messages.map(({ body }) => body)).size).toBe(1);
    expect(messages.every((message) => isSignedBy(webhook.secret, message))).toBe(true);
    const [sentAt, replayedAt] = messages.map(({ headers }) => Number(headers['webhook-timestamp']));
    expect(replayedAt).toBe((sentAt ?? 0) + 60);
    expect((await deliveriesOf(webhook)).map(({ status }: { status: string }) => status)).toEqual([
      'delivered',
      'delivered',
      'delivered',
    ]);
  });

  test.each([
    ['409 while the delivery is sent', async () => undefined, 409, 'webhook.delivery-pending'],
    [
      '409 for a paused webhook',
      async ({ owner, base }: Created) => void (await call(owner, 'PATCH', base, { status: 'paused' })),
      409,
      'webhook.paused',
    ],
  ])('returns %s', async (_, prepare, expected, code) => {
    const webhook = await create();
    const id = await queueTest(webhook);
    await prepare(webhook);
    const { status, body } = await call(webhook.owner, 'POST', `${webhook.base}/deliveries/${id}/replay`);
    expect([status, body.code]).toEqual([expected, code]);
  });

  test('returns 404 for an unknown delivery, and for one of another webhook', async () => {
    const [mine, theirs] = [await create(), await create()];
    const id = await queueTest(theirs);
    await send();
    for (const [path, code] of [
      [`${mine.base}/deliveries/${id}`, 'webhook.delivery-not-found'],
      [`${mine.base}/deliveries/${deps.ids.next()}`, 'webhook.delivery-not-found'],
      [`${siblingOf(mine, theirs)}/deliveries/${id}`, 'webhook.not-found'],
    ]) {
      const { status, body } = await call(mine.owner, 'POST', `${path}/replay`);
      expect([status, body.code]).toEqual([404, code]);
    }
    expect(await deliveriesOf(theirs)).toHaveLength(1);
  });
}

describe('POST /api/user/webhooks/:webhookId/deliveries/:deliveryId/replay', () => replaying(OWNERS.user));
describe('POST /api/organizations/:id/webhooks/:webhookId/deliveries/:deliveryId/replay', () =>
  replaying(OWNERS.organization));
