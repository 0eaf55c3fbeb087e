import { randomBytes } from 'node:crypto';
import { bytesOfRun } from './run.ts';

/** Where chance comes from. Everything that needs it takes one, so that a test can repeat a run. */
export type Random = { bytes(count: number): Uint8Array };

/** The operating system's cryptographic generator. */
export const systemRandom: Random = { bytes: (count) => randomBytes(count) };

const TOKEN_BYTES = 16;

/**
 * A text that nobody guesses, for names that are all that keeps something to those who were told: 128 bits, in hexadecimal. Every
 * run of a request with an Idempotency-Key gets the same ones, so that a file which a run has left behind is stored again.
 */
export function randomToken(random: Random): string {
  return Buffer.from(bytesOfRun(TOKEN_BYTES) ?? random.bytes(TOKEN_BYTES)).toString('hex');
}
