/** Where the present comes from. Everything that asks for the time takes one, so that a test can set it. */
export type Clock = { now(): Date };

/** The machine's own clock. */
export const systemClock: Clock = { now: () => new Date() };
