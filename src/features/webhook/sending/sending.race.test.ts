import { expect, test } from 'vitest';
import { startSecondNode } from '#test/second-node.ts';
import { byTier } from '#test/tier.ts';
import { createGate, isSignedBy, respondWith, sendDue, startWebhookApp } from '../test-webhooks.ts';

const app = await startWebhookApp();
const { call, clock, deps, receiver, createUserWebhook, queueTest, deliveriesOf, read } = app;
const nodes = [deps, (await startSecondNode(app)).deps, (await startSecondNode(app)).deps];

const ROUNDS = byTier(1, 5);

test('three nodes send each event once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const webhooks = await Promise.all(Array.from({ length: 6 }, () => createUserWebhook()));
    const queued = await Promise.all(
      webhooks.map((webhook) => Promise.all(Array.from({ length: 30 }, () => queueTest(webhook)))),
    );
    await Promise.all([...nodes, ...nodes].map((node) => sendDue(node)));
    for (const [index, { url }] of webhooks.entries()) {
      const ids = receiver.messagesTo(url).map(({ headers }) => String(headers['webhook-id']));
      expect(ids.sort()).toEqual(queued[index]?.sort());
    }
  }
});

test('no node sends to an endpoint that another one is sending to', async () => {
  const { behaviour, received, respond } = createGate();
  const webhook = await createUserWebhook(behaviour);
  await Promise.all(Array.from({ length: 3 }, () => queueTest(webhook)));
  const first = sendDue(deps);
  await received;
  await Promise.all(nodes.map((node) => sendDue(node)));
  expect(receiver.messagesTo(webhook.url)).toHaveLength(1);
  respond();
  await first;
  expect(receiver.messagesTo(webhook.url)).toHaveLength(3);
});

test('a pause is claimed once, with one notification, however many attempts fail', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const webhook = await createUserWebhook(respondWith(410));
    await Promise.all(Array.from({ length: 5 }, () => queueTest(webhook)));
    await Promise.all(nodes.map((node) => sendDue(node)));
    const { body } = await call(webhook.owner, 'GET', '/api/notifications');
    expect(body.notifications).toHaveLength(1);
    expect(await read(webhook)).toMatchObject({ status: 'paused', pause_reason: 'gone' });
  }
});

test('a rotation at the same time leaves no message without a signature by the former secret', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const webhook = await createUserWebhook();
    await Promise.all(Array.from({ length: 15 }, () => queueTest(webhook)));
    await Promise.all([sendDue(deps), call(webhook.owner, 'POST', `${webhook.base}/rotate-secret`)]);
    await sendDue(deps);
    const messages = receiver.messagesTo(webhook.url);
    expect(messages.map((message) => isSignedBy(webhook.secret, message))).toEqual(Array(15).fill(true));
  }
});

test('two rotations at once give two secrets that both sign', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const webhook = await createUserWebhook();
    const rotate = () => call(webhook.owner, 'POST', `${webhook.base}/rotate-secret`);
    const secrets = (await Promise.all([rotate(), rotate()])).map(({ body }) => body.secret);
    await queueTest(webhook);
    await sendDue(deps);
    const [message] = receiver.messagesTo(webhook.url);
    expect(secrets.map((secret) => message !== undefined && isSignedBy(secret, message))).toEqual([true, true]);
  }
});

test('a deletion during an attempt ends it without a trace', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { behaviour, received, respond } = createGate();
    const webhook = await createUserWebhook(behaviour);
    await queueTest(webhook);
    const before = deps.webhookResults.read().success;
    const sent = sendDue(deps);
    await received;
    expect((await call(webhook.owner, 'DELETE', webhook.base)).status).toBe(200);
    respond();
    await sent;
    const left = await deps.db
      .selectFrom('webhook_delivery')
      .select('id')
      .where('endpoint_id', '=', webhook.id)
      .execute();
    expect([left, deps.webhookResults.read().success]).toEqual([[], (before ?? 0) + 1]);
  }
});

test('pauses, resumptions and attempts at the same time meet no deadlock, and leave nothing waiting for a paused webhook', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const webhook = await createUserWebhook(respondWith(500));
    await Promise.all(Array.from({ length: 10 }, () => queueTest(webhook)));
    const changes = Array.from({ length: 10 }, (_, index) =>
      call(webhook.owner, 'PATCH', webhook.base, { status: index % 2 === 0 ? 'paused' : 'active' }),
    );
    const [, , ...results] = await Promise.all([sendDue(deps), sendDue(nodes[1] ?? deps), ...changes]);
    expect(results.map(({ status }) => status)).toEqual(Array(10).fill(200));
    await call(webhook.owner, 'PATCH', webhook.base, { status: 'paused' });
    const statuses = (await deliveriesOf(webhook)).map(({ status }: { status: string }) => status);
    expect(statuses).not.toContain('pending');
    clock.advance(60_000);
  }
});
