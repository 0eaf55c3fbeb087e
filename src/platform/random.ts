import { randomBytes } from 'node:crypto';

/** Where chance comes from. Everything that needs it takes one, so that a test can repeat a run. */
export type Random = { bytes(count: number): Uint8Array };

/** The operating system's cryptographic generator. */
export const systemRandom: Random = { bytes: (count) => randomBytes(count) };

const UNGUESSABLE_BYTES = 16;

/** A text that nobody guesses, for names that are all that keeps something to those who were told: 128 bits, in hexadecimal. */
export function unguessableText(random: Random): string {
  return Buffer.from(random.bytes(UNGUESSABLE_BYTES)).toString('hex');
}
