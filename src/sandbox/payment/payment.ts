import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Value } from 'typebox/value';
import { openState } from '#platform/files/state-file.ts';
import { type ListenOptions, listenAt } from '#platform/network/listen.ts';
import { createSandboxApi, type SandboxPaymentRequest } from './api.ts';
import { type SandboxPaymentBehaviour, SandboxPaymentBehaviourSchema } from './behaviour.ts';
import { checkoutPage, homePage, missingPage, paidPage, portalPage } from './pages.ts';
import { SANDBOX_PRICE_IDS } from './prices.ts';
import { readFields } from './protocol.ts';
import { cancel, createRecords, pay, type SandboxEvent } from './records.ts';
import { STYLE } from './style.ts';
import { tellEvent } from './webhook.ts';

/**
 * A running sandbox: `url` is its origin, and the key, the secret and the prices are what it is to be configured with.
 * `requests` holds the last 1,000 calls of its API and `events` the last 100 events, oldest first. `close` cuts the connections
 * that are still open.
 */
export type SandboxPayment = {
  url: string;
  apiKey: string;
  signingSecret: string;
  priceIds: readonly string[];
  requests: readonly SandboxPaymentRequest[];
  events: readonly SandboxEvent[];
  behave(behaviour: SandboxPaymentBehaviour): void;
  /** Tells the events that come from then on to the webhook at this address. */
  tell(webhook: string): void;
  /** Forgets all customers, like another account at the provider. */
  forget(): void;
  close(): Promise<void>;
};

const MAX_BODY_BYTES = 100_000;

/**
 * Starts an HTTP server that speaks the part of Stripe's API that Meadow uses. It accepts any key, has pages to pay and to
 * cancel, and sends signed events to the webhook. `behave` or `POST /sandbox/behaviour` make it fail. `statePath` keeps
 * customers across restarts. It has no access control: use it for tests and trials only.
 */
export async function startSandboxPayment({
  webhook = null,
  statePath = null,
  ...place
}: ListenOptions & { webhook?: string | null; statePath?: string | null } = {}): Promise<SandboxPayment> {
  const { state: records, save } = await openState(statePath, createRecords);
  // Requests of the former process have no waiting client.
  for (const [key, { response: reply }] of records.attempts) if (reply === null) records.attempts.delete(key);
  const signingSecret = `whsec_${randomBytes(24).toString('hex')}`;
  let toldAddress = webhook;
  let url = '';
  const api = createSandboxApi(records, () => url);
  const server = createServer((request, response) => {
    handle(request, response)
      .then(() => (request.method === 'POST' ? save() : undefined))
      .catch(() => response.destroy());
  });
  url = await listenAt(server, place);

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', url);
    const body = await bodyOf(request);
    const [, place = '', id = '', deed = ''] = pathname.split('/');
    const route = `${request.method} ${place}${deed === '' ? '' : `/${deed}`}`;
    if (body === null) sendPage(response, 413, missingPage());
    else if (pathname.startsWith('/v1/')) await api.handle(request, response, body);
    else if (route === 'GET ') sendPage(response, 200, homePage(records, toldAddress, JSON.stringify(api.behaviour)));
    else if (route === 'GET style.css') send(response, 200, 'text/css; charset=utf-8', STYLE);
    else if (request.method === 'POST' && pathname === '/sandbox/behaviour') changeBehaviour(response, body);
    else if (place === 'checkout') await handleCheckout(response, route, id);
    else if (place === 'portal') await handlePortal(response, route, id, body);
    else sendPage(response, 404, missingPage());
  }

  async function handleCheckout(response: ServerResponse, route: string, id: string): Promise<void> {
    const checkout = records.checkouts.get(id);
    if (checkout === undefined) return sendPage(response, 404, missingPage());
    const email = records.customers.get(checkout.customer)?.email ?? null;
    if (route === 'POST checkout/pay') {
      // A double click pays once.
      if (checkout.subscription === null) await notifyAll(pay(records, checkout, url));
      const address = checkout.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', checkout.id);
      return redirect(response, new URL(address).href);
    }
    if (checkout.subscription !== null) return sendPage(response, 200, paidPage(checkout));
    if (route === 'POST checkout/decline') return sendPage(response, 402, checkoutPage(checkout, email, true));
    return sendPage(response, 200, checkoutPage(checkout, email, false));
  }

  async function handlePortal(response: ServerResponse, route: string, id: string, body: string): Promise<void> {
    const portal = records.portals.get(id);
    if (portal === undefined) return sendPage(response, 404, missingPage());
    const own = [...records.subscriptions.values()].filter(({ customer }) => customer === portal.customer);
    if (route === 'POST portal/cancel') {
      const asked = own.find((subscription) => subscription.id === readFields(body).get('subscription'));
      if (asked !== undefined && asked.status !== 'canceled') await notifyAll(cancel(records, asked));
      return redirect(response, `/portal/${id}`);
    }
    return sendPage(response, 200, portalPage(id, own.toReversed(), portal.returnUrl));
  }

  async function notifyAll(events: readonly SandboxEvent[]): Promise<void> {
    for (const event of events) await tellEvent(event, toldAddress, signingSecret);
  }

  function changeBehaviour(response: ServerResponse, body: string): void {
    const wanted = parsed(body);
    if (!Value.Check(SandboxPaymentBehaviourSchema, wanted)) {
      send(response, 400, 'application/json', '{"error":"This is no behaviour. GET / lists them."}');
      return;
    }
    api.behaviour = wanted;
    send(response, 200, 'application/json', JSON.stringify(wanted));
  }

  let closing: Promise<void> | undefined;
  return {
    url,
    apiKey: 'sk_test_sandbox',
    signingSecret,
    priceIds: SANDBOX_PRICE_IDS,
    requests: api.requests,
    events: records.events,
    behave: (behaviour) => {
      api.behaviour = behaviour;
    },
    tell: (given) => {
      toldAddress = given;
    },
    forget: () => {
      const { customers, checkouts, portals, subscriptions, attempts } = records;
      for (const all of [customers, checkouts, portals, subscriptions, attempts]) all.clear();
    },
    close: () => {
      closing ??= closeNow(server).then(save);
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

function send(response: ServerResponse, status: number, type: string, text: string): void {
  response
    .writeHead(status, {
      'content-type': type,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    })
    .end(text);
}

const sendPage = (response: ServerResponse, status: number, page: string) =>
  send(response, status, 'text/html; charset=utf-8', page);

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { location, 'cache-control': 'no-store' }).end();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The whole body as text, or null where it is too large. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return length <= MAX_BODY_BYTES ? Buffer.concat(chunks).toString('utf8') : null;
}
