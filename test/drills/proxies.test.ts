import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { findFreePort } from '../free-port.ts';
import { formOf } from '../multipart.ts';
import { noisyPicture } from '../pictures.ts';
import { prepareEnvironment, runProgram } from '../process/service.ts';
import { runCommand } from './run-command.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const DEPLOY = join(ROOT, 'deploy');

/** Longer than an event takes, and far shorter than the next heartbeat, which would empty a buffer. */
const MAX_EVENT_MS = 5_000;

type Proxy = { url: string; stop: () => Promise<void> };
type ProxyOptions = { folder: string; nodePort: string };

const place = await prepareEnvironment({ TRUSTED_PROXIES: '127.0.0.1/32', RATE_LIMIT_PER_USER: '10000' });
const node = runProgram(join(ROOT, 'dist', 'main.js'), place.environment);
await node.waitFor('Meadow is running');
afterAll(async () => {
  node.child.kill('SIGINT');
  await node.ended;
  await place.delete();
});

describe.each([
  ['caddy', startCaddy],
  ['nginx', startNginx],
])('deploy/%s in front of a node', async (name, start) => {
  const folder = await mkdtemp(join(tmpdir(), `meadow-${name}-`));
  const proxy = await start({ folder, nodePort: place.environment.PORT ?? '' });
  afterAll(async () => {
    await proxy.stop();
    await rm(folder, { recursive: true });
  });
  await untilServing(proxy.url);
  const account = { name: 'Ada', email: `ada@${name}.test`, password: 'a-long-password' };
  const { token: session } = json(await send(proxy.url, 'POST', '/auth/sign-up/email', { json: account }));
  const { token } = json(await send(proxy.url, 'GET', '/auth/token', { token: session }));

  test('serves the web client and the API', async () => {
    const page = await send(proxy.url, 'GET', '/', { headers: { accept: 'text/html' } });
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const list = await send(proxy.url, 'GET', '/api/journal?scope=mine', { token });
    expect([list.status, json(list).entries]).toEqual([200, []]);
  });

  test('passes an event on at once', async () => {
    const stream = await open(proxy.url, 'GET', '/api/events', { token });
    expect(stream.headers['content-type']).toContain('text/event-stream');
    const arrived = readUntil(stream, 'entry.changed', MAX_EVENT_MS);
    const written = await send(proxy.url, 'POST', '/api/journal', { token, json: { title: 'Fog', content: 'Grey.' } });
    expect(written.status).toBe(201);
    expect(await arrived).toContain('"change":"created"');
    stream.destroy();
  });

  test('passes a photo of nearly 10 MB and an import of 20 MB on', async () => {
    const picture = await noisyPicture({ width: 1_700, height: 1_700 }).png().toBuffer();
    expect(picture.byteLength).toBeGreaterThan(7_000_000);
    expect(picture.byteLength).toBeLessThan(10_000_000);
    const photo = await formOf({ file: picture });
    const stored = await send(proxy.url, 'POST', '/api/media', { token, body: photo.body, headers: photo.headers });
    expect([stored.status, stored.text]).toEqual([201, expect.stringContaining('url')]);
    const archive = await formOf({ file: Buffer.alloc(20_000_000, 'a') }, 'diary.zip');
    const refused = await send(proxy.url, 'POST', '/api/user/import', { token, ...archive });
    // Meadow rejects the file after reading it: it is no ZIP archive.
    expect(json(refused).code).toMatch(/^import\./);
  });

  test('tells Meadow the address of the client, whatever the client says of itself', async () => {
    const remaining = async (localAddress: string, headers = {}) => {
      const refused = await send(proxy.url, 'GET', '/api/journal', { localAddress, headers });
      expect(refused.status).toBe(401);
      return Number(refused.headers['ratelimit-remaining']);
    };
    const [one, other] = name === 'caddy' ? ['127.0.0.11', '127.0.0.12'] : ['127.0.0.21', '127.0.0.22'];
    const first = await remaining(one ?? '');
    expect(await remaining(other ?? '')).toBe(first);
    expect(await remaining(one ?? '', { 'x-forwarded-for': '203.0.113.9' })).toBe(first - 1);
  });

  test('names a request itself, whatever name the client sends', async () => {
    const headers = { 'x-request-id': 'chosen-by-the-client' };
    const { request_id: id } = json(await send(proxy.url, 'GET', '/api/unknown', { headers }));
    // A UUID of version 4, or one without hyphens. Those of Meadow have hyphens and version 7.
    expect(id).toMatch(name === 'caddy' ? /^[0-9a-f]{8}-[0-9a-f]{4}-4/ : /^[0-9a-f]{32}$/);
  });

  test('keeps metrics to itself', async () => {
    expect((await fetch(`${place.address}/metrics`)).status).toBe(200);
    expect((await send(proxy.url, 'GET', '/metrics')).status).toBe(404);
  });
});

