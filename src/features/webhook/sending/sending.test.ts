import type { RequestListener } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { createWebhookClient } from '#providers/webhook/webhook.http.ts';
import { startSecondNode } from '#test/second-node.ts';
import { createGate, isSignedBy, respondWith, sendDue, startWebhookApp } from '../test-webhooks.ts';
import { startWebhooks } from './sending.jobs.ts';

const app = await startWebhookApp();
const {
  call,
  clock,
  deps,
  receiver,
  createUserWebhook,
  createOrganizationWebhook,
  queueTest,
  deliveriesOf,
  read,
  send,
} = app;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const HANG: RequestListener = () => undefined;
const withTimeout = (timeoutMs: number) => ({
  ...deps,
  webhookClient: createWebhookClient({ trustedOrigins: [receiver.origin], timeoutMs }),
});
const impatient = withTimeout(200);
/** Gives up nothing that a busy machine does late. */
const patient = withTimeout(60_000);

describe('An event', () => {
  test('is posted, signed as the library of the specification verifies it, and logged', async () => {
    const webhook = await createUserWebhook(respondWith(200));
    const id = await queueTest(webhook);
    await send();
    const [message, ...others] = receiver.messagesTo(webhook.url);
    if (message === undefined) throw new Error('A message arrives.');
    expect(others).toEqual([]);
    expect(new Webhook(webhook.secret).verify(message.body, message.headers as Record<string, string>)).toEqual({
      type: 'webhook.test',
      timestamp: clock.now().toISOString(),
      data: { webhook_id: webhook.id },
    });
    expect(message.headers['webhook-id']).toBe(id);
    expect(await deliveriesOf(webhook)).toEqual([
      {
        id,
        message_id: id,
        kind: 'webhook.test',
        status: 'delivered',
        is_replay: false,
        payload: message.body,
        attempts: [
          {
            number: 1,
            started_at: clock.now().toISOString(),
            duration_ms: expect.any(Number),
            failure: null,
            response_status: 200,
            response_excerpt: 'responded with 200',
          },
        ],
        next_attempt_at: null,
        created_at: clock.now().toISOString(),
      },
    ]);
  });

  test('is sent again after failures, in ten attempts within a day, with one id', async () => {
    const webhook = await createUserWebhook(respondWith(500));
    await queueTest(webhook);
    const startedAt = clock.now().getTime();
    for (let round = 0; round < 20; round += 1) {
      await send();
      const [{ next_attempt_at: next }] = await deliveriesOf(webhook);
      if (next === null) break;
      expect(receiver.messagesTo(webhook.url)).toHaveLength(round + 1);
      clock.set(new Date(new Date(next).getTime() - 1));
      await send();
      expect(receiver.messagesTo(webhook.url)).toHaveLength(round + 1);
      clock.set(new Date(Math.max(new Date(next).getTime(), clock.now().getTime() + 5 * SECOND)));
    }
    const messages = receiver.messagesTo(webhook.url);
    expect(messages).toHaveLength(10);
    expect(new Set(messages.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(messages.every((message) => isSignedBy(webhook.secret, message))).toBe(true);
    expect(clock.now().getTime() - startedAt).toBeLessThan(24 * HOUR);
    const [delivery] = await deliveriesOf(webhook);
    expect(delivery).toMatchObject({ status: 'failed', next_attempt_at: null });
    expect(delivery.attempts.map(({ failure, response_status }: never) => [failure, response_status])).toEqual(
      Array(10).fill(['status', 500]),
    );
  });

  test('that succeeds at a retry ends the failure', async () => {
    const webhook = await createUserWebhook(respondWith(503));
    await queueTest(webhook);
    await send();
    expect(await read(webhook)).toMatchObject({ status: 'active', failing_since: clock.now().toISOString() });
    receiver.behave(webhook.url, respondWith(200));
    clock.advance(5 * SECOND);
    await send();
    expect(await read(webhook)).toMatchObject({ failing_since: null });
    expect(await deliveriesOf(webhook)).toMatchObject([
      { status: 'delivered', attempts: [{ number: 1 }, { number: 2 }] },
    ]);
  });

  test('waits as long as the receiver asks for', async () => {
    const webhook = await createUserWebhook(respondWith(429, { 'retry-after': '600' }));
    await queueTest(webhook);
    await send();
    const [{ next_attempt_at }] = await deliveriesOf(webhook);
    expect(new Date(next_attempt_at).getTime() - clock.now().getTime()).toBe(10 * MINUTE);
  });

  test.each<[string, RequestListener, typeof patient, object]>([
    ['hangs', HANG, impatient, { failure: 'time-limit', response_status: null }],
    [
      'redirects to a private address',
      respondWith(307, { location: 'http://169.254.169.254/latest/meta-data' }),
      patient,
      { failure: 'redirect', response_status: 307 },
    ],
    [
      'cuts the connection',
      (request) => request.socket.destroy(),
      patient,
      { failure: 'not-reachable', response_status: null },
    ],
  ])('to a receiver that %s is tried again', async (_, behaviour, sender, failed) => {
    const webhook = await createUserWebhook(behaviour);
    await queueTest(webhook);
    await sendDue(sender);
    receiver.behave(webhook.url, respondWith(200));
    clock.advance(5 * SECOND);
    await sendDue(patient);
    expect(await deliveriesOf(webhook)).toMatchObject([
      { status: 'delivered', attempts: [failed, { failure: null, response_status: 200 }] },
    ]);
  });

  test('to a name that resolves to this machine is not sent', async () => {
    const webhook = await createUserWebhook();
    const { body } = await call(webhook.owner, 'PATCH', webhook.base, { url: 'https://localhost/hook' });
    expect(body.webhook.url).toBe('https://localhost/hook');
    await queueTest(webhook);
    await send();
    expect(await deliveriesOf(webhook)).toMatchObject([
      { status: 'pending', attempts: [{ failure: 'address-not-public', response_status: null }] },
    ]);
  });

  test('is counted by its result', async () => {
    const before = deps.webhookResults.read();
    await queueTest(await createUserWebhook(respondWith(200)));
    await queueTest(await createUserWebhook(respondWith(404)));
    await send();
    const after = deps.webhookResults.read();
    expect([(after.success ?? 0) - (before.success ?? 0), (after.status ?? 0) - (before.status ?? 0)]).toEqual([1, 1]);
    expect((await call(null, 'GET', '/metrics')).text).toContain(
      `webhook_attempts_total{result="success"} ${after.success}`,
    );
  });
});

describe('What is not sent', () => {
  test('are events of an inactive user', async () => {
    const webhook = await createUserWebhook();
    await queueTest(webhook);
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', webhook.owner.id).execute();
    await send();
    await deps.db.updateTable('profile').set({ is_active: true }).where('id', '=', webhook.owner.id).execute();
    expect(receiver.messagesTo(webhook.url)).toEqual([]);
    expect(await deliveriesOf(webhook)).toMatchObject([{ status: 'dropped', attempts: [] }]);
  });

  test('are deliveries that waited for more than a day', async () => {
    const webhook = await createUserWebhook();
    await queueTest(webhook);
    clock.advance(25 * HOUR + SECOND);
    await send();
    expect(receiver.messagesTo(webhook.url)).toEqual([]);
    expect(await deliveriesOf(webhook)).toMatchObject([{ status: 'failed', attempts: [] }]);
  });

  test('an organization still gets its events when an admin is inactive', async () => {
    const webhook = await createOrganizationWebhook();
    await queueTest(webhook);
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', webhook.owner.id).execute();
    await send();
    expect(receiver.messagesTo(webhook.url)).toHaveLength(1);
  });
});

describe('A secret', () => {
  test('signs beside the previous one for 24 hours after a rotation', async () => {
    const webhook = await createUserWebhook();
    const rotated = await call(webhook.owner, 'POST', `${webhook.base}/rotate-secret`);
    const sendOne = async () => {
      await queueTest(webhook);
      await send();
      const message = receiver.messagesTo(webhook.url).at(-1);
      if (message === undefined) throw new Error('A message arrives.');
      return [webhook.secret, rotated.body.secret].map((secret) => isSignedBy(secret, message));
    };
    expect(await sendOne()).toEqual([true, true]);
    clock.advance(24 * HOUR - 1);
    expect(await sendOne()).toEqual([true, true]);
    clock.advance(1);
    expect(await sendOne()).toEqual([false, true]);
  });

  test('that no key opens fails the attempt until it is rotated', async () => {
    const webhook = await createUserWebhook();
    const other = await deps.webhookSecrets.seal('whsec_AAAA', 'webhook of another');
    await deps.db.updateTable('webhook_endpoint').set({ secret: other }).where('id', '=', webhook.id).execute();
    await queueTest(webhook);
    await send();
    expect(await deliveriesOf(webhook)).toMatchObject([{ attempts: [{ failure: 'secret-unreadable' }] }]);
    const rotated = await call(webhook.owner, 'POST', `${webhook.base}/rotate-secret`);
    clock.advance(5 * SECOND);
    await send();
    expect(receiver.messagesTo(webhook.url).map((message) => isSignedBy(rotated.body.secret, message))).toEqual([true]);
  });
});

describe('Many endpoints', () => {
  test('do not wait for one that hangs', async () => {
    const { behaviour, respond } = createGate();
    const slow = await createUserWebhook(behaviour);
    const fast = await Promise.all(Array.from({ length: 20 }, () => createUserWebhook()));
    for (const webhook of [slow, ...fast]) await queueTest(webhook);
    const webhooks = startWebhooks(patient);
    // Sooner than the slow one is given up.
    const counts = () => fast.map(({ url }) => receiver.messagesTo(url).length);
    await expect.poll(counts).toEqual(Array(20).fill(1));
    expect(await deliveriesOf(slow)).toMatchObject([{ status: 'pending', attempts: [] }]);
    respond();
    await webhooks.stop();
    expect(await deliveriesOf(slow)).toMatchObject([{ status: 'delivered' }]);
  });

  test('that fail take no slot of others', async () => {
    const failing = await Promise.all(Array.from({ length: 20 }, () => createUserWebhook(respondWith(500))));
    for (const webhook of failing) await queueTest(webhook);
    await send();
    const { behaviour, respond } = createGate();
    for (const { url } of failing) receiver.behave(url, behaviour);
    clock.advance(5 * SECOND);
    const healthy = await createUserWebhook();
    await queueTest(healthy);
    const webhooks = startWebhooks(patient);
    // Sooner than those that fail are given up.
    await expect.poll(() => receiver.messagesTo(healthy.url).length).toBe(1);
    respond();
    await webhooks.stop();
  });

  test('are served in turn: a long queue ends with a lease of its own', async () => {
    const webhook = await createUserWebhook();
    await Promise.all(Array.from({ length: 45 }, () => queueTest(webhook)));
    await send();
    expect(receiver.messagesTo(webhook.url)).toHaveLength(45);
  });
});

describe('A crashed node', () => {
  test('leaves its delivery to another, after its lease', async () => {
    const webhook = await createUserWebhook();
    const id = await queueTest(webhook);
    const crashed = {
      ...deps,
      webhookClient: { isAllowed: () => true, post: () => new Promise<never>(() => undefined) },
    };
    void sendDue(crashed);
    const attempts = () => deps.db.selectFrom('webhook_delivery').select('attempts').where('id', '=', id).execute();
    await expect.poll(attempts).toEqual([{ attempts: 1 }]);
    const other = await startSecondNode(app);
    await sendDue(other.deps);
    expect(receiver.messagesTo(webhook.url)).toEqual([]);
    clock.advance(MINUTE);
    await sendDue(other.deps);
    expect(receiver.messagesTo(webhook.url)).toHaveLength(1);
    expect(await deliveriesOf(webhook)).toMatchObject([{ status: 'delivered', attempts: [{ number: 2 }] }]);
  });
});

describe('A stop', () => {
  test('waits for the current attempt', async () => {
    const { behaviour, received, respond } = createGate();
    const webhook = await createUserWebhook(behaviour);
    await queueTest(webhook);
    const webhooks = startWebhooks(deps);
    await received;
    const stopped = webhooks.stop();
    respond();
    await stopped;
    expect(await deliveriesOf(webhook)).toMatchObject([{ status: 'delivered' }]);
  });
});
