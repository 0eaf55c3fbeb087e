import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BrowserKeys, createBrowserKeys, decryptMessage, readVapid, type VapidClaims } from './protocol.ts';

/** As a browser's `PushSubscription.toJSON()` has it. */
export type SandboxSubscription = { endpoint: string; expirationTime: null; keys: { p256dh: string; auth: string } };

/** A message that a browser has got, as it reads it. */
export type SandboxMessage = { endpoint: string; text: string; ttl: number; urgency: string; sender: VapidClaims };

/**
 * How messages are treated until it is told otherwise: taken, refused with a status, left without a response, cut off, or sent
 * elsewhere.
 */
export type SandboxPushBehaviour =
  | { mode: 'normal' }
  | { mode: 'refuse-with'; status: number }
  | { mode: 'hang' }
  | { mode: 'reset' }
  | { mode: 'redirect'; location: string };

/**
 * A running sandbox. `url` is its origin. `attempts` counts the requests to each endpoint, and `messages` holds the last 1,000
 * that were taken, oldest first. `close` cuts the connections that are still open.
 */
export type SandboxPush = {
  url: string;
  /** What a browser does that lets itself be notified, by one sender alone where it names that one's public key. */
  subscribe(applicationServerKey?: string): SandboxSubscription;
  messages: readonly SandboxMessage[];
  attempts(endpoint: string): number;
  /** Of one browser's messages, or of all. */
  behave(behaviour: SandboxPushBehaviour, endpoint?: string): void;
  close(): Promise<void>;
};

type Browser = { keys: BrowserKeys; applicationServerKey: string | undefined };

const MAX_MESSAGE_BYTES = 4_096;
const MAX_REMEMBERED_MESSAGES = 1_000;
const DAY_SECONDS = 24 * 60 * 60;

/**
 * Starts an HTTP server in place of push services and their browsers. It receives messages by Web Push (RFC 8030), verifies
 * the sender (RFC 8292) and decrypts the messages (RFC 8291). `POST /subscriptions` creates a browser, `GET /messages` lists
 * received messages. It has no access control: use it for tests and trials only.
 */
export async function startSandboxPush({ port = 0, host = '127.0.0.1' } = {}): Promise<SandboxPush> {
  const browsers = new Map<string, Browser>();
  const behaviours = new Map<string | undefined, SandboxPushBehaviour>();
  const attempts = new Map<string, number>();
  const messages: SandboxMessage[] = [];

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  server.listen(port, host);
  await once(server, 'listening');
  const url = `http://${host}:${(server.address() as AddressInfo).port}`;

  function subscribe(applicationServerKey?: string): SandboxSubscription {
    const endpoint = `${url}/push/${randomUUID()}`;
    const keys = createBrowserKeys();
    browsers.set(endpoint, { keys, applicationServerKey });
    const p256dh = keys.curve.getPublicKey('base64url');
    return { endpoint, expirationTime: null, keys: { p256dh, auth: keys.auth.toString('base64url') } };
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const endpoint = `${url}${request.url}`;
    if (request.method === 'POST' && endpoint.startsWith(`${url}/push/`)) {
      attempts.set(endpoint, (attempts.get(endpoint) ?? 0) + 1);
      await reply(request, response, endpoint, behaviours.get(endpoint) ?? behaviours.get(undefined));
    } else if (request.method === 'POST' && request.url === '/subscriptions') {
      sendJson(response, 201, subscribe());
    } else if (request.method === 'GET' && request.url === '/messages') {
      sendJson(response, 200, { messages });
    } else {
      sendJson(response, 404, { error: 'Try POST /subscriptions and GET /messages.' });
    }
  }

  async function reply(
    request: IncomingMessage,
    response: ServerResponse,
    endpoint: string,
    behaviour: SandboxPushBehaviour = { mode: 'normal' },
  ): Promise<void> {
    const body = await bodyOf(request);
    switch (behaviour.mode) {
      case 'normal':
        return sendJson(response, take(endpoint, request, body), {});
      case 'refuse-with':
        return sendJson(response, behaviour.status, { error: 'refused' });
      case 'hang':
        return;
      case 'reset':
        request.socket.resetAndDestroy();
        return;
      case 'redirect':
        response.writeHead(307, { location: behaviour.location }).end();
    }
  }

  /** The status that the push service of the browser would respond with. */
  function take(endpoint: string, { headers }: IncomingMessage, body: Buffer): number {
    const browser = browsers.get(endpoint);
    if (browser === undefined) return 410;
    if (headers['content-encoding'] !== 'aes128gcm' || !/^\d+$/.test(String(headers.ttl))) return 400;
    if (body.length > MAX_MESSAGE_BYTES) return 413;
    const sender = readVapid(headers.authorization);
    if (sender === null || !isCurrent(sender, url)) return 401;
    if (browser.applicationServerKey !== undefined && browser.applicationServerKey !== sender.publicKey) return 403;
    const text = decryptMessage(browser.keys, body);
    messages.push({ endpoint, text, ttl: Number(headers.ttl), urgency: String(headers.urgency), sender });
    if (messages.length > MAX_REMEMBERED_MESSAGES) messages.shift();
    return 201;
  }

  let closing: Promise<void> | undefined;
  return {
    url,
    subscribe,
    messages,
    attempts: (endpoint) => attempts.get(endpoint) ?? 0,
    behave: (behaviour, endpoint) => {
      behaviours.set(endpoint, behaviour);
    },
    close: () => {
      closing ??= closeNow(server);
      return closing;
    },
  };
}

async function closeNow(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A valid token names this push service and a contact, and expires within a day. */
function isCurrent({ aud, sub, exp }: VapidClaims, url: string): boolean {
  const now = Date.now() / 1000;
  return aud === url && exp > now && exp <= now + DAY_SECONDS && /^(mailto|https):/.test(sub);
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
