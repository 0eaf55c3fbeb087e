import type { Tile } from './mosaic.ts';

/** A grid of tiles. Its unit is the distance of two tiles. The last row is centred if it is not full. */
export type Field = {
  columns: number;
  rows: number;
  /** The tiles by cell, row by row. */
  tiles: readonly Tile[];
};

export type Point = { x: number; y: number };

/** How wide a field is for its height. There are two, so that tiles stay where they are while a window changes its size. */
export const ASPECTS = { wide: 1.3, tall: 0.64 } as const;
export type Aspect = keyof typeof ASPECTS;

/** Weighs gaps of the last row against the proportion of the field. */
const WEIGHT_OF_GAPS = 0.6;

/**
 * Lays out the tiles of a date: red on the left and blue on the right of a border that differs by date. Positions depend on the date and
 * the users, not on states, so that users see their own tile light up.
 */
export function layOutField(date: string, tiles: readonly Tile[], aspect: Aspect): Field {
  const grid = chooseGrid(tiles.length, ASPECTS[aspect]);
  const waiting = {
    red: tiles.filter(({ teamColor }) => teamColor === 'red'),
    blue: tiles.filter(({ teamColor }) => teamColor === 'blue'),
  };
  const isRed = leftmostCells(date, { ...grid, tiles }, waiting.red.length);
  const next = { red: 0, blue: 0 };
  const placed = Array.from(isRed, (red) => {
    const team = red === 1 ? 'red' : 'blue';
    return waiting[team][next[team]++] as Tile;
  });
  return { ...grid, tiles: placed };
}

function chooseGrid(count: number, aspect: number): { columns: number; rows: number } {
  if (count === 0) return { columns: 0, rows: 0 };
  const ideal = Math.sqrt(count * aspect);
  let best = { columns: 1, rows: count };
  let lowest = Number.POSITIVE_INFINITY;
  for (let columns = Math.max(1, Math.floor(ideal * 0.8)); columns <= Math.ceil(ideal * 1.25); columns += 1) {
    const rows = Math.ceil(count / columns);
    const gaps = (columns * rows - count) / columns;
    const blemish = Math.abs(Math.log(columns / rows / aspect)) + WEIGHT_OF_GAPS * gaps;
    if (blemish < lowest) {
      lowest = blemish;
      best = { columns: Math.min(columns, count), rows };
    }
  }
  return best;
}

/** Marks the cells of the red team with 1: the leftmost ones, measured from the border. */
function leftmostCells(date: string, field: Field, count: number): Uint8Array {
  const border = borderOf(date, field);
  const ranks = Float64Array.from(field.tiles, (_, index) => {
    const { x, y } = cellAt(field, index);
    return x - border(y);
  });
  const marks = new Uint8Array(ranks.length);
  const byRank = Uint32Array.from(ranks, (_, index) => index).sort(
    (one, other) => (ranks[one] ?? 0) - (ranks[other] ?? 0) || one - other,
  );
  for (const index of byRank.subarray(0, count)) marks[index] = 1;
  return marks;
}

/** The shift of the border by row: two waves that follow from the date. */
function borderOf(date: string, { columns, rows }: Field): (y: number) => number {
  const seed = Number(date.replaceAll('-', '')) % 997;
  const wave = (share: number, turns: number, start: number) => (y: number) =>
    share * columns * Math.sin(2 * Math.PI * ((turns * y) / rows + start));
  const long = wave(0.055, 0.5 + (seed % 7) / 10, (seed % 13) / 13);
  const short = wave(0.02, 1.3 + (seed % 5) / 3, (seed % 11) / 11);
  return (y) => long(y) + short(y);
}

/** The cells of a row, and how far the row is moved to the right. */
function rowOf({ columns, rows, tiles }: Field, row: number): { first: number; length: number; shift: number } {
  const first = row * columns;
  const length = row < rows - 1 ? columns : tiles.length - first;
  return { first, length, shift: (columns - length) / 2 };
}

/** The upper left corner of a cell. */
export function cellAt(field: Field, index: number): Point {
  const row = Math.floor(index / field.columns);
  const { first, shift } = rowOf(field, row);
  return { x: index - first + shift, y: row };
}

/** The cell at a point, or null beside the field. The gap between tiles belongs to the nearer one. */
export function cellOf(field: Field, { x, y }: Point): number | null {
  const row = Math.floor(y);
  if (row < 0 || row >= field.rows) return null;
  const { first, length, shift } = rowOf(field, row);
  const column = Math.floor(x - shift);
  return column < 0 || column >= length ? null : first + column;
}

export type Rect = Point & { width: number; height: number };

/** The cells that a rectangle touches. */
export function cellsIn(field: Field, { x, y, width, height }: Rect): number[] {
  const cells: number[] = [];
  for (let row = Math.max(0, Math.floor(y)); row < Math.min(field.rows, Math.ceil(y + height)); row += 1) {
    const { first, length, shift } = rowOf(field, row);
    const from = Math.max(0, Math.floor(x - shift));
    const to = Math.min(length, Math.ceil(x + width - shift));
    for (let column = from; column < to; column += 1) cells.push(first + column);
  }
  return cells;
}

/** The cell that a key leads to, or null if the key does not move. Home and End stay in the row; with Ctrl they do not. */
export function cellByKey(field: Field, index: number, key: string | null, isCtrl = false): number | null {
  const row = Math.floor(index / field.columns);
  const { first, length } = rowOf(field, row);
  switch (key) {
    case 'ArrowLeft':
      return Math.max(first, index - 1);
    case 'ArrowRight':
      return Math.min(first + length - 1, index + 1);
    case 'ArrowUp':
      return nearestIn(field, index, row - 1);
    case 'ArrowDown':
      return nearestIn(field, index, row + 1);
    case 'Home':
      return isCtrl ? 0 : first;
    case 'End':
      return isCtrl ? field.tiles.length - 1 : first + length - 1;
    default:
      return null;
  }
}

/** The cell of a row that is nearest to another cell; the other cell if there is no such row. */
function nearestIn(field: Field, index: number, row: number): number {
  if (row < 0 || row >= field.rows) return index;
  const { first, length, shift } = rowOf(field, row);
  const column = Math.round(cellAt(field, index).x - shift);
  return first + Math.min(length - 1, Math.max(0, column));
}
