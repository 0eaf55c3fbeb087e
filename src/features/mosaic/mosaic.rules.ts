import { seededRandom } from '../../platform/seeded-random.ts';

export type SectionStatus = 'completed' | 'failed' | 'pending';
export const TEAM_COLORS = ['red', 'blue'] as const;
export type TeamColor = (typeof TEAM_COLORS)[number];

/** Somebody who takes part on the day. */
export type Participant = {
  userId: string;
  userName: string;
  isAi: boolean;
  status: SectionStatus;
  teamColor: TeamColor;
};

/** In whole pixels of the picture; (x, y) is the upper left corner. */
export type Coordinates = { x: number; y: number; width: number; height: number };

/** A participant and their tile. */
export type Section = Participant & { coordinates: Coordinates };

export type MosaicStats = { totalParticipants: number; completed: number; failed: number; pending: number };

/** How wide the picture of a mosaic is, in pixels. */
export const MOSAIC_WIDTH = 1_200;
/** The place above the tiles that the heading of the picture has. */
export const HEADING_HEIGHT = 208;

const SIDE_MARGIN = 48;
const BOTTOM_MARGIN = 56;
const FIELD_WIDTH = MOSAIC_WIDTH - 2 * SIDE_MARGIN;
/** So that a picture of three people has the shape of a postcard. */
const MIN_HEIGHT = 630;
/** From the left side of one tile to that of the next: still to be seen at the least, and no poster at the most. */
const MIN_PITCH = 6;
const MAX_PITCH = 200;
/** Rows for each column, where the number of people allows. */
const FAVOURED_PROPORTION = 0.75;
/** Of the border between the teams; `swing` in pixels, turns over the height of the field. */
const BORDER_WAVES = [
  { swing: 66, fewestTurns: 0.5, maxTurns: 1.1 },
  { swing: 24, fewestTurns: 1.3, maxTurns: 3 },
];

/** Work that others may run in between of, and its result. */
type Steps<Result> = Generator<void, Result, void>;

const ITEMS_PER_STEP = 1_000;

export type Mosaic = { width: number; height: number; sections: Section[]; stats: MosaicStats };

/**
 * The mosaic of a day: a tile of one size for each participant, red to the left and blue to the right of a border that takes
 * another course every day. The tiles fill a rectangle but for a few places at both ends of the last row. Where somebody's
 * tile is follows from the day and who takes part, not from their state, so that people see their own tile light up; the
 * sections come row by row. `date` is YYYY-MM-DD. Give the people in a fixed order: it decides between two who draw the same
 * place, which happens on one day in a hundred with ten thousand people.
 */
