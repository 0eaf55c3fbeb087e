import { expect, test } from 'vitest';
import { createLogger } from '#platform/log.ts';
import { startSecondNode } from '#test/second-node.ts';
import { sendDue, startWebhookApp } from '../test-webhooks.ts';

const app = await startWebhookApp();
const { createUserWebhook, person, receiver, superAdmin } = app;
const logged: string[] = [];
const node = await startSecondNode(app, createLogger('trace', { write: (line: string) => void logged.push(line) }));

test('logs hold neither secrets nor URLs, payloads or responses', async () => {
  const owner = await person();
  const url = `${receiver.url()}?key=canary`;
  const created = await app.call(owner, 'POST', '/api/user/webhooks', { url, kinds: ['notification'] });
  const { id } = created.body.webhook;
  const base = `/api/user/webhooks/${id}`;
  const rotated = await node.call(owner, 'POST', `${base}/rotate-secret`);
  receiver.behave(url, (_request, response) => response.writeHead(410).end('canary response'));
  await node.call(owner, 'POST', `${base}/test`);
  await sendDue(node.deps);
  expect((await node.call(owner, 'GET', `${base}/deliveries`)).text).toContain('canary response');
  expect((await node.call(owner, 'PATCH', base, { url, status: 'active' })).status).toBe(200);
  const text = logged.join('');
  expect(text).toContain('webhook.paused');
  for (const secret of [created.body.secret, rotated.body.secret, 'canary', receiver.origin, 'webhook.test']) {
    expect(text).not.toContain(secret);
  }
});

test('impersonators see no webhooks and change none', async () => {
  const [admin, webhook] = [await superAdmin(), await createUserWebhook()];
  const body = { target_id: webhook.owner.id, reason: 'A report about their events' };
  const { token } = (await app.call(admin, 'POST', '/api/admin/impersonate', body)).body;
  for (const [method, path] of [
    ['GET', '/api/user/webhooks'],
    ['GET', webhook.base],
    ['GET', `${webhook.base}/deliveries`],
    ['POST', `${webhook.base}/rotate-secret`],
    ['POST', `${webhook.base}/test`],
    ['DELETE', webhook.base],
  ] as const) {
    const response = await app.server.inject({ method, url: path, headers: { authorization: `Bearer ${token}` } });
    expect([response.statusCode, response.json().code]).toEqual([403, 'auth.refused-while-impersonating']);
  }
});
