import { api } from '../api.ts';
import { bodyOf, type OutboxItem } from './outbox.rules.ts';
import { NO_RESPONSE, type OutboxResponse, responseOf } from './response.ts';

/** A connection that hangs must not hold what waits. Longer than the waits that the client keeps for the server. */
const TIMEOUT_MS = 90_000;

type VersionedRecord = Record<string, unknown> & { version: number };

/** Sends an item, under its key and on the condition of its version. */
export async function sendItem(item: OutboxItem): Promise<OutboxResponse> {
  const headers = new Headers({ 'idempotency-key': item.key });
  const isWithBody = item.body !== null;
  if (isWithBody) headers.set('content-type', 'application/json');
  if (item.version !== null) headers.set('if-match', `"${item.version}"`);
  const content = isWithBody ? { body: JSON.stringify(bodyOf(item)) } : {};
  return ask(item.path, { method: item.method, headers, ...content });
}

/** The record of an item as the server has it. */
export async function readRecord({ method, path, record }: OutboxItem): Promise<OutboxResponse> {
  return ask(method === 'POST' ? `${path}/${record}` : path, {});
}

/** The record in a response such as `{ entry: { version: 3 } }`. */
export function recordIn(body: unknown): VersionedRecord | null {
  const records: unknown[] = typeof body === 'object' && body !== null ? Object.values(body) : [];
  return (records.find((one) => typeof one === 'object' && one !== null && 'version' in one) ??
    null) as VersionedRecord | null;
}

async function ask(path: string, init: RequestInit): Promise<OutboxResponse> {
  try {
    const request = new Request(new URL(path, api.baseUrl), { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const response = await api.send(request);
    const body: unknown = await response.json().catch(() => null);
    // A network that asks for a sign-in of its own responds with 200 for the server.
    if (response.ok && body === null && response.status !== 204) return NO_RESPONSE;
    return responseOf(response.status, response.headers.get('retry-after'), body);
  } catch {
    return NO_RESPONSE;
  }
}
