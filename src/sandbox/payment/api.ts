import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { SandboxPaymentBehaviour } from './behaviour.ts';
import { priceObject } from './prices.ts';
import { errorBody, type Fields, ProtocolError, readFields } from './protocol.ts';
import {
  addCheckout,
  addCustomer,
  addPortal,
  deleteCustomer,
  type SandboxAttempt,
  type SandboxRecords,
} from './records.ts';

/** A call as it came, and the status of its response: null without a response. */
export type SandboxPaymentRequest = {
  path: string;
  fields: Fields;
  idempotencyKey: string | null;
  status: number | null;
};

export type SandboxApi = {
  requests: SandboxPaymentRequest[];
  behaviour: SandboxPaymentBehaviour;
  handle(request: IncomingMessage, response: ServerResponse, body: string): Promise<void>;
};

type Call = { method: string; path: string; body: string; fields: Fields };
type Operation = (records: SandboxRecords, fields: Fields, url: string) => object;

const OPERATIONS: Readonly<Record<string, Operation>> = {
  'POST /v1/customers': addCustomer,
  'POST /v1/checkout/sessions': addCheckout,
  'POST /v1/billing_portal/sessions': addPortal,
};
const CUSTOMER = /^DELETE \/v1\/customers\/(\w+)$/;
const PRICE = /^GET \/v1\/prices\/(\w+)$/;

const MAX_REMEMBERED_REQUESTS = 1_000;
const HUGE_BYTES = 5_000_000;

/** The part of Stripe's HTTP API that is in use here. `urlOf` is the address of the sandbox itself. */
export function createSandboxApi(records: SandboxRecords, urlOf: () => string): SandboxApi {
  const { attempts } = records;
  const api: SandboxApi = { requests: [], behaviour: { mode: 'normal' }, handle };

  async function handle(request: IncomingMessage, response: ServerResponse, body: string): Promise<void> {
    const { headers, method = '', url = '' } = request;
    const [path = '', query = ''] = url.split('?');
    const fields = readFields(method === 'GET' ? query : body);
    const key = headers['idempotency-key'];
    const noted = { path, fields, idempotencyKey: typeof key === 'string' ? key : null, status: null };
    api.requests.push(noted);
    if (api.requests.length > MAX_REMEMBERED_REQUESTS) api.requests.shift();
    const send = (status: number, text: string, more: Record<string, string> = {}) => {
      Object.assign(noted, { status });
      response
        .writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_sandbox', ...more })
        .end(text);
    };
    try {
      if (!/^Bearer \S+$/.test(headers.authorization ?? '')) {
        throw new ProtocolError(401, 'api_key_missing', 'You did not provide an API key.');
      }
      if (misbehave(api.behaviour, headers.authorization ?? '', response)) return;
      const { text, isReplay } = await respondOnce(noted.idempotencyKey, { method, path, body, fields });
      send(200, text, isReplay ? { 'idempotent-replayed': 'true' } : {});
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      send(error.status, JSON.stringify(errorBody(error)));
    }
  }

  /** As Stripe does: one response for a key, and none while it is being made or for another request. */
  async function respondOnce(key: string | null, call: Call) {
    const earlier = key === null ? undefined : attempts.get(key);
    if (key === null || earlier === undefined) return { text: await make(key, call), isReplay: false };
    if (earlier.path !== call.path || earlier.body !== call.body) {
      throw new ProtocolError(400, 'idempotency_error', 'Keys can only be used with the same parameters.');
    }
    if (earlier.response === null) {
      throw new ProtocolError(409, 'idempotency_key_in_use', 'There is another request in progress with this key.');
    }
    return { text: earlier.response, isReplay: true };
  }

  async function make(key: string | null, { method, path, body, fields }: Call): Promise<string> {
    const operation = operationOf(`${method} ${path}`);
    if (operation === undefined) throw new ProtocolError(404, 'url_invalid', 'Unrecognized request URL.');
    const attempt: SandboxAttempt = { path, body, response: null };
    if (key !== null) attempts.set(key, attempt);
    try {
      if (api.behaviour.mode === 'slow') await delay(api.behaviour.delayMs);
      attempt.response = JSON.stringify(operation(records, fields, urlOf()));
      return attempt.response;
    } catch (error) {
      // What was not valid is not kept.
      if (key !== null) attempts.delete(key);
      throw error;
    }
  }

  return api;
}

/** The operation of a method and path; undefined if there is none. */
function operationOf(route: string): Operation | undefined {
  const [, priceId] = PRICE.exec(route) ?? [];
  if (priceId !== undefined)
    return (_records, fields) => priceObject(priceId, [...fields.values()].includes('product'));
  const [, customerId] = CUSTOMER.exec(route) ?? [];
  if (customerId !== undefined) return (records) => deleteCustomer(records, customerId);
  return Object.hasOwn(OPERATIONS, route) ? OPERATIONS[route] : undefined;
}

/** Whether the call has been treated badly, as was asked for. */
function misbehave(behaviour: SandboxPaymentBehaviour, authorization: string, response: ServerResponse): boolean {
  switch (behaviour.mode) {
    case 'normal':
    case 'slow':
      return false;
    case 'decline':
      throw new ProtocolError(402, 'card_declined', 'Your card was declined.');
    case 'refuse-with':
      throw new ProtocolError(behaviour.status, 'sandbox_refusal', `Refused, with ${authorization}.`);
    case 'redirect':
      response.writeHead(307, { location: behaviour.location }).end();
      return true;
    case 'hang':
      return true;
    case 'stall':
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"id":');
      return true;
    case 'reset':
      response.socket?.resetAndDestroy();
      return true;
    case 'garbage':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>At your service</html>');
      return true;
    case 'huge':
      response.writeHead(200, { 'content-type': 'application/json' }).end(`{"id":"${'x'.repeat(HUGE_BYTES)}"}`);
      return true;
    case 'answer-with':
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(behaviour.value));
      return true;
  }
}
