import { type DayParticipant, NAMELESS, PHOTO_THUMBNAIL_SIZE, participantsOn } from '#features/check-in';
import { publicUrlOf, signedUrl } from '#features/media';
import type { Clock } from '#platform/clock.ts';
import { runYielding, stringifyYielding } from '#platform/concurrency/cooperative.ts';
import { createSingleFlightCache, type SingleFlightCache } from '#platform/concurrency/single-flight-cache.ts';
import { type KeptResponse, keepResponse } from '#platform/http/kept-response.ts';
import type { MosaicDeps } from './deps.ts';
import { formsOf, startForms } from './forms.actions.ts';
import { layOutInSteps, type MosaicStats, type Participant, type Section, tileSizeOf } from './mosaic.rules.ts';
import {
  findMosaic,
  findStoredSections,
  listTilePhotos,
  type MosaicRow,
  type WrittenSections,
} from './mosaic.store.ts';
import { isProvisional } from './mosaic-day.rules.ts';
import { MIN_SIZE_WITH_PHOTO } from './picture.template.ts';

/** How long a response is cached. */
const MAX_STALE_MS = 3_000;
/** A mosaic of 100,000 tiles takes 20 MB. */
const MAX_CACHED_BYTES = 100_000_000;
const MAX_DATES_WAITING = 100;

export function createMosaicCache(clock: Clock): SingleFlightCache<KeptResponse> {
  return createSingleFlightCache({
    clock,
    ttlMs: MAX_STALE_MS,
    maxBytes: MAX_CACHED_BYTES,
    maxQueue: MAX_DATES_WAITING,
  });
}

/**
 * Returns the mosaic of a date as `MosaicBody`, serialized as JSON and compressed.
 *
 * The mosaic is at most a few seconds old, or the stored one if it was generated after the date had ended in all time zones.
 */
export async function readMosaic(deps: MosaicDeps, date: string): Promise<KeptResponse> {
  const stored = await findMosaic(deps.db, date);
  // A new image changes the cache key, so that no response contains the URL of the deleted one.
  const key = `${date} ${stored?.imageKey ?? 'no image'} ${stored?.size?.width}`;
  return deps.mosaicCache(key, async () => keepResponse(await writeMosaic(deps, date, stored)));
}

async function writeMosaic(deps: MosaicDeps, date: string, drawn: MosaicRow | undefined): Promise<Uint8Array> {
  if (drawn?.size === null) startForms(deps, [date]);
  const now = deps.clock.now();
  const isFinal = drawn !== undefined && !isProvisional(date, drawn.asOf);
  const stored = isFinal ? await deps.read((db) => findStoredSections(db, date, NAMELESS)) : undefined;
  const { sections, stats } = stored ?? (await writeLiveSections(deps, date, now));
  const around = JSON.stringify({
    imageUrl: drawn === undefined ? null : publicUrlOf(deps, drawn.imageKey),
    images: drawn === undefined ? null : formsOf(deps, drawn),
    date,
    provisional: isProvisional(date, now),
    stats,
    photos: await listPhotos(deps, date, stats),
  });
  return Buffer.from(`{"mosaic":${around.slice(0, -1)},"sections":${sections}}}`);
}

/** The photos that the image shows, unless they were withdrawn since. */
async function listPhotos(deps: MosaicDeps, date: string, { totalParticipants }: MosaicStats) {
  if (tileSizeOf(totalParticipants) < MIN_SIZE_WITH_PHOTO) return [];
  const size = { width: PHOTO_THUMBNAIL_SIZE, height: PHOTO_THUMBNAIL_SIZE };
  const photos = await deps.read((db) => listTilePhotos(db, date));
  return photos.map(({ userId, key, color }) => ({ userId, thumbnail: { url: signedUrl(deps, key), ...size, color } }));
}

async function writeLiveSections(deps: MosaicDeps, date: string, now: Date): Promise<WrittenSections> {
  const participants = await deps.read((db) => participantsOn(db, date, now));
  const { sections, stats } = await runYielding(layOutInSteps(date, participants.map(participantOf)));
  return { sections: await stringifyYielding(sections, viewOf), stats };
}

export function participantOf({ userId, userName, isAi, state, teamColor }: DayParticipant): Participant {
  return { userId, userName, isAi, status: state, teamColor };
}

function viewOf({ userId, userName, status, coordinates, teamColor, isAi }: Section) {
  const { x, y, width, height } = coordinates;
  return { userId, userName, status, coordinates: { x, y, width, height }, teamColor, isAi };
}
