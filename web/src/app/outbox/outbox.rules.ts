import { distinctTags, tagKey } from '../../../../src/platform/text/search/tag.ts';
/** A write that waits to be sent. */
export type OutboxItem = {
  /** The Idempotency-Key of the request, so that a repeated one takes effect once. */
  key: string;
  method: 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body: unknown;
  /** The version that the change is based on. Null for a new record. */
  version: number | null;
  /** Writes of one record are sent in their order. */
  record: string;
  state: 'queued' | 'sending' | 'failed' | 'conflict';
  /** Why it failed, in the words of the server. Null otherwise. */
  reason: string | null;
  /** The code of the error that it failed with. */
  code?: string;
  tries: number;
  queuedAt: number;
  /** Changes with the body. Missing in items of older clients. */
  revision?: string;
  /** Not sent before: the server has asked for the wait. */
  notBefore?: number;
  /** The photos that are sent before it. `photo_ids` of the body names them by their local ids. Missing in items of older clients. */
  attachments?: Attachment[];
  /** The photo of this device that is sent with the body, as a field of a form. */
  file?: { field: string; id: string };
};

/** A photo of this device. `mediaId` is the id that the server gave it. */
export type Attachment = { id: string; mediaId: string | null; uploadedAt: number | null };

export type Outcome =
  /** The server has it. */
  | { kind: 'sent' }
  /** No response, or one that passes: try again after `waitMs`. `isAsked`: the server has asked for the wait. */
  | { kind: 'later'; waitMs: number; isAsked: boolean }
  /** The session is over. All wait until the user has signed in again. */
  | { kind: 'signIn' }
  /** Another device changed the record, or an earlier response was lost. The record of the server tells which. */
  | { kind: 'unclear' }
  /** The server does not take the time of writing: the clock of the device is wrong, or it was long ago. Without it, it takes the rest. */
  | { kind: 'undated' }
  /** The server refuses it, and will again. The user decides. */
  | { kind: 'failed'; reason: string };

const FIRST_WAIT_MS = 2_000;
const MAX_WAIT_MS = 5 * 60_000;
/** Request timeout, too early, too many requests, and what the server itself may recover from. */
const PASSING = new Set([408, 425, 429, 500, 502, 503, 504]);

/** The server does not take the time that the device gives. */
const UNDATED = new Set(['journal.written-at-out-of-range', 'check-in.taken-in-future']);

/** Refusals of a request whose first response may have been lost. */
const UNCLEAR = new Set([
  'record.id-taken',
  'idempotency.key-reused',
  'idempotency.response-lost',
  'idempotency.response-not-stored',
]);

/** What follows from the response to an item. `status` is null without a response. `retryAfterMs` is the wait that the server asks for. */
export function outcomeOf(
  response: { status: number | null; code: string; message: string; retryAfterMs: number | null },
  { method, tries }: Pick<OutboxItem, 'method' | 'tries'>,
): Outcome {
  const { status, code, message, retryAfterMs } = response;
  if (status !== null && status < 300) return { kind: 'sent' };
  if (status === null || PASSING.has(status) || code === 'idempotency.in-flight') {
    const waitMs = Math.max(retryAfterMs ?? 0, waitAfter(tries));
    return { kind: 'later', waitMs, isAsked: retryAfterMs !== null };
  }
  if (status === 401) return { kind: 'signIn' };
  if (status === 412 || UNCLEAR.has(code)) return { kind: 'unclear' };
  if (UNDATED.has(code)) return { kind: 'undated' };
  // Deleted already, here or elsewhere.
  if (status === 404 && method === 'DELETE') return { kind: 'sent' };
  return { kind: 'failed', reason: message };
}

/** The wait after a number of tries: doubled each time. */
export function waitAfter(tries: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** tries, MAX_WAIT_MS);
}

