import type { Actor } from '../../access/actor.ts';
import { runYielding, stringifyYielding } from '../../platform/concurrency/cooperative.ts';
import { addDays, localDateOf } from '../../platform/days/calendar-date.ts';
import { drawTiles, type LoadPhotos } from '../../platform/images/tile-canvas.ts';
import { randomToken } from '../../platform/random.ts';
import { createSemaphore, type Semaphore } from '../../platform/concurrency/semaphore.ts';
import { recordAudit } from '../account/index.ts';
import { NAMELESS, participantsOn } from '../check-in/index.ts';
import { discardFile } from '../media/index.ts';
import type { MosaicDeps } from './deps.ts';
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
 * Draws and stores the mosaic of a date as it stands now, and answers with it as `GeneratedMosaicBody`, written as JSON. A
 * run that meets another one of the same date draws nothing, and answers with what there is. Throws `mosaic.date-not-begun`,
 * `storage.unavailable` and `server.queue-full`; what was there before is there still then.
 */
export async function generateMosaic(deps: MosaicDeps, actor: Actor | null, date: string): Promise<string> {
  if (!hasBegun(date, deps.clock.now())) throw mosaicErrors.dateNotBegun();
  const run = await deps.jobs.runExclusive(`generate-mosaic ${date}`, () =>
    deps.renderSemaphore.run(() => drawAndStore(deps, actor, date)),
  );
  const outcome = {
    success: true,
    message:
      run === null
        ? `Another run is drawing the mosaic of ${date}, so this one did nothing. This is what there was before.`
        : `The mosaic of ${date} is drawn.`,
  };
  const mosaic = Buffer.from(await readMosaic(deps, date)).toString();
  return `${JSON.stringify(outcome).slice(0, -1)},${mosaic.slice(1)}`;
}

type DrawRun = { success: true; message: string; date: string };

export const mosaicDateToday = (scheduledAt: Date) => localDateOf(scheduledAt, 'UTC');

export const mosaicDateYesterday = (scheduledAt: Date) => addDays(localDateOf(scheduledAt, 'UTC'), -1);

export async function drawMosaic(deps: MosaicDeps, date: string): Promise<DrawRun> {
  await generateMosaic(deps, null, date);
  return { success: true, message: `The mosaic of ${date} was drawn.`, date };
}

/**
 * The row names the picture once that is stored, and the picture before goes once the row names it no more: a crash or a
 * failure in between leaves a file that nothing leads to, never an address that leads to nothing.
 */
async function drawAndStore(deps: MosaicDeps, actor: Actor | null, date: string): Promise<MosaicStats> {
  const asOf = deps.clock.now();
  const { png, tiles, stats } = await drawAsOf(deps, date, asOf);
  const imageKey = pictureKey(date, randomToken(deps.random));
  await deps.storage.put(imageKey, png);
  const unused = await replaceMosaic(deps, actor, { id: deps.ids.next(), date, imageKey, tiles, stats, asOf });
  if (unused !== null) await discardFile(deps, unused);
  return stats;
}

async function drawAsOf(deps: MosaicDeps, date: string, asOf: Date) {
  const people = await participantsOn(deps.db, date, asOf);
  const participants = [...people.map(participantOf), ...(await listDeparted(deps, date, people))];
  const mosaic = await runYielding(layOutInSteps(date, participants.sort(byUserId)));
  const photos = new Map(
    people.flatMap(({ userId, tileKey }) => (tileKey === null ? [] : [[userId, tileKey] as const])),
  );
  const png = await drawTiles(describePicture(date, mosaic, photos), photosIn(deps));
  return { png, tiles: await stringifyYielding(mosaic.sections, storedOf), stats: mosaic.stats };
}

/**
 * Whoever has a tile in the final mosaic and has been deleted since: the day of everybody else stays as it was, and so does
 * their tile.
 */
async function listDeparted(
  { db }: MosaicDeps,
  date: string,
  people: readonly { userId: string }[],
): Promise<Participant[]> {
  const stored = await findMosaic(db, date);
  if (stored === undefined || isProvisional(date, stored.asOf)) return [];
  // Who is deleted at this moment may be among the people still.
  const present = new Set(people.map(({ userId }) => userId));
  const tiles = await listTilesWithoutChain(db, date);
  return tiles.filter(({ userId }) => !present.has(userId)).map((tile) => ({ ...tile, userName: NAMELESS }));
}

/** Stores the mosaic unless a later one is there, and gives the key of the picture that nothing leads to then, if any. */
async function replaceMosaic(deps: MosaicDeps, actor: Actor | null, mosaic: MosaicValues): Promise<string | null> {
  const { date, imageKey, asOf } = mosaic;
  return deps.db.transaction().execute(async (tx) => {
    await lockMosaicOf(tx, date);
    const before = await findMosaic(tx, date);
    if (before !== undefined && before.asOf > asOf) return imageKey;
    const id = await upsertMosaic(tx, mosaic);
    const deed = { action: 'mosaic.generate', subjectType: 'mosaic', subjectIds: [id], details: { date } };
    await recordAudit(deps, tx, actor, deed);
    return before?.imageKey ?? null;
  });
}

function photosIn({ storage }: MosaicDeps): LoadPhotos {
  return (keys) => Promise.all(keys.map(async (key) => (await storage.read(key))?.bytes ?? null));
}

/** What is kept of a tile: no name, which is read when somebody looks. */
function storedOf({ userId, status, teamColor, isAi, coordinates }: Section) {
  return { userId, status, teamColor, isAi, coordinates };
}

function byUserId(one: Participant, other: Participant): number {
  return one.userId < other.userId ? -1 : 1;
}
