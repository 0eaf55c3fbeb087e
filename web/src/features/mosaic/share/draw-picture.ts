import { createRegionDrawer } from '../canvas/draw-region.ts';
import { type Context, drawFlower } from '../canvas/draw-tile.ts';
import type { Palette } from '../canvas/palette.ts';
import { type Aspect, layOutField, type Rect } from '../field.rules.ts';
import type { Tile } from '../mosaic.ts';

export type Form = 'portrait' | 'card';

type Layout = {
  width: number;
  height: number;
  aspect: Aspect;
  field: Rect;
  title: { x: number; y: number; size: number; width: number };
  brand: { x: number; y: number };
};

export const LAYOUTS: Record<Form, Layout> = {
  portrait: {
    width: 1_080,
    height: 1_920,
    aspect: 'tall',
    field: { x: 60, y: 340, width: 960, height: 1_400 },
    title: { x: 72, y: 180, size: 76, width: 936 },
    brand: { x: 72, y: 1_844 },
  },
  card: {
    width: 1_200,
    height: 630,
    aspect: 'wide',
    field: { x: 460, y: 36, width: 704, height: 558 },
    title: { x: 56, y: 190, size: 54, width: 370 },
    brand: { x: 56, y: 570 },
  },
};

/** What stands beside the tiles. */
export type Texts = { day: string; counts: string; brand: string };

const FIELD_PITCH_MAX = 150;
/** Fine enough for flowers on tiles that a picture shows small. */
const PIXEL_RATIO = 1;

/** Draws the picture to share: tiles without names and photos, date and counts. */
export function drawPicture(
  context: Context,
  form: Form,
  { date, tiles, texts, palette }: { date: string; tiles: readonly Tile[]; texts: Texts; palette: Palette },
): void {
  const { width, height, aspect, field: box, title, brand } = LAYOUTS[form];
  context.fillStyle = palette.night;
  context.fillRect(0, 0, width, height);
  const field = layOutField(date, tiles, aspect);
  const pitch = Math.max(1, Math.floor(Math.min(FIELD_PITCH_MAX, box.width / field.columns, box.height / field.rows)));
  context.save();
  context.translate(
    Math.round(box.x + (box.width - field.columns * pitch) / 2),
    Math.round(box.y + (box.height - field.rows * pitch) / 2),
  );
  const whole = { x: 0, y: 0, width: field.columns, height: field.rows };
  createRegionDrawer(palette)(context, field, whole, { pitch, pixelRatio: PIXEL_RATIO, photoOf: () => null });
  context.restore();

  context.textBaseline = 'alphabetic';
  context.fillStyle = palette.ink;
  context.font = `500 ${title.size}px "Literata Variable", Georgia, serif`;
  const lines = linesOf(context, texts.day, title.width);
  lines.forEach((line, index) => {
    context.fillText(line, title.x, title.y + index * title.size * 1.15);
  });
  context.fillStyle = palette.quiet;
  const small = Math.round(title.size * 0.48);
  context.font = `400 ${small}px "Figtree Variable", system-ui, sans-serif`;
  const below = title.y + (lines.length - 1) * title.size * 1.15 + small * 1.9;
  linesOf(context, texts.counts, title.width).forEach((line, index) => {
    context.fillText(line, title.x, below + index * small * 1.35);
  });
  drawFlower(context, { x: brand.x + 20, y: brand.y - 12 }, 0.72, {
    state: 'completed',
    team: 'red',
    shade: 0,
    turn: 0,
  });
  context.fillStyle = palette.ink;
  context.font = '600 32px "Figtree Variable", system-ui, sans-serif';
  context.fillText(texts.brand, brand.x + 52, brand.y);
}

/** Breaks a text into lines of a width. */
function linesOf(context: Context, text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && context.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