/** The items to send next: the oldest of each record, unless it waits for the user, or the server has asked to wait. */
export function sendable(items: readonly OutboxItem[], now: number): OutboxItem[] {
  return firstsOf(items).filter(
    ({ state, notBefore = 0 }) => (state === 'queued' || state === 'sending') && notBefore <= now,
  );
}

/** Milliseconds until the first of the items that the server has asked to wait for. Infinity without one. */
export function waitOf(items: readonly OutboxItem[], now: number): number {
  const waits = items.map(({ notBefore = 0 }) => notBefore - now);
  return Math.min(Number.POSITIVE_INFINITY, ...waits.filter((wait) => wait > 0));
}

function firstsOf(items: readonly OutboxItem[]): OutboxItem[] {
  const firsts = new Map<string, OutboxItem>();
  for (const item of [...items].sort((one, other) => one.queuedAt - other.queuedAt)) {
    if (!firsts.has(item.record)) firsts.set(item.record, item);
  }
  return [...firsts.values()];
}

/** An item as its sending begins. One that is in sending already was interrupted: the server may have it. */
export function begun(item: OutboxItem): OutboxItem {
  return { ...item, state: 'sending', tries: item.state === 'sending' ? item.tries + 1 : item.tries };
}

/**
 * Joins a change with the write of its record that waits, if that was never sent: an entry edited offline is sent once. A write
 * that was sent may have arrived, so a change of it stays a write of its own.
 */
export function merged(waiting: OutboxItem | undefined, change: OutboxItem): OutboxItem | null {
  if (waiting === undefined || waiting.state === 'sending' || waiting.method === 'DELETE' || change.method !== 'PATCH')
    return null;
  const isUnsent = waiting.tries === 0 || waiting.state === 'failed';
  if (!isUnsent) return null;
  // The server has refused the first body under the first key.
  const key = waiting.state === 'failed' ? change.key : waiting.key;
  const body = { ...(waiting.body as object), ...(change.body as object) };
  const attachments = [...(change.attachments ?? []), ...(waiting.attachments ?? [])].filter(
    ({ id }, index, all) => photoIdsOf(body).includes(id) && all.findIndex((other) => other.id === id) === index,
  );
  return {
    ...waiting,
    key,
    body,
    attachments,
    revision: revisionOf(isText(change) ? change : waiting),
    state: 'queued',
    reason: null,
  };
}

/** Names the state of a write that waits: a text goes on from one. */
export const revisionOf = ({ key, revision }: OutboxItem): string => revision ?? key;

/** The last of the writes of a record, in their order, that has its text. */
export const lastTextOf = (waiting: readonly OutboxItem[]): OutboxItem | undefined => waiting.findLast(isText);

const isText = ({ body }: OutboxItem) => body !== null && typeof body === 'object' && 'content' in body;

/**
 * Whether a text was written without the last text of its record that waits, as in another tab: neither may replace the other unseen.
 * `basedOn` is the revision that the text goes on from, undefined for writes that are of no text.
 */
export function isUnseen(waiting: readonly OutboxItem[], basedOn: string | null | undefined): boolean {
  const text = lastTextOf(waiting);
  return text !== undefined && basedOn !== undefined && revisionOf(text) !== basedOn;
}

/** The server deletes photos without an entry after a day. Two hours are left for the entry itself. */
const UPLOAD_IS_GOOD_FOR_MS = 22 * 3_600_000;

/** The photos of an item that the server does not have, or may have deleted again. */
export function toUpload({ attachments = [] }: OutboxItem, now: number): Attachment[] {
  return attachments.filter(
    ({ mediaId, uploadedAt }) => mediaId === null || now - (uploadedAt ?? 0) > UPLOAD_IS_GOOD_FOR_MS,
  );
}

/** An item after the upload of one of its photos; with a `mediaId` of null the upload is forgotten. */
export function uploaded(item: OutboxItem, id: string, mediaId: string | null, now: number): OutboxItem {
  const attachments = (item.attachments ?? []).map((attachment) =>
    attachment.id === id ? { id, mediaId, uploadedAt: mediaId === null ? null : now } : attachment,
  );
  return { ...item, attachments };
}

