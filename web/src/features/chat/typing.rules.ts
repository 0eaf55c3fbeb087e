/** How long a signal counts that a member is writing, and the least time between two of this client. */
export const TYPING_MS = 6_000;
export const SIGNAL_EVERY_MS = 3_000;

/** Who is writing, by the instant until which that counts. */
export type Typing = ReadonlyMap<string, number>;

/** With the signal of a user, without those that have run out. */
export function withSignal(typing: Typing, userId: string, now: number): Typing {
  return new Map([...stillTyping(typing, now), [userId, now + TYPING_MS]]);
}

/** Without a user, whose message has come, and without those that have run out. */
export function withoutUser(typing: Typing, userId: string, now: number): Typing {
  return new Map([...stillTyping(typing, now)].filter(([id]) => id !== userId));
}

const stillTyping = (typing: Typing, now: number): Typing => new Map([...typing].filter(([, until]) => until > now));
