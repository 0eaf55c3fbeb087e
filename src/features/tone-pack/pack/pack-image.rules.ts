import type { Theme } from './pack.schema.ts';
import type { Tone } from './pack-image.schema.ts';

/** Width and height of an image in pixels. */
export const IMAGE_SIZE = 1_024;

/** Width and height of a preview in pixels: large enough to show the pack to buyers, too small to replace it. */
export const PREVIEW_SIZE = 320;

/** The folder of all images, which are read by signed URLs. */
const TONE_PACKS = 'tone-packs';

/** The public folder of previews. */
export const TONE_PACK_PREVIEWS = 'tone-pack-previews';

export function imageKey(ownerId: string, packId: string, tone: Tone, timestamp: Date): string {
  return `${TONE_PACKS}/${ownerId}/${packId}/${tone}-${timestamp.getTime()}.png`;
}

/** The path of an image within the folder of all images. */
export function storagePathOf(key: string): string {
  return key.slice(TONE_PACKS.length + 1);
}

export function previewKeyOf(key: string): string {
  return `${TONE_PACK_PREVIEWS}/${storagePathOf(key).replace(/\.png$/, '.webp')}`;
}

/** The storage keys of an image and its preview. */
export function fileKeysOf(key: string): string[] {
  return [key, previewKeyOf(key)];
}

/** The timestamp of new images: later than all images of the pack, so that no storage key repeats. */
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

/** The prompt for the image model. It contains no text of users. */
export function promptFor(theme: Theme, tone: Tone): string {
  return `A square picture that lets one feel ${tone}: ${STYLES[theme]}. No letters, no words, no frame, no watermark.`;
}