export function layOutMosaic(date: string, participants: readonly Participant[]): Mosaic {
  const steps = layOutInSteps(date, participants);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** `layOutMosaic` a little at a time, for whoever lets others run between the steps: many thousands of tiles take their time. */
export function* layOutInSteps(date: string, participants: readonly Participant[]): Steps<Mosaic> {
  const grid = chooseGrid(participants.length);
  const fieldHeight = grid.rows * grid.pitch;
  const height = Math.max(MIN_HEIGHT, HEADING_HEIGHT + fieldHeight + BOTTOM_MARGIN);
  const top = HEADING_HEIGHT + Math.floor((height - HEADING_HEIGHT - fieldHeight - BOTTOM_MARGIN) / 2);
  const gap = Math.max(1, Math.round(grid.pitch / 10));
  const size = grid.pitch - gap;

  const cells = yield* cellsOf(grid, participants.length);
  const waiting = yield* waitingTeams(date, participants);
  const isRed = yield* leftmostOf(cells, waiting.red.length, borderOf(date, fieldHeight));
  const next = { red: 0, blue: 0 };
  const sections: Section[] = [];
  for (const [index, cell] of cells.entries()) {
    if (index % ITEMS_PER_STEP === 0) yield;
    const team = isRed[index] === 1 ? 'red' : 'blue';
    const participant = waiting[team][next[team]++];
    if (participant === undefined) continue;
    const { userId, userName, isAi, status, teamColor } = participant;
    const x = cell.x + Math.floor(gap / 2);
    const y = cell.y + Math.floor(gap / 2) + top;
    sections.push({ userId, userName, isAi, status, teamColor, coordinates: { x, y, width: size, height: size } });
  }
  return { width: MOSAIC_WIDTH, height, sections, stats: statsOf(participants) };
}

/** How many take part, and how many of them are in which state. */
function statsOf(participants: readonly Participant[]): MosaicStats {
  const counts = { completed: 0, failed: 0, pending: 0 };
  for (const { status } of participants) counts[status]++;
  return { totalParticipants: participants.length, ...counts };
}

type Grid = { columns: number; rows: number; pitch: number };

/** The grid in which this many tiles look best: of a pleasant proportion, with a full last row, and as wide as the field. */
function chooseGrid(count: number): Grid {
  let best: Grid = { columns: 0, rows: 0, pitch: MAX_PITCH };
  let lowestBlemish = Number.POSITIVE_INFINITY;
  for (let columns = 1; columns <= Math.min(count, Math.floor(FIELD_WIDTH / MIN_PITCH)); columns++) {
    const rows = Math.ceil(count / columns);
    const pitch = Math.min(MAX_PITCH, Math.floor(FIELD_WIDTH / columns));
    const emptyOfLastRow = (columns * rows - count) / columns;
    const emptyOfWidth = pitch === MAX_PITCH ? 0 : 1 - (columns * pitch) / FIELD_WIDTH;
    // The weights are those with which the pictures of many counts looked best.
    const blemish = Math.abs(Math.log(rows / columns / FAVOURED_PROPORTION)) + 1.2 * emptyOfLastRow + 5 * emptyOfWidth;
    if (blemish < lowestBlemish) {
      lowestBlemish = blemish;
      best = { columns, rows, pitch };
    }
  }
  return best;
}

/** The upper left corner of a place for a tile, from the top of the field. */
type Cell = { x: number; y: number };

/** The cells row by row, in the middle of the width; a last row that is not full has its own middle. */
function* cellsOf({ columns, rows, pitch }: Grid, count: number): Steps<Cell[]> {
  const cells: Cell[] = [];
  for (let row = 0; row < rows; row++) {
    yield;
    const inRow = Math.min(columns, count - row * columns);
    const left = Math.floor((MOSAIC_WIDTH - inRow * pitch) / 2);
    for (let column = 0; column < inRow; column++) cells.push({ x: left + column * pitch, y: row * pitch });
  }
  return cells;
}

/** Marks with 1 the cells that are furthest to the left, measured from a border that swings. */
function* leftmostOf(cells: readonly Cell[], count: number, border: (y: number) => number): Steps<Uint8Array> {
  const ranks = new Float64Array(cells.length);
  for (const [index, { x, y }] of cells.entries()) {
    if (index % ITEMS_PER_STEP === 0) yield;
    // The border never swings further than the picture is wide, so that no rank is below 0.
    ranks[index] = Math.round((x - border(y) + MOSAIC_WIDTH) * 1_024);
  }
  yield;
  const marks = new Uint8Array(cells.length);
  for (const index of indicesByRank(ranks).subarray(0, count)) marks[index] = 1;
  return marks;
}

/** How far the border of the day swings out to the right, by the height in the field: two waves on top of each other. */
function borderOf(date: string, fieldHeight: number): (y: number) => number {
  const draw = seededRandom(`mosaic border ${date}`);
  const waves = BORDER_WAVES.map(({ swing, fewestTurns, maxTurns }) => {
    const turns = fewestTurns + (maxTurns - fewestTurns) * draw();
    const start = draw();
    return (y: number) => swing * Math.sin(2 * Math.PI * ((turns * y) / fieldHeight + start));
  });
  return (y) => waves.reduce((sum, wave) => sum + wave(y), 0);
}

/** The people of each team in an order of the day's own; of two who draw the same place, the first stays the first. */
function* waitingTeams(date: string, participants: readonly Participant[]): Steps<Record<TeamColor, Participant[]>> {
  const places = new Float64Array(participants.length);
  for (const [index, { userId }] of participants.entries()) {
    if (index % ITEMS_PER_STEP === 0) yield;
    places[index] = Math.floor(seededRandom(`mosaic ${date} ${userId}`)() * 2 ** 32);
  }
  yield;
  const teams: Record<TeamColor, Participant[]> = { red: [], blue: [] };
  for (const index of indicesByRank(places)) {
    const participant = participants[index];
    if (participant !== undefined) teams[participant.teamColor].push(participant);
  }
  return teams;
}

/** The indices by rising rank, equal ones as they are. Ranks are whole numbers from 0 to 2³². Plain numbers sort fastest. */
function indicesByRank(ranks: Float64Array): Float64Array {
  const keys = ranks.map((rank, index) => rank * ranks.length + index).sort();
  return keys.map((key) => key % ranks.length);
}
