import { randomBytes } from 'node:crypto';

/** Where chance comes from. Everything that needs it takes one, so that a test can repeat a run. */
export type Random = { bytes(count: number): Uint8Array };

/** The operating system's cryptographic generator. */
export const systemRandom: Random = { bytes: (count) => randomBytes(count) };
