import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#features/account';
import { NAMELESS, participantsOn } from '#features/check-in';
import { publishEvents } from '#features/event';
import { runYielding, stringifyYielding } from '#platform/concurrency/cooperative.ts';
import { createSemaphore, type Semaphore } from '#platform/concurrency/semaphore.ts';
import { addDays, localDateOf } from '#platform/days/calendar-date.ts';
import { drawTiles } from '#platform/images/tile-canvas.ts';
import { randomToken } from '#platform/random.ts';
import type { MosaicDeps } from './deps.ts';
import { discardImage, photosIn, storeForms } from './forms.actions.ts';
import { participantOf, readMosaic } from './mosaic.actions.ts';
import { layOutInSteps, type MosaicStats, type Participant, type Section } from './mosaic.rules.ts';
import { mosaicErrors } from './mosaic.schema.ts';
import { findMosaic, listTilesWithoutChain, lockMosaicOf, type MosaicValues, upsertMosaic } from './mosaic.store.ts';
import { hasBegun, isProvisional, pictureKey } from './mosaic-day.rules.ts';
import { describePicture } from './picture.template.ts';

const MAX_DATES_WAITING = 10;

export function createRenderSemaphore(): Semaphore {
  return createSemaphore({ maxQueue: MAX_DATES_WAITING });
}

/**
 * Draws and stores the current mosaic of a date. Returns it as `GeneratedMosaicBody`, serialized as JSON.
 *
 * Does nothing if another run draws the same date, and returns the existing mosaic. An error leaves the existing mosaic
 * unchanged.
 */
export async function generateMosaic(deps: MosaicDeps, actor: Actor | null, date: string): Promise<string> {
  if (!hasBegun(date, deps.clock.now())) throw mosaicErrors.dateNotBegun();
  const run = await deps.jobs.runExclusive(`generate-mosaic ${date}`, () =>
    deps.renderSemaphore.run(() => drawAndStore(deps, actor, date)),
  );
  const result = {
    success: true,
    message:
      run === null
        ? `Another run is drawing the mosaic of ${date}. This is the previous mosaic.`
        : `The mosaic of ${date} was drawn.`,
  };
  const mosaic = Buffer.from((await readMosaic(deps, date)).json).toString();
  return `${JSON.stringify(result).slice(0, -1)},${mosaic.slice(1)}`;
}

/** Draws the mosaic of a date again. Returns false if another run draws it, which can have begun before a change. */
export async function redrawMosaic(deps: MosaicDeps, date: string): Promise<boolean> {
  const run = await deps.jobs.runExclusive(`generate-mosaic ${date}`, () =>
    deps.renderSemaphore.run(() => drawAndStore(deps, null, date)),
  );
  return run !== null;
}

type DrawRun = { success: true; message: string; date: string };

export const mosaicDateToday = (scheduledAt: Date) => localDateOf(scheduledAt, 'UTC');

export const mosaicDateYesterday = (scheduledAt: Date) => addDays(localDateOf(scheduledAt, 'UTC'), -1);

export async function drawMosaic(deps: MosaicDeps, date: string): Promise<DrawRun> {
  await generateMosaic(deps, null, date);
  return { success: true, message: `The mosaic of ${date} was drawn.`, date };
}

/**
 * Stores the image before the row references it, and discards the previous image afterwards. A failure in between leaves an
 * unused file, but never a broken URL.
 */
async function drawAndStore(deps: MosaicDeps, actor: Actor | null, date: string): Promise<MosaicStats> {
  const asOf = deps.clock.now();
  const { participants, photos, png, tiles, stats } = await drawAsOf(deps, date, asOf);
  const imageKey = pictureKey(date, randomToken(deps.random));
  await deps.storage.put(imageKey, png);
  const size = await storeForms(deps, { date, imageKey, png, participants, photos });
  const unused = await replaceMosaic(deps, actor, { id: deps.ids.next(), date, imageKey, size, tiles, stats, asOf });
  if (unused !== null) await discardImage(deps, unused);
  return stats;
}

async function drawAsOf(deps: MosaicDeps, date: string, asOf: Date) {
  const users = await participantsOn(deps.db, date, asOf);
  const participants = [...users.map(participantOf), ...(await listDeparted(deps, date, users))].sort(byUserId);
  const mosaic = await runYielding(layOutInSteps(date, participants));
  const photos = new Map(
    users.flatMap(({ userId, tileKey }) => (tileKey === null ? [] : [[userId, tileKey] as const])),
  );
  const png = await drawTiles(describePicture(date, mosaic, photos), photosIn(deps));
  const tiles = await stringifyYielding(mosaic.sections, storedOf);
  return { participants, photos, png, tiles, stats: mosaic.stats };
}

/** Lists the users with a tile in the final mosaic who were deleted since, so that the tiles of all other users do not move. */
async function listDeparted(
  { db }: MosaicDeps,
  date: string,
  users: readonly { userId: string }[],
): Promise<Participant[]> {
  const stored = await findMosaic(db, date);
  if (stored === undefined || isProvisional(date, stored.asOf)) return [];
  // A user deleted during this run can still be among the participants.
  const present = new Set(users.map(({ userId }) => userId));
  const tiles = await listTilesWithoutChain(db, date);
  return tiles.filter(({ userId }) => !present.has(userId)).map((tile) => ({ ...tile, userName: NAMELESS }));
}

/** Stores the mosaic unless a later one is stored. Returns the key of the image that is now unused, or null. */
async function replaceMosaic(deps: MosaicDeps, actor: Actor | null, mosaic: MosaicValues): Promise<string | null> {
  const { date, imageKey, asOf } = mosaic;
  return deps.db.transaction().execute(async (tx) => {
    await lockMosaicOf(tx, date);
    const before = await findMosaic(tx, date);
    if (before !== undefined && before.asOf > asOf) return imageKey;
    const id = await upsertMosaic(tx, mosaic);
    const changed = { kind: 'mosaic.updated', audience: 'everyone', data: { date } } as const;
    await publishEvents(deps, tx, [{ ...changed, coalesceKey: `mosaic ${date}` }]);
    await recordAudit(deps, tx, actor, {
      action: 'mosaic.generate',
      subjectType: 'mosaic',
      subjectIds: [id],
      details: { date },
    });
    return before?.imageKey ?? null;
  });
}

/** The stored part of a tile. Names are read when the mosaic is read. */
function storedOf({ userId, status, teamColor, isAi, coordinates }: Section) {
  return { userId, status, teamColor, isAi, coordinates };
}

function byUserId(one: Participant, other: Participant): number {
  return one.userId < other.userId ? -1 : 1;
}
