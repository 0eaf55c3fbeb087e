import { seededRandom } from '#platform/seeded-random.ts';

export type SectionStatus = 'completed' | 'failed' | 'pending';
export const TEAM_COLORS = ['red', 'blue'] as const;
export type TeamColor = (typeof TEAM_COLORS)[number];

export type Participant = {
  userId: string;
  userName: string;
  isAi: boolean;
  status: SectionStatus;
  teamColor: TeamColor;
};

/** Integer pixels of the image. (x, y) is the upper left corner. */
export type Coordinates = { x: number; y: number; width: number; height: number };

/** A participant with the coordinates of their tile. */
export type Section = Participant & { coordinates: Coordinates };

export type MosaicStats = { totalParticipants: number; completed: number; failed: number; pending: number };

/** Width of the image in pixels. */
export const MOSAIC_WIDTH = 1_200;
/** Height of the heading above the tiles in pixels. */
export const HEADING_HEIGHT = 208;

const SIDE_MARGIN = 48;
const BOTTOM_MARGIN = 56;
const FIELD_WIDTH = MOSAIC_WIDTH - 2 * SIDE_MARGIN;
/** Gives an image of three users the proportions of a postcard. */
const MIN_HEIGHT = 630;
/** Distance between the left edges of two tiles: still visible at the minimum, not a poster at the maximum. */
const MIN_PITCH = 6;
const MAX_PITCH = 200;
/** Minimum and maximum distance in a box, which is shown at two pixels for each of its own. */
const MIN_BOX_PITCH = 4;
const MAX_BOX_PITCH = 190;
/** Preferred number of rows per column. */
const FAVOURED_PROPORTION = 0.75;
/** Waves of the border between the teams. `swing` is in pixels, turns are over the height of the field. */
const BORDER_WAVES = [
  { swing: 66, fewestTurns: 0.5, maxTurns: 1.1 },
  { swing: 24, fewestTurns: 1.3, maxTurns: 3 },
];

/** A computation that yields between steps, so that other requests can run. */
type Steps<Result> = Generator<void, Result, void>;

const ITEMS_PER_STEP = 1_000;

export type Mosaic = { width: number; height: number; sections: Section[]; stats: MosaicStats };

/**
 * Lays out the mosaic of a date: tiles of one size, red on the left and blue on the right of a border that differs by date.
 *
 * The tiles fill a rectangle except for a few cells at both ends of the last row. Sections are listed row by row. Positions
 * depend on the date and the participants, not on states, so users see their own tile light up.
 *
 * Pass participants in a fixed order. It breaks ties between users with the same random number, which occur on one day in a
 * hundred with 10,000 users.
 */
