import type { OutboxItem } from '../../../app/outbox/outbox.rules.ts';

/** `waiting` is queued after a try without a response: the server cannot be reached. */
export type PendingState = OutboxItem['state'] | 'waiting';

export function stateOf({ state, tries }: OutboxItem): PendingState {
  return state === 'queued' && tries > 0 ? 'waiting' : state;
}

/** The title of an entry that waits, if the write has one. */
export function titleOf({ body }: OutboxItem): string | null {
  const title = (body as { title?: unknown } | null)?.title;
  return typeof title === 'string' ? title : null;
}

/** How many photos of an entry are at the server. */
export function photosSent({ attachments = [] }: OutboxItem): { count: number; sent: number } {
  return { count: attachments.length, sent: attachments.filter(({ mediaId }) => mediaId !== null).length };
}
