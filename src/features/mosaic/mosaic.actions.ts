import type { Clock } from '../../platform/clock.ts';
import { runYielding, stringifyYielding } from '../../platform/concurrency/cooperative.ts';
import { createSingleFlightCache, type SingleFlightCache } from '../../platform/concurrency/single-flight-cache.ts';
import type { Db } from '../../platform/db/database.ts';
import { type DayParticipant, NAMELESS, participantsOn } from '../check-in/index.ts';
import { type MediaDeps, publicAddressOf } from '../media/index.ts';
import { layOutInSteps, type Participant, type Section } from './mosaic.rules.ts';
import { findMosaic, findStoredSections, type MosaicRow, type WrittenSections } from './mosaic.store.ts';
import { isProvisional } from './mosaic-day.rules.ts';

export type ReadMosaicDeps = MediaDeps & {
  db: Db;
  clock: Clock;
  /** Keeps what everybody gets to see for a moment, so that a crowd of viewers costs no more than one. */
  mosaicCache: SingleFlightCache;
};

/** For so long people see their own tile as it was before. */
const MAX_STALE_MS = 3_000;
/** A hundred thousand tiles are 18 MB. */
const MAX_CACHED_BYTES = 100_000_000;
const MAX_DATES_WAITING = 100;

/** The memory of a node for the mosaics of all dates. */
export function createMosaicCache(clock: Clock): SingleFlightCache {
  return createSingleFlightCache({
    clock,
    ttlMs: MAX_STALE_MS,
    maxBytes: MAX_CACHED_BYTES,
    maxQueue: MAX_DATES_WAITING,
  });
}

/**
 * The mosaic of a date as `MosaicBody`, written as JSON: as the day stands within the last seconds, or as it was stored after
 * it had ended everywhere. Throws `server.queue-full`.
 */
export async function readMosaic(deps: ReadMosaicDeps, date: string): Promise<Uint8Array> {
  const stored = await findMosaic(deps.db, date);
  // A picture that is drawn anew is seen at once, and nobody is sent to the one before, which is gone.
  const key = `${date} ${stored?.imageKey ?? 'without a picture'}`;
  return deps.mosaicCache(key, () => writeMosaic(deps, date, stored));
}

async function writeMosaic(deps: ReadMosaicDeps, date: string, drawn: MosaicRow | undefined): Promise<Uint8Array> {
  const now = deps.clock.now();
  const isFinal = drawn !== undefined && !isProvisional(date, drawn.asOf);
  const stored = isFinal ? await findStoredSections(deps.db, date, NAMELESS) : undefined;
  const { sections, stats } = stored ?? (await writeLiveSections(deps.db, date, now));
  const around = JSON.stringify({
    imageUrl: drawn === undefined ? null : publicAddressOf(deps, drawn.imageKey),
    date,
    provisional: isProvisional(date, now),
    stats,
  });
  return Buffer.from(`{"mosaic":${around.slice(0, -1)},"sections":${sections}}}`);
}

async function writeLiveSections(db: Db, date: string, now: Date): Promise<WrittenSections> {
  const participants = await participantsOn(db, date, now);
  const { sections, stats } = await runYielding(layOutInSteps(date, participants.map(participantOf)));
  return { sections: await stringifyYielding(sections, viewOf), stats };
}

/** Somebody who takes part, as far as a mosaic shows it. */
export function participantOf({ userId, userName, isAi, state, teamColor }: DayParticipant): Participant {
  return { userId, userName, isAi, status: state, teamColor };
}

function viewOf({ userId, userName, status, coordinates, teamColor, isAi }: Section) {
  const { x, y, width, height } = coordinates;
  return { userId, userName, status, coordinates: { x, y, width, height }, teamColor, isAi };
}