/** An item without the time of the device, under another key, since the server has refused the body under the first. */
export function undated(item: OutboxItem, key: string): OutboxItem {
  if (item.body === null) return item;
  const { written_at: _, takenAt: __, ...body } = item.body as { written_at?: string; takenAt?: string };
  return { ...item, key, body, state: 'queued' };
}

/** The photos of this device that an item is sent with. */
export function photosOf({ attachments = [], file }: OutboxItem): string[] {
  return [...attachments.map(({ id }) => id), ...(file === undefined ? [] : [file.id])];
}

/** The body to send: its photos by the ids of the server. */
export function bodyOf({ body, attachments = [] }: OutboxItem): unknown {
  if (attachments.length === 0) return body;
  const mediaIds = new Map(attachments.map(({ id, mediaId }) => [id, mediaId ?? id]));
  return { ...(body as object), photo_ids: photoIdsOf(body).map((id) => mediaIds.get(id) ?? id) };
}

function photoIdsOf(body: unknown): string[] {
  return (body as { photo_ids?: string[] } | null)?.photo_ids ?? [];
}

/**
 * The items of a record once one before them is sent: they are based on the version that it made, and their photos are at the server.
 * Those of any version stay so.
 */
export function rebased(items: readonly OutboxItem[], sent: OutboxItem, version: number | null): OutboxItem[] {
  const known = new Map((sent.attachments ?? []).map((attachment) => [attachment.id, attachment]));
  return items
    .filter(({ key, record }) => record === sent.record && key !== sent.key)
    .map((item) => ({
      ...item,
      version: item.version === null ? null : version,
      ...(item.attachments !== undefined && { attachments: item.attachments.map((one) => known.get(one.id) ?? one) }),
    }));
}

/** Whether a record of the server has all that a body says: then the write has arrived, and only its response was lost. */
export function holds(record: Readonly<Record<string, unknown>>, body: unknown): boolean {
  return Object.entries(body as object).every(([field, value]) => {
    // The server chooses the mood of one without.
    if (value === undefined || (field === 'mood' && value === null)) return true;
    const [mine, theirs] = [value, valueIn(record, field)].map((one) => comparable(one, field));
    return JSON.stringify(mine) === JSON.stringify(theirs);
  });
}

/** `photo_ids` of a body are `photos` of the record. */
function valueIn(record: Readonly<Record<string, unknown>>, field: string): unknown {
  if (field !== 'photo_ids') return record[field];
  return ((record.photos ?? []) as { id: string }[]).map(({ id }) => id);
}

/**
 * The level of the user alone has three names: `private` and null in a body, `user` in a record. The server has tags in the form in which their
 * user first wrote them.
 */
function comparable(value: unknown, field: string): unknown {
  if (field === 'tags' && Array.isArray(value)) return distinctTags(value).map(tagKey);
  if (value === undefined || value === 'private' || value === 'user') return null;
  return typeof value === 'string' ? value.trim() : value;
}

/**
 * What the decision of a conflict puts in the place of the writes of a record: one write with all that they say and the decision says
 * otherwise, or none. Writes of any version, such as a move to a notebook, stay as they are.
 */
export function decided(
  items: readonly OutboxItem[],
  decision: object | null,
): { replaced: OutboxItem[]; body: object; attachments: Attachment[] } {
  const replaced = items.filter(({ method, version }) => method !== 'PATCH' || version !== null);
  const {
    id: _id,
    written_at: _at,
    ...body
  }: { id?: string; written_at?: string } = Object.assign({}, ...replaced.map(({ body: given }) => given), decision);
  const attachments = replaced
    .flatMap((item) => item.attachments ?? [])
    .filter(({ id }, index, all) => all.findIndex((other) => other.id === id) === index);
  return { replaced, body, attachments };
}
