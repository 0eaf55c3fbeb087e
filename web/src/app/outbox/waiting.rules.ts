import { toWriting } from '../../shared/mention/mention.rules.ts';
import type { OutboxItem } from './outbox.rules.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const OLD_AFTER_MS = 2 * DAY_MS;

export type Waiting = {
  /** What the user sees as one thing: all writes of a record, in their order. */
  record: string;
  /** The write that decides the state: the first. Later ones wait for it. */
  first: OutboxItem;
  /** The newest title among the writes of the record. Null if none has one. */
  title: string | null;
};

/** What waits, oldest first, one for each record. */
export function waitingOf(items: readonly OutboxItem[]): Waiting[] {
  const records = new Map<string, Waiting>();
  for (const item of [...items].sort((one, other) => one.queuedAt - other.queuedAt)) {
    const waiting = records.get(item.record);
    if (waiting === undefined) records.set(item.record, { record: item.record, first: item, title: titleOf(item) });
    // Each message of a room is new: they wait for each other, and the first is named.
    else if (item.method !== 'POST') waiting.title = titleOf(item) ?? waiting.title;
  }
  return [...records.values()];
}

/** Whether something waits for the user rather than for the server. */
export function needsUser(waiting: readonly Waiting[]): boolean {
  return waiting.some(({ first }) => first.state === 'failed' || first.state === 'conflict');
}

/** When the oldest write was queued, if that is so long ago that the user should know. Null otherwise. */
export function waitsSince(waiting: readonly Waiting[], now: number): number | null {
  const oldest = waiting[0]?.first.queuedAt ?? now;
  return now - oldest > OLD_AFTER_MS ? oldest : null;
}

/** The id of the entry that a write changes. Null for other records. */
export function entryIdOf({ path, record }: OutboxItem): string | null {
  return /^\/api\/journal(\/[0-9a-f-]{36})?$/.test(path) ? record : null;
}

export const isMessage = ({ path }: OutboxItem): boolean => path.startsWith('/api/chat/');

export const isCheckIn = ({ file }: OutboxItem): boolean => file !== undefined;

const MAX_TITLE_LENGTH = 80;

/** The title of a record, or the beginning of a text that is sent without one. */
function titleOf({ method, body }: OutboxItem): string | null {
  const { title, content } = (body ?? {}) as { title?: unknown; content?: unknown };
  if (typeof title === 'string' && title.trim() !== '') return title;
  const isUntitled = method === 'POST' && title === undefined && typeof content === 'string';
  return isUntitled ? toWriting(content).text.trim().slice(0, MAX_TITLE_LENGTH) : null;
}
