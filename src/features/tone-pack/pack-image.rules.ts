import type { Tone } from './pack-image.schema.ts';
import type { Theme } from './tone-pack.schema.ts';

/** The folder of the images of all packs. It takes a signed address to read one. */
const TONE_PACKS = 'tone-packs';

/** The folder of small versions for those who may buy a pack. Its files are public. */
export const TONE_PACK_PREVIEWS = 'tone-pack-previews';

/** What an image is stored under; `timestamp` is in milliseconds since 1970. */
export function imageKey(ownerId: string, packId: string, tone: Tone, timestamp: Date): string {
  return `${TONE_PACKS}/${ownerId}/${packId}/${tone}-${timestamp.getTime()}.png`;
}

/** Where an image is, seen from the folder of all of them. */
export function storagePathOf(key: string): string {
  return key.slice(TONE_PACKS.length + 1);
}

/** What the preview of an image is stored under. */
export function previewKeyOf(key: string): string {
  return `${TONE_PACK_PREVIEWS}/${storagePathOf(key).replace(/\.png$/, '.webp')}`;
}

/** All files of an image. */
export function filesOf(key: string): string[] {
  return [key, previewKeyOf(key)];
}

/** The timestamp of images that are made now. It is never that of images that the pack has, so no key comes twice. */
export function timestampOf(now: Date, newest: Date | null): Date {
  return newest === null || newest < now ? now : new Date(newest.getTime() + 1);
}

const STYLES: Record<Theme, string> = {
  origami: 'folded paper in the manner of origami, with crisp creases and soft shadows',
  animals: 'an animal in its surroundings, as in a picture book',
  nature: 'a landscape with plants, weather and light',
  abstract: 'an abstract painting of flowing forms and colours',
  geometric: 'a composition of precise geometric figures',
  minimalist: 'a minimalist picture with few elements and much empty space',
  watercolor: 'a watercolor on rough paper, with washes that run into each other',
  'line-art': 'line art in a single dark line on a light ground',
  icons: 'a single bold icon with flat colours and clear outlines',
  emojis: 'a round, friendly emoji on a plain ground',
  shapes: 'a few large, simple shapes in harmonious colours',
  patterns: 'a seamless ornamental pattern',
};

/** What the image model is asked for. Nothing in it was written by anybody who uses the service. */
export function promptFor(theme: Theme, tone: Tone): string {
  return `A square picture that lets one feel ${tone}: ${STYLES[theme]}. No letters, no words, no frame, no watermark.`;
}
