import type { Point } from '../field.rules.ts';
import type { Team, TileState } from '../mosaic.ts';
import { gradientOf, HEARTS, type Palette, PETALS } from './palette.ts';

export type Context = CanvasRenderingContext2D;

/** A tile as it is drawn: all tiles of a look share a picture. */
export type Look = { state: TileState; team: Team; shade: number; turn: number };

/** The part of a cell that a tile fills, and the part of a tile that its corners take. */
export const FILL = 60 / 68;
const CORNER = 0.2;
/** The petals of the flower, in a box of 100 around the middle. */
const PETAL_CENTRES: readonly [number, number][] = [
  [0, -16.5],
  [15.69, -5.1],
  [9.7, 13.35],
  [-9.7, 13.35],
  [-15.69, -5.1],
];
const FLOWER_SHARE = 0.6 / 60;
export const TURNS = 3;
const TURN_DEGREES = 24;

export function squarePath(context: Context, { x, y }: Point, side: number, corner = side * CORNER): void {
  context.beginPath();
  context.roundRect(x, y, side, side, corner);
}

/** Draws a tile into a square: a flower on light, a bud, or an outline with a cross. */
export function drawTile(context: Context, look: Look, at: Point, side: number, palette: Palette): void {
  const { state, team } = look;
  const middle = { x: at.x + side / 2, y: at.y + side / 2 };
  if (state === 'completed') {
    drawLight(context, look, at, side);
    drawFlower(context, middle, side * FLOWER_SHARE, look);
    return;
  }
  if (state === 'pending') {
    squarePath(context, at, side);
    context.fillStyle = palette.bud[team];
    context.fill();
    context.beginPath();
    context.arc(middle.x, middle.y, side * 0.085, 0, 2 * Math.PI);
    context.fillStyle = palette.dot[team];
    context.fill();
    return;
  }
  const line = Math.max(1, side / 30);
  squarePath(context, { x: at.x + line / 2, y: at.y + line / 2 }, side - line);
  context.lineWidth = line;
  context.strokeStyle = palette.bud[team];
  context.stroke();
  drawCross(context, middle, side * 0.09, line, palette.dot[team]);
}

function drawLight(context: Context, { team, shade }: Look, at: Point, side: number): void {
  const { from, to } = gradientOf(team, shade);
  const light = context.createLinearGradient(at.x, at.y, at.x + side * 0.7, at.y + side);
  light.addColorStop(0, from);
  light.addColorStop(1, to);
  squarePath(context, at, side);
  context.fillStyle = light;
  context.fill();
}

/** The unit is a hundredth of the box of the flower. */
export function drawFlower(context: Context, middle: Point, unit: number, { team, turn }: Look): void {
  context.save();
  context.translate(middle.x, middle.y);
  context.rotate((turn * TURN_DEGREES * Math.PI) / 180);
  context.scale(unit, unit);
  context.fillStyle = PETALS[team];
  context.beginPath();
  for (const [x, y] of PETAL_CENTRES) {
    context.moveTo(x + 12.5, y);
    context.arc(x, y, 12.5, 0, 2 * Math.PI);
  }
  context.moveTo(10, 0);
  context.arc(0, 0, 10, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = HEARTS[team];
  context.beginPath();
  context.arc(0, 0, 7.5, 0, 2 * Math.PI);
  context.fill();
  context.restore();
}

function drawCross(context: Context, { x, y }: Point, reach: number, line: number, color: string): void {
  context.beginPath();
  context.moveTo(x - reach, y - reach);
  context.lineTo(x + reach, y + reach);
  context.moveTo(x + reach, y - reach);
  context.lineTo(x - reach, y + reach);
  context.lineWidth = line;
  context.lineCap = 'round';
  context.strokeStyle = color;
  context.stroke();
}

/** Draws a photo in the frame of its team. From a size on the flower stands in its corner. */
export function drawPhoto(context: Context, photo: ImageBitmap, look: Look, at: Point, side: number): void {
  drawLight(context, look, at, side);
  const frame = side * 0.07;
  const inner = side - 2 * frame;
  context.save();
  squarePath(context, { x: at.x + frame, y: at.y + frame }, inner, side * CORNER - frame * 0.7);
  context.clip();
  const cut = Math.min(photo.width, photo.height);
  const [left, top] = [(photo.width - cut) / 2, (photo.height - cut) / 2];
  context.drawImage(photo, left, top, cut, cut, at.x + frame, at.y + frame, inner, inner);
  context.restore();
  drawFlower(context, { x: at.x + side * 0.82, y: at.y + side * 0.82 }, side * 0.0046, look);
}

/** What a tile looks like without details, when it has few pixels. */
export function plainColor({ state, team, shade }: Look, palette: Palette): string {
  if (state === 'completed') return gradientOf(team, shade).to;
  return palette.bud[team];
}