export function layOutMosaic(date: string, participants: readonly Participant[]): Mosaic {
  const steps = layOutInSteps(date, participants);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** `layOutMosaic` as a generator that yields between steps. */
export function* layOutInSteps(date: string, participants: readonly Participant[]): Steps<Mosaic> {
  const grid = chooseGrid(participants.length);
  const fieldHeight = grid.rows * grid.pitch;
  const height = Math.max(MIN_HEIGHT, HEADING_HEIGHT + fieldHeight + BOTTOM_MARGIN);
  const top = HEADING_HEIGHT + Math.floor((height - HEADING_HEIGHT - fieldHeight - BOTTOM_MARGIN) / 2);
  const sections = yield* layOutTiles(date, participants, grid, { x: 0, y: top, width: MOSAIC_WIDTH });
  return { width: MOSAIC_WIDTH, height, sections, stats: statsOf(participants) };
}

/**
 * Lays out tiles as large as possible within a box, in its middle. If the tiles would be smaller than the minimum, the box
 * shows an even sample of the participants.
 */
export function* layOutInBox(date: string, participants: readonly Participant[], box: Coordinates): Steps<Section[]> {
  const capacity = Math.floor(box.width / MIN_BOX_PITCH) * Math.floor(box.height / MIN_BOX_PITCH);
  const shown = sampleOf(participants, capacity);
  const grid = chooseGridWithin(box, shown.length);
  const y = box.y + Math.floor((box.height - grid.rows * grid.pitch) / 2);
  return yield* layOutTiles(date, shown, grid, { x: box.x, y, width: box.width });
}

function sampleOf<Item>(items: readonly Item[], max: number): readonly Item[] {
  if (items.length <= max) return items;
  const share = max / items.length;
  return items.filter((_, index) => Math.floor((index + 1) * share) > Math.floor(index * share));
}

/** Places the tiles of a grid, centred on the width of a field whose upper left corner is (x, y). */
function* layOutTiles(
  date: string,
  participants: readonly Participant[],
  grid: Grid,
  field: { x: number; y: number; width: number },
): Steps<Section[]> {
  const gap = gapOf(grid);
  const size = grid.pitch - gap;
  const cells = yield* cellsOf(grid, participants.length, field.width);
  const waiting = yield* waitingTeams(date, participants);
  const border = borderOf(date, grid.rows * grid.pitch, field.width / MOSAIC_WIDTH);
  const isRed = yield* leftmostOf(cells, waiting.red.length, border);
  const next = { red: 0, blue: 0 };
  const sections: Section[] = [];
  for (const [index, cell] of cells.entries()) {
    if (index % ITEMS_PER_STEP === 0) yield;
    const team = isRed[index] === 1 ? 'red' : 'blue';
    const participant = waiting[team][next[team]++];
    if (participant === undefined) continue;
    const { userId, userName, isAi, status, teamColor } = participant;
    const x = cell.x + Math.floor(gap / 2) + field.x;
    const y = cell.y + Math.floor(gap / 2) + field.y;
    sections.push({ userId, userName, isAi, status, teamColor, coordinates: { x, y, width: size, height: size } });
  }
  return sections;
}

export function statsOf(participants: readonly Participant[]): MosaicStats {
  const counts = { completed: 0, failed: 0, pending: 0 };
  for (const { status } of participants) counts[status]++;
  return { totalParticipants: participants.length, ...counts };
}

type Grid = { columns: number; rows: number; pitch: number };

/** Returns the width and height of the tiles of so many participants. */
export function tileSizeOf(count: number): number {
  const grid = chooseGrid(count);
  return grid.pitch - gapOf(grid);
}

function gapOf({ pitch }: Grid): number {
  return Math.max(1, Math.round(pitch / 10));
}

/** Chooses the grid with the best proportion, the fullest last row and the least unused width. */
function chooseGrid(count: number): Grid {
  let best: Grid = { columns: 0, rows: 0, pitch: MAX_PITCH };
  let lowestBlemish = Number.POSITIVE_INFINITY;
  for (let columns = 1; columns <= Math.min(count, Math.floor(FIELD_WIDTH / MIN_PITCH)); columns++) {
    const rows = Math.ceil(count / columns);
    const pitch = Math.min(MAX_PITCH, Math.floor(FIELD_WIDTH / columns));
    const emptyOfLastRow = (columns * rows - count) / columns;
    const emptyOfWidth = pitch === MAX_PITCH ? 0 : 1 - (columns * pitch) / FIELD_WIDTH;
    // Weights chosen by comparing images of many counts.
    const blemish = Math.abs(Math.log(rows / columns / FAVOURED_PROPORTION)) + 1.2 * emptyOfLastRow + 5 * emptyOfWidth;
    if (blemish < lowestBlemish) {
      lowestBlemish = blemish;
      best = { columns, rows, pitch };
    }
  }
  return best;
}

/** Chooses the grid with the largest tiles, and among similar ones that with the fullest last row. */
function chooseGridWithin({ width, height }: Coordinates, count: number): Grid {
  let best: Grid = { columns: 0, rows: 0, pitch: MAX_BOX_PITCH };
  let highestMerit = 0;
  for (let columns = 1; columns <= Math.min(count, Math.floor(width / MIN_BOX_PITCH)); columns++) {
    const rows = Math.ceil(count / columns);
    const pitch = Math.min(MAX_BOX_PITCH, Math.floor(width / columns), Math.floor(height / rows));
    const merit = pitch * (1 - (0.1 * (columns * rows - count)) / columns);
    if (merit > highestMerit) {
      highestMerit = merit;
      best = { columns, rows, pitch };
    }
  }
  return best;
}

/** The upper left corner of a tile, relative to the field. */
type Cell = { x: number; y: number };

/** Returns the cells row by row, centred. An incomplete last row is centred separately. */
function* cellsOf({ columns, rows, pitch }: Grid, count: number, width: number): Steps<Cell[]> {
  const cells: Cell[] = [];
  for (let row = 0; row < rows; row++) {
    yield;
    const inRow = Math.min(columns, count - row * columns);
    const left = Math.floor((width - inRow * pitch) / 2);
    for (let column = 0; column < inRow; column++) cells.push({ x: left + column * pitch, y: row * pitch });
  }
  return cells;
}

/** Marks the leftmost cells with 1, measured from the border. */
function* leftmostOf(cells: readonly Cell[], count: number, border: (y: number) => number): Steps<Uint8Array> {
  const ranks = new Float64Array(cells.length);
  for (const [index, { x, y }] of cells.entries()) {
    if (index % ITEMS_PER_STEP === 0) yield;
    // The swing is less than the width of the image, so that ranks are not negative.
    ranks[index] = Math.round((x - border(y) + MOSAIC_WIDTH) * 1_024);
  }
  yield;
  const marks = new Uint8Array(cells.length);
  for (const index of indicesByRank(ranks).subarray(0, count)) marks[index] = 1;
  return marks;
}

/** Returns the horizontal offset of the border by height in the field: the sum of two waves, scaled. */
function borderOf(date: string, fieldHeight: number, scale: number): (y: number) => number {
  const draw = seededRandom(`mosaic border ${date}`);
  const waves = BORDER_WAVES.map(({ swing, fewestTurns, maxTurns }) => {
    const turns = fewestTurns + (maxTurns - fewestTurns) * draw();
    const start = draw();
    return (y: number) => scale * swing * Math.sin(2 * Math.PI * ((turns * y) / fieldHeight + start));
  });
  return (y) => waves.reduce((sum, wave) => sum + wave(y), 0);
}

/** Shuffles the participants of each team by date. Ties keep their order. */
function* waitingTeams(date: string, participants: readonly Participant[]): Steps<Record<TeamColor, Participant[]>> {
  const ranks = new Float64Array(participants.length);
  for (const [index, { userId }] of participants.entries()) {
    if (index % ITEMS_PER_STEP === 0) yield;
    ranks[index] = Math.floor(seededRandom(`mosaic ${date} ${userId}`)() * 2 ** 32);
  }
  yield;
  const teams: Record<TeamColor, Participant[]> = { red: [], blue: [] };
  for (const index of indicesByRank(ranks)) {
    const participant = participants[index];
    if (participant !== undefined) teams[participant.teamColor].push(participant);
  }
  return teams;
}

/**
 * Returns the indices by ascending rank; ties keep their order. Ranks are integers from 0 to 2³². Sorting plain numbers is
 * fastest.
 */
function indicesByRank(ranks: Float64Array): Float64Array {
  const keys = ranks.map((rank, index) => rank * ranks.length + index).sort();
  return keys.map((key) => key % ranks.length);
}
