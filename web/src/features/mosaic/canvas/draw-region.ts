import { detailOf } from '../camera.rules.ts';
import { cellAt, cellsIn, type Field, type Rect } from '../field.rules.ts';
import type { Tile } from '../mosaic.ts';
import { type Context, drawPhoto, FILL, type Look, plainColor } from './draw-tile.ts';
import type { Palette } from './palette.ts';
import { createSprites, type Sprites, shadeOfRow, turnOfCell } from './sprites.ts';

const MAX_PITCHES = 6;

export type PhotoOf = (tile: Tile) => ImageBitmap | null;

export type RegionOptions = {
  /** Pixels of a tile, and how many of them the display shows as one of CSS. */
  pitch: number;
  pixelRatio: number;
  photoOf: PhotoOf;
};

/** Draws parts of a field. Pictures of tiles are shared by all parts of a pitch. */
export function createRegionDrawer(palette: Palette) {
  const byPitch = new Map<number, Sprites>();

  function spritesOf(pitch: number): Sprites {
    const sprites = byPitch.get(pitch) ?? createSprites(pitch, palette);
    byPitch.delete(pitch);
    byPitch.set(pitch, sprites);
    const [oldest] = byPitch.keys();
    if (byPitch.size > MAX_PITCHES && oldest !== undefined) byPitch.delete(oldest);
    return sprites;
  }

  /** Draws a part of a field, whose upper left corner becomes the origin. */
  return (context: Context, field: Field, rect: Rect, options: RegionOptions): void => {
    const { pitch, pixelRatio, photoOf } = options;
    const detail = detailOf(pitch / pixelRatio);
    const placed = (cells: readonly number[]) =>
      cells.map((cell) => {
        const { x, y } = cellAt(field, cell);
        return {
          tile: field.tiles[cell] as Tile,
          look: lookOf(field, cell),
          x: (x - rect.x) * pitch,
          y: (y - rect.y) * pitch,
        };
      });
    const parts = placed(cellsIn(field, rect));
    if (!detail.hasFlower) {
      const side = Math.max(1, pitch * FILL);
      const inset = (pitch - side) / 2;
      for (const { look, x, y } of parts) {
        context.fillStyle = plainColor(look, palette);
        if (look.state === 'failed') {
          context.globalAlpha = 0.55;
          context.fillRect(x + inset, y + inset, side, side);
          context.globalAlpha = 1;
        } else context.fillRect(x + inset, y + inset, side, side);
      }
      return;
    }
    const sprites = spritesOf(pitch);
    if (detail.hasGlow) {
      const around = { x: rect.x - 1, y: rect.y - 1, width: rect.width + 2, height: rect.height + 2 };
      for (const { look, x, y } of placed(cellsIn(field, around))) {
        if (look.state === 'completed') sprites.glow(context, look, x, y);
      }
    }
    for (const { tile, look, x, y } of parts) {
      const photo = detail.hasPhoto && look.state === 'completed' ? photoOf(tile) : null;
      if (photo === null) sprites.tile(context, look, x, y);
      else {
        const side = pitch * FILL;
        drawPhoto(context, photo, look, { x: x + (pitch - side) / 2, y: y + (pitch - side) / 2 }, side);
      }
    }
  };
}

export type DrawRegion = ReturnType<typeof createRegionDrawer>;

function lookOf(field: Field, cell: number): Look {
  const { status: state, teamColor: team } = field.tiles[cell] as Tile;
  const row = Math.floor(cell / field.columns);
  return { state, team, shade: shadeOfRow(row, field.rows), turn: turnOfCell(cell) };
}
