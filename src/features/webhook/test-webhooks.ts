import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterAll, expect } from 'vitest';
import { createOrganization } from '#test/groups.ts';
import { PATIENT_LOCKS, type Person, startTestApp } from '#test/start-test-app.ts';
import { createSender } from './sending/sender.actions.ts';
import type { SendingDeps } from './sending/sending.actions.ts';

export type Message = { headers: IncomingHttpHeaders; body: string };

/** Accepts every message. */
export const ACCEPT: RequestListener = (_request, response) => response.writeHead(204).end();
export const respondWith =
  (status: number, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(status, headers).end(`responded with ${status}`);

/** A behaviour that holds each request open until `respond` is called. `received` resolves with the first request. */
export function createGate() {
  let isReceived: () => void = () => undefined;
  let respond: () => void = () => undefined;
  const received = new Promise<void>((resolve) => {
    isReceived = resolve;
  });
  const opened = new Promise<void>((resolve) => {
    respond = resolve;
  });
  const behaviour: RequestListener = (_request, response) => {
    isReceived();
    void opened.then(() => response.writeHead(204).end());
  };
  return { behaviour, received, respond };
}

/** Starts a receiver of webhooks, which behaves differently at each path. */
async function startReceiver() {
  const behaviours = new Map<string, RequestListener>();
  const messages = new Map<string, Message[]>();
  const server = createServer((request, response) => {
    const { url = '', headers } = request;
    const [path = ''] = url.split('?');
    void text(request).then((body) => {
      messages.set(path, [...(messages.get(path) ?? []), { headers, body }]);
      (behaviours.get(path) ?? ACCEPT)(request, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let count = 0;
  return {
    origin,
    /** A URL of its own. */
    url: (behaviour: RequestListener = ACCEPT): string => {
      count += 1;
      behaviours.set(`/${count}`, behaviour);
      return `${origin}/${count}`;
    },
    behave: (url: string, behaviour: RequestListener) => void behaviours.set(new URL(url).pathname, behaviour),
    messagesTo: (url: string): Message[] => messages.get(new URL(url).pathname) ?? [],
  };
}

/** Whether a message carries a signature by a secret. Unlike `Webhook.verify`, at any time of the test's clock. */
export function isSignedBy(secret: string, { headers, body }: Message): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  const expected = new Webhook(secret).sign(String(id), new Date(Number(timestamp) * 1_000), body);
  return String(signatures).split(' ').includes(expected);
}

/** Sends until nothing is due. */
export async function sendDue(deps: SendingDeps): Promise<void> {
  const sender = createSender(deps);
  while ((await sender.fill()) > 0) await sender.drain();
}

export type Created = { id: string; url: string; secret: string; base: string; owner: Person };

/** Starts an app beside a receiver. */
export async function startWebhookApp(environment: Record<string, string> = {}) {
  const receiver = await startReceiver();
  const app = await startTestApp({
    environment: { ...PATIENT_LOCKS, WEBHOOK_TRUSTED_ORIGINS: receiver.origin, ...environment },
  });
  const { clock, deps, issuer, person } = app;

  /** Calls with a new token, since tests advance the clock by days. */
  const call: typeof app.call = async (caller, ...request) =>
    app.call(
      caller && { ...caller, token: await issuer.sign(caller.id, clock.now(), { email: caller.email }) },
      ...request,
    );

  async function create(owner: Person, base: string, body: object): Promise<Created> {
    const { status, body: created, text } = await call(owner, 'POST', base, body);
    expect(status, text).toBe(201);
    const { id, url } = created.webhook;
    return { id, url, secret: created.secret, base: `${base}/${id}`, owner };
  }

  return {
    ...app,
    call,
    receiver,
    /** A webhook of a new user, or of `owner`. */
    createUserWebhook: async (behaviour = ACCEPT, { owner, kinds = ['notification'] }: NewWebhook = {}) =>
      create(owner ?? (await person()), '/api/user/webhooks', { url: receiver.url(behaviour), kinds }),
    /** A webhook of a new organization of `owner`. */
    createOrganizationWebhook: async (behaviour = ACCEPT, { owner, kinds = ['member.joined'] }: NewWebhook = {}) => {
      const admin = owner ?? (await person());
      const orgId = await createOrganization(deps, admin);
      const created = await create(admin, `/api/organizations/${orgId}/webhooks`, {
        url: receiver.url(behaviour),
        kinds,
      });
      return { ...created, orgId };
    },
    /** Queues a test event. */
    queueTest: async ({ owner, base }: Created): Promise<string> => {
      const { status, body, text } = await call(owner, 'POST', `${base}/test`);
      expect(status, text).toBe(201);
      return body.delivery.id;
    },
    deliveriesOf: async ({ owner, base }: Created) => (await call(owner, 'GET', `${base}/deliveries`)).body.deliveries,
    read: async ({ owner, base }: Created) => (await call(owner, 'GET', base)).body.webhook,
    send: () => sendDue(deps),
  };
}

type NewWebhook = { owner?: Person; kinds?: readonly string[] };
