import { NAMELESS } from '#features/check-in';
import { discardFile, type MediaDeps, publicUrlOf } from '#features/media';
import { runYielding } from '#platform/concurrency/cooperative.ts';
import type { Picture } from '#platform/http/shapes.ts';
import { sizeOfPng } from '#platform/images/image-format.ts';
import { drawTiles, type LoadPhotos } from '#platform/images/tile-canvas.ts';
import type { MosaicDeps } from './deps.ts';
import { layOutInBox, type Participant, statsOf } from './mosaic.rules.ts';
import type { MosaicImages } from './mosaic.schema.ts';
import {
  claimFormlessMosaics,
  type ImageSize,
  listStoredTiles,
  type MosaicRow,
  updateImageSize,
} from './mosaic.store.ts';
import { formKeysOf } from './mosaic-day.rules.ts';
import { BACKGROUND } from './picture.template.ts';
import { CARD, describeCard, describePortrait, PORTRAIT } from './poster.template.ts';

const THUMBNAIL_WIDTH = 600;
const MEDIUM_WIDTH = 1_200;
/** Posters have two pixels for each of their description. */
const POSTER_SCALE = 2;

const LEASE_MS = 10 * 60_000;
const MAX_MOSAICS_IN_RUN = 3;

/** A drawn image, and what it shows. `photos` maps user ids to photo keys. */
type Drawn = {
  date: string;
  imageKey: string;
  png: Uint8Array;
  participants: readonly Participant[];
  photos: ReadonlyMap<string, string>;
};

/** Returns the forms of an image, or null if they are not stored yet. */
export function formsOf(deps: Pick<MediaDeps, 'publicUrl'>, { imageKey, size }: MosaicRow): MosaicImages | null {
  if (size === null) return null;
  const keys = formKeysOf(imageKey);
  const picture = (key: string, { width, height }: ImageSize): Picture => ({
    url: publicUrlOf(deps, key),
    width,
    height,
    color: BACKGROUND[0],
  });
  return {
    thumbnail: picture(keys.thumbnail, scaleTo(THUMBNAIL_WIDTH, size)),
    medium: picture(keys.medium, scaleTo(MEDIUM_WIDTH, size)),
    full: picture(imageKey, size),
    portrait: picture(keys.portrait, posterSizeOf(PORTRAIT)),
    card: picture(keys.card, posterSizeOf(CARD)),
  };
}

/** Makes and stores the other forms of a drawn image. Returns the size of the image. */
export async function storeForms(deps: MosaicDeps, drawn: Drawn): Promise<ImageSize> {
  const { date, imageKey, png, participants, photos } = drawn;
  const keys = formKeysOf(imageKey);
  const size = sizeOfPng(png);
  for (const [key, width] of [
    [keys.thumbnail, THUMBNAIL_WIDTH],
    [keys.medium, MEDIUM_WIDTH],
  ] as const) {
    const form = { ...scaleTo(width, size), fit: 'cover', format: 'webp' } as const;
    const { bytes } = await deps.images.prepare('mosaics', { read: async () => png }, form);
    await deps.storage.put(key, bytes);
  }
  const content = { date, stats: statsOf(participants), photos };
  const inPortrait = await runYielding(layOutInBox(date, participants, PORTRAIT.field));
  const portrait = describePortrait({ ...content, sections: inPortrait });
  await deps.storage.put(keys.portrait, await drawTiles(portrait, photosIn(deps), 'webp'));
  const inCard = await runYielding(layOutInBox(date, participants, CARD.field));
  await deps.storage.put(keys.card, await drawTiles(describeCard({ ...content, sections: inCard }), photosIn(deps)));
  return size;
}

/** Makes the forms of older images in the background, a few in a run. Each is made by one node at a time. */
export function startForms(deps: MosaicDeps, dates: readonly string[]): void {
  deps.background.run('forms of mosaics', () => completeForms(deps, dates));
}

/** Makes the forms of these dates' images that have none, of the latest dates first. Returns the completed dates. */
export async function completeForms(deps: MosaicDeps, dates: readonly string[]): Promise<string[]> {
  const now = deps.clock.now();
  const expiresAt = new Date(now.getTime() + LEASE_MS);
  const claimed = await claimFormlessMosaics(deps.db, dates, { now, expiresAt, limit: MAX_MOSAICS_IN_RUN });
  const completed: string[] = [];
  for (const { date, imageKey } of claimed) {
    if (await deps.renderSemaphore.run(() => completeForm(deps, date, imageKey))) completed.push(date);
  }
  return completed;
}

/** Uses the stored tiles: drawing the date again would change what it shows. */
async function completeForm(deps: MosaicDeps, date: string, imageKey: string): Promise<boolean> {
  const file = await deps.storage.read(imageKey);
  if (file === null) return false;
  const tiles = await listStoredTiles(deps.db, date);
  const photos = new Map(
    tiles.flatMap(({ userId, tileKey }) => (tileKey === null ? [] : [[userId, tileKey] as const])),
  );
  const participants = tiles.map((tile) => ({ ...tile, userName: NAMELESS }));
  const size = await storeForms(deps, { date, imageKey, png: file.bytes, participants, photos });
  const isCurrent = await updateImageSize(deps.db, imageKey, size);
  if (!isCurrent) await discardImage(deps, imageKey);
  return isCurrent;
}

/** Deletes an unused image with its forms. */
export async function discardImage(deps: MosaicDeps, imageKey: string): Promise<void> {
  for (const key of [imageKey, ...Object.values(formKeysOf(imageKey))]) await discardFile(deps, key);
}

export function photosIn({ storage }: Pick<MediaDeps, 'storage'>): LoadPhotos {
  return (keys) => Promise.all(keys.map(async (key) => (await storage.read(key))?.bytes ?? null));
}

function scaleTo(width: number, size: ImageSize): ImageSize {
  return { width, height: Math.round((size.height * width) / size.width) };
}

function posterSizeOf({ width, height }: ImageSize): ImageSize {
  return { width: width * POSTER_SCALE, height: height * POSTER_SCALE };
}
