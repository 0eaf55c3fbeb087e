import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type SandboxMusic, startSandboxMusic } from './music/music.ts';
import { startSandboxPayment } from './payment/payment.ts';

const folder = await mkdtemp(join(tmpdir(), 'meadow-sandbox-'));
afterAll(() => rm(folder, { recursive: true }));

const post = (url: string, fields: Record<string, string>, authorization: string) =>
  fetch(url, { method: 'POST', headers: { authorization }, body: new URLSearchParams(fields) });

test('a customer of the payment sandbox is known again after a restart, at the same address', async () => {
  const first = await startSandboxPayment({ statePath: join(folder, 'payments') });
  const authorization = `Bearer ${first.apiKey}`;
  const made = await post(`${first.url}/v1/customers`, { email: 'ada@people.test' }, authorization);
  const { id: customer } = (await made.json()) as { id: string };
  await first.close();
  const port = Number(new URL(first.url).port);
  const second = await startSandboxPayment({ port, statePath: join(folder, 'payments') });
  expect(second.url).toBe(first.url);
  const portal = { customer, return_url: 'http://meadow.test/' };
  expect((await post(`${second.url}/v1/billing_portal/sessions`, portal, authorization)).status).toBe(200);
  await second.close();
});

test('what a listener of the music sandbox has allowed holds after a restart', async () => {
  const verifier = randomBytes(32).toString('base64url');
  const redirect_uri = 'http://meadow.test/back';
  const basic = ({ clientId, clientSecret }: SandboxMusic) =>
    `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const tokens = async (sandbox: SandboxMusic, fields: Record<string, string>) => {
    const response = await post(sandbox.tokenUrl, fields, basic(sandbox));
    return { status: response.status, ...((await response.json()) as { refresh_token: string }) };
  };

  const first = await startSandboxMusic({ statePath: join(folder, 'music') });
  const asked = new URLSearchParams({
    client_id: first.clientId,
    redirect_uri,
    response_type: 'code',
    code_challenge_method: 'S256',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  });
  const code = (await first.consent(`${first.authorizeUrl}?${asked}`)).searchParams.get('code') ?? '';
  const exchange = { grant_type: 'authorization_code', code, redirect_uri, code_verifier: verifier };
  const { refresh_token, status } = await tokens(first, exchange);
  expect(status).toBe(200);
  await first.close();

  const second = await startSandboxMusic({ statePath: join(folder, 'music') });
  expect((await tokens(second, { grant_type: 'refresh_token', refresh_token })).status).toBe(200);
  await second.close();
});

test('a sandbox whose port is taken listens at another one', async () => {
  const first = await startSandboxPayment();
  const second = await startSandboxPayment({ port: Number(new URL(first.url).port) });
  expect(second.url).not.toBe(first.url);
  await Promise.all([first.close(), second.close()]);
});
