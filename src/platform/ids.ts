import { v5, v7 } from 'uuid';
import type { Clock } from './clock.ts';
import type { Random } from './random.ts';
import { idOfRun } from './run.ts';

/** Creates the ids of new records. */
export type Ids = { next(): string };

/**
 * UUIDs of version 7 (RFC 9562). They sort by creation time, which keeps indexes compact.
 * Every run of a request with an Idempotency-Key gets the same ids, dated at the start of the first run.
 */
export function createIds(clock: Clock, random: Random): Ids {
  return { next: () => idOfRun() ?? v7({ msecs: clock.now().getTime(), rng: () => random.bytes(16) }) };
}

/** The smallest id of an instant: all earlier ids are smaller. */
export function smallestIdAt(moment: Date): string {
  return v7({ msecs: moment.getTime(), seq: 0, random: new Uint8Array(16) });
}

/** The id derived from a URL: a UUID of version 5 (RFC 9562). */
export function idOfUrl(url: string): string {
  return v5(url, v5.URL);
}
