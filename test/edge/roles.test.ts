import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { readConfig } from '#app/config.ts';
import { createLogger } from '#platform/log.ts';
import { startTestSmtpServer } from '#providers/mail/test-smtp-server.ts';
import { startSandboxPush } from '#sandbox/push/push.ts';
import { start } from '../../src/start.ts';
import { createTestDatabase } from '../database/database.ts';
import { findFreePort } from '../free-port.ts';
import { formOf } from '../multipart.ts';
import { startTestIssuer } from '../servers/issuer.ts';
import { readZip, zipOf } from '../zip.ts';

const folder = await mkdtemp(join(tmpdir(), 'meadow-roles-'));
const [database, issuer, smtp, push] = await Promise.all([
  createTestDatabase(inject('clusterUrl')),
  startTestIssuer(),
  startTestSmtpServer(),
  startSandboxPush(),
]);
const webhooks: string[] = [];
const receiver = createServer((request, response) => {
  webhooks.push(String(request.url));
  request.resume();
  response.writeHead(204).end();
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');
const receiverOrigin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;

/** Starts a node with a disk of its own. Only database, files and key are shared. */
async function startNode(role: string) {
  const [port, probePort] = [await findFreePort(), await findFreePort()];
  const config = readConfig({
    ROLE: role,
    NODE_NAME: role,
    PORT: String(port),
    PROBE_PORT: String(probePort),
    DATABASE_URL: database.url,
    STORAGE_URL: `file:${join(folder, 'files')}`,
    DATA_DIR: join(folder, role),
    ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
    WEB: 'off',
    RATE_LIMIT: 'off',
    SMTP_URL: smtp.url,
    PUSH_ALLOWED_HOSTS: push.url,
    WEBHOOK_TRUSTED_ORIGINS: receiverOrigin,
    AUTH_ISSUER: issuer.issuer,
    AUTH_JWKS_URL: issuer.jwksUrl,
    AUTH_AUDIENCE: issuer.audience,
  });
  const running = await start({ config, log: createLogger('silent'), sandbox: false });
  return { running, url: `http://127.0.0.1:${port}`, probeUrl: `http://127.0.0.1:${probePort}` };
}

const web = await startNode('web');
const worker = await startNode('worker');
afterAll(async () => {
  await Promise.all([web.running.stop(0), worker.running.stop(0)]);
  receiver.closeAllConnections();
  receiver.close();
  await Promise.all([database.drop(), issuer.close(), smtp.close(), push.close(), rm(folder, { recursive: true })]);
});

async function createUser() {
  const id = randomUUID();
  const email = `${id}@people.test`;
  const token = await issuer.sign(id, new Date(), { email, email_verified: true, name: 'Ada' });
  const send = (method: string, path: string, payload?: object, headers: Record<string, string> = {}) =>
    fetch(`${web.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(payload !== undefined && !Buffer.isBuffer(payload) && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload !== undefined && {
        body: Buffer.isBuffer(payload) ? new Uint8Array(payload) : JSON.stringify(payload),
      }),
    });
  return {
    email,
    send,
    call: async (method: string, path: string, payload?: object, headers?: Record<string, string>) => {
      const response = await send(method, path, payload, headers);
      const body = await response.json();
      expect(response.ok, JSON.stringify(body)).toBe(true);
      // biome-ignore lint/suspicious/noExplicitAny: the contract tests hold the shapes; this reads what it needs
      return body as any;
    },
  };
}

const SOON = { timeout: 30_000, interval: 50 };

describe('ROLE=web and ROLE=worker', () => {
  test('a worker has a scheduler, a web node has none', async () => {
    const schedulers = async () => {
      const { rows } = await sql<{ node: string }>`
        select distinct split_part(application_name, ' ', 2) as node from pg_stat_activity
        where datname = current_database() and application_name like '% scheduler%'`.execute(web.running.deps.db);
      return rows.map(({ node }) => node);
    };
    await expect.poll(schedulers, SOON).toEqual(['worker']);
  });

  test.each([
    ['/health', 200],
    ['/health/ready', 200],
    ['/metrics', 200],
    ['/', 404],
    ['/docs', 404],
    ['/api/user/profile', 404],
    ['/auth/ok', 404],
  ])('a worker responds to %s with %i', async (path, status) => {
    expect((await fetch(`${worker.url}${path}`)).status).toBe(status);
  });

  test('a node responds to probes on PROBE_PORT', async () => {
    expect((await fetch(`${web.probeUrl}/health/ready`)).status).toBe(200);
  });

  test('an export that a web node takes is made by a worker, which sends its email and push message', async () => {
    const ada = await createUser();
    const { public_key: publicKey } = await ada.call('GET', '/api/notifications/devices');
    const subscription = push.subscribe(publicKey);
    await ada.call('POST', '/api/notifications/devices', subscription);
    const { export: started } = await ada.call('POST', '/api/user/exports');
    const statusNow = async () => (await ada.call('GET', `/api/user/exports/${started.id}`)).export.status;
    await expect.poll(statusNow, SOON).toBe('ready');
    const archive = await ada.send('GET', `/api/user/exports/${started.id}/download`);
    expect((await readZip(Buffer.from(await archive.arrayBuffer()))).size).toBeGreaterThan(1);
    await expect.poll(() => smtp.mails.flatMap(({ to }) => to), SOON).toContain(ada.email);
    await expect.poll(() => push.messages.map(({ endpoint }) => endpoint), SOON).toContain(subscription.endpoint);
  });

  test('a file that a web node takes is imported by a worker', async () => {
    const ada = await createUser();
    const file = await zipOf({ 'vault/2024-05-31.md': '---\ntitle: Sunrise\ncreated: 2024-05-31\n---\nWe saw it.' });
    const form = await formOf({ file }, 'vault.zip');
    const { import: started } = await ada.call('POST', '/api/user/import', form.body, form.headers);
    const statusNow = async () => (await ada.call('GET', `/api/user/imports/${started.id}`)).import.status;
    await expect.poll(statusNow, SOON).toBe('completed');
    const { entries } = await ada.call('GET', '/api/journal');
    expect(entries).toMatchObject([{ title: 'Sunrise' }]);
  });

  test('an event of a web node reaches webhooks through a worker', async () => {
    const ada = await createUser();
    const path = `/${randomUUID()}`;
    await ada.call('POST', '/api/user/webhooks', { url: `${receiverOrigin}${path}`, kinds: ['notification'] });
    await ada.call('POST', '/api/user/exports');
    await expect.poll(() => webhooks, SOON).toContain(path);
  });
});
