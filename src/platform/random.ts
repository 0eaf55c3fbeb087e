import { randomBytes } from 'node:crypto';
import { bytesOfRun } from './run.ts';

/** The source of random bytes, passed as a dependency so that tests can repeat a run. */
export type Random = { bytes(count: number): Uint8Array };

export const systemRandom: Random = { bytes: (count) => randomBytes(count) };

const TOKEN_BYTES = 16;

/**
 * A token of 128 random bits, in hexadecimal, for names that must not be guessed.
 * Every run of a request with an Idempotency-Key gets the same tokens, so that a repeated run overwrites its own files.
 */
export function randomToken(random: Random): string {
  return Buffer.from(bytesOfRun(TOKEN_BYTES) ?? random.bytes(TOKEN_BYTES)).toString('hex');
}
