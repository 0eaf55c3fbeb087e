import type { OutboxItem } from '../../../app/outbox/outbox.rules.ts';
import type { Message } from '../chat.ts';
import type { Pending } from '../rows.rules.ts';

/** What the outbox sends. Items of older clients have no id. */
export type MessageBody = { id?: string; content: string };

/** What is loaded of the room, newest first. `next_cursor` is null if the list reaches back to the first message. */
type Listed = { messages: readonly Pick<Message, 'id' | 'created_at'>[]; next_cursor: string | null };

/** The messages that have left the outbox because the server has them: those that were in sending. */
export function arrivedOf(
  before: readonly OutboxItem[],
  known: readonly OutboxItem[],
  items: readonly OutboxItem[],
): OutboxItem[] {
  const left = known.filter(({ key, state }) => state === 'sending' && !items.some((item) => item.key === key));
  return [...before, ...left];
}

/**
 * What is shown below the messages of the list: first what the server has. An arrived message stays in sight until the list shows it: a
 * list that was on its way does not have it yet. Once so much was missed that the list does not reach back to it, it is above the list.
 * The list may also show a message before the outbox knows that it has arrived.
 */
export function pendingOf(
  arrived: readonly OutboxItem[],
  items: readonly OutboxItem[],
  { messages, next_cursor: cursor }: Listed,
): Pending[] {
  const listed = new Set(messages.map(({ id }) => id));
  const oldest = messages.at(-1);
  const start = cursor === null || oldest === undefined ? Number.NEGATIVE_INFINITY : Date.parse(oldest.created_at);
  return [...arrived.filter(({ queuedAt }) => queuedAt >= start), ...items]
    .map((item) => ({ item, body: item.body as MessageBody }))
    .filter(({ body: { id } }) => id === undefined || !listed.has(id))
    .map(({ item: { key, queuedAt, state, reason, tries }, body: { id = key, content } }) => ({
      id,
      key,
      content,
      queuedAt,
      state: state === 'failed' || state === 'conflict' ? 'failed' : tries > 0 ? 'waiting' : 'sending',
      reason,
    }));
}
