import { v5, v7 } from 'uuid';
import type { Clock } from './clock.ts';
import type { Random } from './random.ts';
import { idOfRun } from './run.ts';

/** Makes the identifiers of new records. */
export type Ids = { next(): string };

/**
 * UUIDs of version 7 (RFC 9562): they sort by the time they were made, which keeps database indexes compact. Every run of a
 * request with an Idempotency-Key gets the same ones, of the time at which the first run began.
 */
export function createIds(clock: Clock, random: Random): Ids {
  return { next: () => idOfRun() ?? v7({ msecs: clock.now().getTime(), rng: () => random.bytes(16) }) };
}

/** Every id that is made before this moment is smaller; those made later are not. */
export function smallestIdAt(moment: Date): string {
  return v7({ msecs: moment.getTime(), seq: 0, random: new Uint8Array(16) });
}

/** The identifier that follows from a URL: a UUID of version 5 (RFC 9562), the same each time. */
export function idOfUrl(url: string): string {
  return v5(url, v5.URL);
}
