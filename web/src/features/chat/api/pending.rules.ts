import type { OutboxItem } from '../../../app/outbox/outbox.rules.ts';
import type { Message } from '../chat.ts';
import type { Pending } from '../rows.rules.ts';

/** What the outbox sends. Items of older clients have no id. */
export type MessageBody = { id?: string; content: string };

/** A message that the server has, and when the list that does not show it yet was loaded. */
export type Arrived = { item: OutboxItem; loadedAt: number };

/**
 * The messages that have left the outbox since because the server has them: those that were in sending. They stay in sight until the list
 * is loaded again, else they would be gone for a moment.
 */
export function arrivedOf(
  before: readonly Arrived[],
  known: readonly OutboxItem[],
  items: readonly OutboxItem[],
  loadedAt: number,
): Arrived[] {
  const left = known.filter(({ key, state }) => state === 'sending' && !items.some((item) => item.key === key));
  return [...before.filter((one) => one.loadedAt === loadedAt), ...left.map((item) => ({ item, loadedAt }))];
}

/**
 * What is shown below the messages of the list: first what the server has. The list may show a message before the outbox knows that it
 * has arrived.
 */
export function pendingOf(
  arrived: readonly Arrived[],
  items: readonly OutboxItem[],
  { messages, loadedAt }: { messages: readonly Pick<Message, 'id'>[]; loadedAt: number },
): Pending[] {
  const listed = new Set(messages.map(({ id }) => id));
  const left = arrived.filter((one) => one.loadedAt === loadedAt).map(({ item }) => item);
  return [...left, ...items]
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