async function startCaddy({ folder, nodePort }: ProxyOptions): Promise<Proxy> {
  const url = `http://127.0.0.1:${await findFreePort()}`;
  const environment = {
    PUBLIC_URL: url,
    MEADOW_NODES: `127.0.0.1:${nodePort}`,
    CADDY_ADMIN: `127.0.0.1:${await findFreePort()}`,
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  };
  const words = ['--config', join(DEPLOY, 'caddy', 'Caddyfile'), '--adapter', 'caddyfile'];
  await runCommand('caddy', ['validate', ...words], { environment });
  return { url, stop: stopping(spawn('caddy', ['run', ...words], { env: { ...process.env, ...environment } })) };
}

/** The configuration file with another port, certificate and name. */
async function startNginx({ folder, nodePort }: ProxyOptions): Promise<Proxy> {
  const [port, plainPort] = [await findFreePort(), await findFreePort()];
  const [certificate, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2'];
  const keyType = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  await runCommand('openssl', ['req', '-x509', ...keyType, ...subject, '-keyout', key, '-out', certificate]);
  const sample = await readFile(join(DEPLOY, 'nginx', 'meadow.conf'), 'utf8');
  const site = sample
    .replaceAll(/listen (\[::\]:)?443/g, (_, six = '') => `listen ${six === '' ? '127.0.0.1:' : '[::1]:'}${port}`)
    .replaceAll(/listen (\[::\]:)?80/g, (_, six = '') => `listen ${six === '' ? '127.0.0.1:' : '[::1]:'}${plainPort}`)
    .replaceAll('/etc/ssl/meadow', folder)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${nodePort}`);
  await mkdir(join(folder, 'conf.d'));
  await writeFile(join(folder, 'conf.d', 'meadow.conf'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  const main = `user root; daemon off; pid ${folder}/pid; error_log stderr warn; events {}
    http { access_log off; ${temporary.join(' ')} include ${folder}/conf.d/*.conf; }`;
  const file = join(folder, 'nginx.conf');
  await writeFile(file, main);
  await runCommand('nginx', ['-t', '-c', file]);
  return { url: `https://127.0.0.1:${port}`, stop: stopping(spawn('nginx', ['-c', file])) };
}

function stopping(child: ChildProcess): () => Promise<void> {
  const ended = once(child, 'close');
  return async () => {
    child.kill('SIGTERM');
    await ended;
  };
}

async function untilServing(url: string): Promise<void> {
  const deadline = performance.now() + 30_000;
  const isServing = () =>
    send(url, 'GET', '/health/ready').then(
      ({ status }) => status === 200,
      () => false,
    );
  while (!(await isServing())) {
    if (performance.now() > deadline) throw new Error(`${url} does not serve.`);
    await delay(50);
  }
}

type Sent = {
  token?: string | undefined;
  json?: unknown;
  body?: Buffer;
  headers?: Record<string, string>;
  localAddress?: string;
};
type TestResponse = { status: number; headers: IncomingMessage['headers']; text: string };

/** Begins a request at this address of the machine, and resolves when the headers of its response are here. */
async function open(url: string, method: string, path: string, sent: Sent = {}): Promise<IncomingMessage> {
  const body = sent.json === undefined ? sent.body : Buffer.from(JSON.stringify(sent.json));
  const headers = {
    ...(sent.json !== undefined && { 'content-type': 'application/json' }),
    ...(body !== undefined && { 'content-length': body.byteLength }),
    ...(sent.token !== undefined && { authorization: `Bearer ${sent.token}` }),
    ...sent.headers,
  };
  const send = url.startsWith('https') ? httpsRequest : httpRequest;
  // The certificate is made for this test.
  const options = { method, headers, localAddress: sent.localAddress, rejectUnauthorized: false };
  const request = send(`${url}${path}`, options as object);
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}

async function send(url: string, method: string, path: string, sent: Sent = {}): Promise<TestResponse> {
  const response = await open(url, method, path, sent);
  const text = (await response.setEncoding('utf8').toArray()).join('');
  return { status: response.statusCode ?? 0, headers: response.headers, text };
}

// biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
function json({ text }: TestResponse): any {
  return JSON.parse(text);
}

/** Reads a stream until it has sent this and the line after it. Rejects after the limit. */
async function readUntil(stream: IncomingMessage, part: string, limitMs: number): Promise<string> {
  const cut = setTimeout(() => stream.destroy(new Error(`No "${part}" within ${limitMs} ms`)), limitMs);
  let text = '';
  for await (const chunk of stream) {
    text += String(chunk);
    if (text.slice(text.indexOf(part)).includes('\n\n') && text.includes(part)) break;
  }
  clearTimeout(cut);
  return text;
}
