import { randomFillSync } from 'node:crypto';
import { bytesOfRun } from './run.ts';

/** The source of random bytes, passed as a dependency so that tests can repeat a run. */
export type Random = { bytes(count: number): Uint8Array };

/** Bytes are drawn ahead: a call of the operating system for each id took 3 % of a small request. */
const POOL_BYTES = 4096;

export const systemRandom: Random = { bytes: createPool() };

/** Each byte is given out once, and is zero in the pool afterwards. */
function createPool(): Random['bytes'] {
  const pool = new Uint8Array(POOL_BYTES);
  let used = POOL_BYTES;
  return (count) => {
    if (count > POOL_BYTES) return randomFillSync(new Uint8Array(count));
    if (used + count > POOL_BYTES) {
      randomFillSync(pool);
      used = 0;
    }
    const bytes = pool.slice(used, used + count);
    pool.fill(0, used, used + count);
    used += count;
    return bytes;
  };
}

const TOKEN_BYTES = 16;

/**
 * A token of 128 random bits, in hexadecimal, for names that must not be guessed.
 * Every run of a request with an Idempotency-Key gets the same tokens, so that a repeated run overwrites its own files.
 */
export function randomToken(random: Random): string {
  return Buffer.from(bytesOfRun(TOKEN_BYTES) ?? random.bytes(TOKEN_BYTES)).toString('hex');
}
