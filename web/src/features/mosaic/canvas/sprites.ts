import { type Context, drawTile, FILL, type Look, squarePath, TURNS } from './draw-tile.ts';
import { gradientOf, type Palette, SHADE_STEPS } from './palette.ts';

/** Of larger tiles few are seen, so that each is drawn by itself. */
export const MAX_SPRITE_PITCH = 96;
const GLOW_OPACITY = 0.42;
/** The light around a tile reaches over a cell on each side. */
const GLOW_CELLS = 3;

export type Sprites = {
  /** Draws a tile into its cell. */
  tile: (context: Context, look: Look, x: number, y: number) => void;
  /** Draws the light around a lit tile. */
  glow: (context: Context, look: Look, x: number, y: number) => void;
};

/** Pictures of all looks at a pitch, each drawn when it is needed first. */
export function createSprites(pitch: number, palette: Palette): Sprites {
  const pictures = new Map<string, HTMLCanvasElement>();
  const side = Math.max(1, pitch * FILL);
  const inset = (pitch - side) / 2;

  function pictureOf(key: string, size: number, draw: (context: Context) => void): HTMLCanvasElement {
    const known = pictures.get(key);
    if (known !== undefined) return known;
    const picture = document.createElement('canvas');
    picture.width = Math.ceil(size);
    picture.height = Math.ceil(size);
    const context = picture.getContext('2d');
    if (context !== null) draw(context);
    pictures.set(key, picture);
    return picture;
  }

  return {
    tile: (context, look, x, y) => {
      if (pitch > MAX_SPRITE_PITCH) {
        drawTile(context, look, { x: x + inset, y: y + inset }, side, palette);
        return;
      }
      const { state, team, shade, turn } = look;
      const key = state === 'completed' ? `${team} ${shade} ${turn}` : `${team} ${state}`;
      const draw = (into: Context) => drawTile(into, look, { x: inset, y: inset }, side, palette);
      context.drawImage(pictureOf(key, pitch, draw), x, y);
    },
    glow: (context, { team, shade }, x, y) => {
      const size = GLOW_CELLS * pitch;
      const draw = (into: Context) => drawGlow(into, gradientOf(team, shade).to, pitch, side);
      context.globalAlpha = GLOW_OPACITY;
      context.drawImage(pictureOf(`glow ${team} ${shade}`, size, draw), x - pitch, y - pitch);
      context.globalAlpha = 1;
    },
  };
}

/** Only the shadow of a tile, which is drawn beside the picture: not all browsers have filters. */
function drawGlow(context: Context, color: string, pitch: number, side: number): void {
  const size = GLOW_CELLS * pitch;
  context.shadowColor = color;
  context.shadowBlur = pitch * 0.42;
  context.shadowOffsetX = 2 * size;
  const at = (size - side) / 2;
  squarePath(context, { x: at - 2 * size, y: at }, side);
  context.fillStyle = color;
  context.fill();
}

/** The look of the tile in a cell: its shade follows from the row, its turn from the cell. */
export function shadeOfRow(row: number, rows: number): number {
  return Math.min(SHADE_STEPS - 1, Math.floor((row / Math.max(1, rows)) * SHADE_STEPS));
}

export const turnOfCell = (cell: number): number => (cell * 7) % TURNS;
