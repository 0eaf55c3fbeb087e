import type { LoadedMessages, Message } from './chat.ts';

/**
 * What is loaded of a room once its newest page is loaded again: older messages stay. If so much was missed that the page does not
 * reach them, they are given up, and are loaded again by those who scroll up.
 */
export function withNewest(known: LoadedMessages | undefined, page: LoadedMessages): LoadedMessages {
  const oldest = page.messages.at(-1);
  if (known === undefined || oldest === undefined || page.next_cursor === null) return page;
  const index = known.messages.findIndex(({ id }) => id === oldest.id);
  if (index === -1) return page;
  return { messages: [...page.messages, ...known.messages.slice(index + 1)], next_cursor: known.next_cursor };
}

/** With the page that continues at `cursor`, unless the list continues elsewhere by now. */
export function withOlder(known: LoadedMessages, page: LoadedMessages, cursor: string): LoadedMessages {
  if (known.next_cursor !== cursor) return known;
  return { messages: [...known.messages, ...page.messages], next_cursor: page.next_cursor };
}

/** With another state of one of its messages. */
export function withChanged(known: LoadedMessages, id: string, change: Partial<Message>): LoadedMessages {
  return { ...known, messages: known.messages.map((one) => (one.id === id ? { ...one, ...change } : one)) };
}

export const removal = (now: string): Partial<Message> => ({ content: null, mentions: [], removed_at: now });

const EDIT_MS = 15 * 60_000;

/** Whether the server still takes a change of the user's message. */
export function isEditable({ sender, created_at, removed_at }: Message, userId: string, now: number): boolean {
  return sender.id === userId && removed_at === null && now - Date.parse(created_at) < EDIT_MS;
}
