import type { components } from '@meadow/client';

export type Room = components['schemas']['ChatRoom'];
export type Message = components['schemas']['ChatMessage'];

/** What is loaded of a room, newest first, and where older messages continue. */
export type LoadedMessages = { messages: Message[]; next_cursor: string | null };

export const MAX_MESSAGE_LENGTH = 1_000;
