import { detailOf } from '../camera.rules.ts';
import { cellAt, cellsIn, type Field, type Rect } from '../field.rules.ts';
import type { Tile } from '../mosaic.ts';
import { type Context, drawPhoto, FILL, type Look, plainColor } from './draw-tile.ts';
import type { Palette } from './palette.ts';
import { createGlow, createTileSprites, type DrawSprite, shadeOfRow, turnOfCell } from './sprites.ts';

const MAX_PITCHES = 6;
/** What is missed is darker than what is to come, also where there is no room for a cross. */
const MISSED_OPACITY = 0.5;

export type PhotoOf = (tile: Tile) => ImageBitmap | null;

export type RegionOptions = {
  /** Pixels of a tile, and how many of them the display shows as one of CSS. */
  pitch: number;
  pixelRatio: number;
  photoOf: PhotoOf;
};

type Placed = { tile: Tile; look: Look; x: number; y: number };

/** Draws parts of a field. Pictures of tiles are shared by all parts of a pitch. */
export function createRegionDrawer(palette: Palette) {
  const byPitch = new Map<number, DrawSprite>();
  let glow: ReturnType<typeof createGlow> | null = null;

  function spritesOf(pitch: number): DrawSprite {
    const sprites = byPitch.get(pitch) ?? createTileSprites(pitch, palette);
    byPitch.delete(pitch);
    byPitch.set(pitch, sprites);
    const [oldest] = byPitch.keys();
    if (byPitch.size > MAX_PITCHES && oldest !== undefined) byPitch.delete(oldest);
    return sprites;
  }

  function drawLight(context: Context, field: Field, rect: Rect, pitch: number): void {
    glow ??= createGlow();
    const light = glow.begin(rect.width, rect.height);
    const around = { x: rect.x - 1, y: rect.y - 1, width: rect.width + 2, height: rect.height + 2 };
    for (const cell of cellsIn(field, around)) {
      const look = lookOf(field, cell);
      const { x, y } = cellAt(field, cell);
      if (look.state === 'completed') light.add(look, x - rect.x, y - rect.y);
    }
    light.draw(context, rect.width * pitch, rect.height * pitch);
  }

  function drawPlain(context: Context, parts: readonly Placed[], pitch: number): void {
    const side = Math.max(1, pitch * FILL);
    const inset = (pitch - side) / 2;
    for (const { look, x, y } of parts) {
      context.fillStyle = plainColor(look, palette);
      context.globalAlpha = look.state === 'failed' ? MISSED_OPACITY : 1;
      context.fillRect(x + inset, y + inset, side, side);
    }
    context.globalAlpha = 1;
  }

  /** Draws a part of a field, whose upper left corner becomes the origin. */
  return (context: Context, field: Field, rect: Rect, { pitch, pixelRatio, photoOf }: RegionOptions): void => {
    const detail = detailOf(pitch / pixelRatio);
    const parts = cellsIn(field, rect).map((cell): Placed => {
      const { x, y } = cellAt(field, cell);
      const look = lookOf(field, cell);
      return { tile: field.tiles[cell] as Tile, look, x: (x - rect.x) * pitch, y: (y - rect.y) * pitch };
    });
    if (!detail.hasFlower) {
      drawPlain(context, parts, pitch);
      return;
    }
    if (detail.hasGlow) drawLight(context, field, rect, pitch);
    const drawSprite = spritesOf(pitch);
    const side = pitch * FILL;
    for (const { tile, look, x, y } of parts) {
      const photo = detail.hasPhoto && look.state === 'completed' ? photoOf(tile) : null;
      if (photo === null) drawSprite(context, look, x, y);
      else drawPhoto(context, photo, look, { x: x + (pitch - side) / 2, y: y + (pitch - side) / 2 }, side);
    }
  };
}

export type DrawRegion = ReturnType<typeof createRegionDrawer>;

function lookOf(field: Field, cell: number): Look {
  const { status: state, teamColor: team } = field.tiles[cell] as Tile;
  const row = Math.floor(cell / field.columns);
  return { state, team, shade: shadeOfRow(row, field.rows), turn: turnOfCell(cell) };
}
