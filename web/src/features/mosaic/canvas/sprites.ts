import type { Team, TileState } from '../mosaic.ts';
import { type Context, drawTile, FILL, type Look, squarePath, TURNS } from './draw-tile.ts';
import { gradientOf, type Palette, SHADE_STEPS } from './palette.ts';

/** Of larger tiles few are seen, so that each is drawn anew. */
const MAX_SPRITE_PITCH = 96;
const GLOW_OPACITY = 0.5;
/** The light around a tile has its width, in cells, and needs few pixels. */
const GLOW_CELLS = 2;
const GLOW_PITCH = 16;

const TEAMS: readonly Team[] = ['red', 'blue'];
const UNLIT: readonly TileState[] = ['pending', 'failed'];
const LIT_PER_TEAM = SHADE_STEPS * TURNS;
const PER_TEAM = LIT_PER_TEAM + UNLIT.length;

/** The place of a look among the pictures of a pitch. */
function slotOf({ state, team, shade, turn }: Look): number {
  const first = team === 'red' ? 0 : PER_TEAM;
  return first + (state === 'completed' ? shade * TURNS + turn : LIT_PER_TEAM + UNLIT.indexOf(state));
}

function allLooks(): Look[] {
  return TEAMS.flatMap((team) => [
    ...Array.from({ length: LIT_PER_TEAM }, (_, index): Look => {
      return { state: 'completed', team, shade: Math.floor(index / TURNS), turn: index % TURNS };
    }),
    ...UNLIT.map((state): Look => ({ state, team, shade: 0, turn: 0 })),
  ]);
}

/** A canvas that the processor draws: pictures are made of many small ones, and copied as a whole. */
export function createDrawing(width: number, height: number): { canvas: HTMLCanvasElement; context: Context } {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.ceil(width));
  canvas.height = Math.max(1, Math.ceil(height));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('This browser draws no canvas.');
  return { canvas, context };
}

export type DrawSprite = (context: Context, look: Look, x: number, y: number) => void;

/** Draws tiles of a pitch into their cells. Small ones are copied from one picture of all looks. */
export function createTileSprites(pitch: number, palette: Palette): DrawSprite {
  const side = Math.max(1, pitch * FILL);
  const inset = (pitch - side) / 2;
  if (pitch > MAX_SPRITE_PITCH) {
    return (context, look, x, y) => drawTile(context, look, { x: x + inset, y: y + inset }, side, palette);
  }
  const looks = allLooks();
  const atlas = createDrawing(PER_TEAM * pitch, TEAMS.length * pitch);
  for (const look of looks) {
    const { left, top } = cornerOf(look, pitch);
    drawTile(atlas.context, look, { x: left + inset, y: top + inset }, side, palette);
  }
  return (context, look, x, y) => {
    const { left, top } = cornerOf(look, pitch);
    context.drawImage(atlas.canvas, left, top, pitch, pitch, x, y, pitch, pitch);
  };
}

function cornerOf(look: Look, pitch: number): { left: number; top: number } {
  const slot = slotOf(look);
  return { left: (slot % PER_TEAM) * pitch, top: Math.floor(slot / PER_TEAM) * pitch };
}

export type Glow = {
  /** Adds the light around a cell, in cells from the upper left corner. */
  add: (look: Look, x: number, y: number) => void;
  /** Draws the light of all cells that were added. */
  draw: (context: Context, width: number, height: number) => void;
};

/** Light of lit tiles, drawn small and shown large. `begin` takes the size of a part in cells. */
export function createGlow(): { begin: (columns: number, rows: number) => Glow } {
  const size = GLOW_CELLS * GLOW_PITCH;
  const atlas = createDrawing(SHADE_STEPS * size, TEAMS.length * size);
  for (const [row, team] of TEAMS.entries()) {
    for (let shade = 0; shade < SHADE_STEPS; shade += 1) drawGlow(atlas.context, team, shade, shade * size, row * size);
  }
  const layer = createDrawing(1, 1);
  return {
    begin: (columns, rows) => {
      const [width, height] = [columns * GLOW_PITCH, rows * GLOW_PITCH];
      // A new size empties it.
      layer.canvas.width = width;
      layer.canvas.height = height;
      const margin = (size - GLOW_PITCH) / 2;
      return {
        add: ({ team, shade }, x, y) => {
          const [left, top] = [shade * size, TEAMS.indexOf(team) * size];
          const [toX, toY] = [x * GLOW_PITCH - margin, y * GLOW_PITCH - margin];
          layer.context.drawImage(atlas.canvas, left, top, size, size, toX, toY, size, size);
        },
        draw: (context, shownWidth, shownHeight) => {
          context.globalAlpha = GLOW_OPACITY;
          context.drawImage(layer.canvas, 0, 0, width, height, 0, 0, shownWidth, shownHeight);
          context.globalAlpha = 1;
        },
      };
    },
  };
}

/** Only the shadow of a tile, which lies beside the picture: not all browsers have filters. */
function drawGlow(context: Context, team: Team, shade: number, left: number, top: number): void {
  const size = GLOW_CELLS * GLOW_PITCH;
  const far = 10_000;
  const side = GLOW_PITCH * FILL;
  const color = gradientOf(team, shade).to;
  context.save();
  context.beginPath();
  context.rect(left, top, size, size);
  context.clip();
  context.shadowColor = color;
  context.shadowBlur = GLOW_PITCH * 0.5;
  context.shadowOffsetX = far;
  squarePath(context, { x: left + (size - side) / 2 - far, y: top + (size - side) / 2 }, side);
  context.fillStyle = color;
  context.fill();
  context.restore();
}

/** The shade of a lit tile follows from its row, its turn from its cell. */
export function shadeOfRow(row: number, rows: number): number {
  return Math.min(SHADE_STEPS - 1, Math.floor((row / Math.max(1, rows)) * SHADE_STEPS));
}

export const turnOfCell = (cell: number): number => (cell * 7) % TURNS;
