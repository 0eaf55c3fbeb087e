import {
  HEADING_HEIGHT,
  type Mosaic,
  type MosaicStats,
  type Section,
  type SectionStatus,
  TEAM_COLORS,
  type TeamColor,
} from './mosaic.rules.ts';

export type Shape = { path: string; colour: string; stroke: number | null };
export type Text = {
  text: string;
  x: number;
  y: number;
  size: number;
  align: 'left' | 'center' | 'right';
  weight: 'regular' | 'bold';
  colour: string;
};
type TileStyle = {
  fill: readonly [string, string];
  outline: string | null;
  glow: string | null;
  symbol: readonly Shape[];
};
export type Tile = { x: number; y: number; width: number; height: number; style: string; photo: string | null };

/** A drawing: tiles, and the background, emblems and texts around them. */
export type MosaicPicture = {
  width: number;
  height: number;
  background: readonly [string, string];
  emblems: { shapes: readonly Shape[]; x: number; y: number; size: number }[];
  texts: Text[];
  styles: Readonly<Record<string, TileStyle>>;
  tiles: Tile[];
};

/** Minimum tile size for a photo. On a smaller tile it would hide the team colour. */
export const MIN_SIZE_WITH_PHOTO = 24;

const LEFT = 52;
const RIGHT = 1_148;
const LEGEND_TILE = 36;
const LEGEND_PITCH = 44;

export const BACKGROUND = ['#0b161e', '#13282b'] as const;
export const GREEN = '#9fdcb6';
export const WHITE = '#f3f8f5';
export const GREY = '#9db4b5';
export const LIGHT_GREY = '#c9d8d8';

/** Completed tiles go from the upper to the lower shade down the image. */
const SHADES = 8;
const LIT = {
  red: { upper: ['#ffc38a', '#ff7d5e'], lower: ['#ff5a76', '#d92c53'], petals: '#fff4e8', heart: '#ffb347' },
  blue: { upper: ['#9be8ff', '#3fa4f5'], lower: ['#5f86ff', '#4338d0'], petals: '#f0f8ff', heart: '#ffd76e' },
} as const;
/** Distinguishable without colours: pending is dim with a bud, failed is hollow with a cross. */
const UNLIT = {
  red: { pending: ['#59353f', '#4a2b37'], bud: '#a9717c', hollow: '#191d26', outline: '#6d434c', cross: '#7c4b55' },
  blue: { pending: ['#2b466a', '#25395a'], bud: '#7096c6', hollow: '#13212c', outline: '#35536f', cross: '#446687' },
} as const;

/**
 * Describes the image of a mosaic: the date, a legend with counts, and the tiles. Names are not drawn.
 *
 * `photos` maps user ids to photo keys. Photos are drawn on completed tiles that are large enough.
 */
export function describePicture(date: string, mosaic: Mosaic, photos: ReadonlyMap<string, string>): MosaicPicture {
  const { width, height, sections, stats } = mosaic;
  const legend = legendOf(stats);
  return {
    width,
    height,
    background: BACKGROUND,
    emblems: [
      { shapes: blossom(GREEN, BACKGROUND[0], 0), x: LEFT - 10, y: 36, size: 52 },
      ...(sections.length === 0 ? [emptyField(width, height)] : []),
    ],
    texts: [
      { text: 'meadow', x: LEFT + 42, y: 71, size: 25, align: 'left', weight: 'bold', colour: GREEN },
      { text: titleOf(date), x: LEFT, y: 132, size: 43, align: 'left', weight: 'bold', colour: WHITE },
      { text: participationOf(stats), x: LEFT + 1, y: 175, size: 24, align: 'left', weight: 'regular', colour: GREY },
      ...legend.texts,
    ],
    styles: TILE_STYLES,
    tiles: [...tilesOf(sections, photos), ...legend.tiles],
  };
}

/** The tiles of users, with photos where they are large enough. */
export function tilesOf(sections: readonly Section[], photos: ReadonlyMap<string, string>): Tile[] {
  const first = sections[0]?.coordinates.y ?? 0;
  const last = sections.at(-1)?.coordinates.y ?? 0;
  return sections.map(({ userId, status, teamColor, coordinates: { x, y, width, height } }, index) => {
    const depth = (y - first) / Math.max(1, last - first);
    // Pending and rejected photos are not shown.
    const showsPhoto = status === 'completed' && width >= MIN_SIZE_WITH_PHOTO;
    const photo = showsPhoto ? (photos.get(userId) ?? null) : null;
    return { x, y, width, height, style: styleOf(status, teamColor, shadeAt(depth, index)), photo };
  });
}

/** Varies the shade between neighbours, so that no stripes appear where a shade ends. */
function shadeAt(depth: number, index: number): number {
  const unevenness = ((index * 61) % 97) / 97;
  return Math.min(SHADES - 1, Math.floor(depth * (SHADES - 1) + unevenness));
}

function legendOf(stats: MosaicStats): { texts: Text[]; tiles: Tile[] } {
  const rows = (['completed', 'pending', 'failed'] as const).map((status, row) => ({
    status,
    y: 50 + row * LEGEND_PITCH,
  }));
  const leftOf = (column: number) => RIGHT - LEGEND_TILE - column * LEGEND_PITCH;
  return {
    texts: rows.map(({ status, y }) => ({
      text: `${stats[status].toLocaleString('en')} ${status}`,
      x: leftOf(1) - 18,
      y: y + 26,
      size: 22,
      align: 'right',
      weight: 'regular',
      colour: LIGHT_GREY,
    })),
    tiles: rows.flatMap(({ status, y }) =>
      TEAM_COLORS.map((team, index) => ({
        x: leftOf(1 - index),
        y,
        width: LEGEND_TILE,
        height: LEGEND_TILE,
        style: styleOf(status, team, 3),
        photo: null,
      })),
    ),
  };
}

/** The name of a style. */
export function styleOf(status: SectionStatus, team: TeamColor, shade: number): string {
  return status === 'completed' ? `completed ${team} ${shade}` : `${status} ${team}`;
}

function stylesOf(team: TeamColor): [string, TileStyle][] {
  const { upper, lower, petals, heart } = LIT[team];
  const { pending, bud, hollow, outline, cross } = UNLIT[team];
  const shades = Array.from({ length: SHADES }, (_, shade): [string, TileStyle] => {
    const depth = shade / (SHADES - 1);
    const from = mix(upper[0], lower[0], depth);
    const to = mix(upper[1], lower[1], depth);
    // Each shade turns its blossom slightly, as flowers of a meadow differ.
    const symbol = blossom(petals, heart, shade * 0.037);
    return [styleOf('completed', team, shade), { fill: [from, to], outline: null, glow: to, symbol }];
  });
  const budShape = { path: 'M50 50v.1', colour: bud, stroke: 18 };
  const crossShape = { path: 'M41 41L59 59M59 41L41 59', colour: cross, stroke: 5 };
  return [
    ...shades,
    [styleOf('pending', team, 0), { fill: pending, outline: null, glow: null, symbol: [budShape] }],
    [styleOf('failed', team, 0), { fill: [hollow, hollow], outline, glow: null, symbol: [crossShape] }],
  ];
}

const PETALS = 5;
const PETAL_RADIUS = 12.5;

/** Draws five round petals around a heart, rotated by `turn` full turns. */
export function blossom(petals: string, heart: string, turn: number): Shape[] {
  const circles = Array.from({ length: PETALS }, (_, petal) => {
    const angle = 2 * Math.PI * (petal / PETALS - 0.25 + turn);
    const left = (50 + 16.5 * Math.cos(angle) - PETAL_RADIUS).toFixed(2);
    const middle = (50 + 16.5 * Math.sin(angle)).toFixed(2);
    const arc = `a${PETAL_RADIUS} ${PETAL_RADIUS} 0 1 1`;
    return `M${left} ${middle}${arc} ${2 * PETAL_RADIUS} 0${arc}-${2 * PETAL_RADIUS} 0Z`;
  });
  return [
    { path: circles.join(''), colour: petals, stroke: null },
    { path: 'M50 50v.1', colour: petals, stroke: 20 },
    { path: 'M50 50v.1', colour: heart, stroke: 15 },
  ];
}

/** The styles of tiles by name (`styleOf`). */
export const TILE_STYLES: Readonly<Record<string, TileStyle>> = Object.fromEntries(TEAM_COLORS.flatMap(stylesOf));

/** A closed flower, for a date without participants. */
export const CLOSED_FLOWER = blossom('#1a3034', '#13262b', 0);

/** Draws a closed flower for a date without participants. */
function emptyField(width: number, height: number): MosaicPicture['emblems'][number] {
  const size = 320;
  const middle = HEADING_HEIGHT + (height - HEADING_HEIGHT) / 2;
  return { shapes: CLOSED_FLOWER, x: (width - size) / 2, y: middle - size / 2 - 20, size };
}

const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** The weekday, the day with its month, and the year of a date. */
export function wordsOf(date: string): { weekday: string; day: string; year: string } {
  const at = new Date(`${date}T00:00:00Z`);
  const day = `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]}`;
  return { weekday: WEEKDAYS[at.getUTCDay()] ?? '', day, year: String(at.getUTCFullYear()) };
}

function titleOf(date: string): string {
  const { weekday, day, year } = wordsOf(date);
  return `${weekday}, ${day} ${year}`;
}

function participationOf({ totalParticipants, completed }: MosaicStats): string {
  if (totalParticipants === 0) return 'No participants';
  const participants =
    totalParticipants === 1 ? '1 participant' : `${totalParticipants.toLocaleString('en')} participants`;
  return `${participants} · ${((100 * completed) / totalParticipants).toFixed(1)}% completed`;
}

/** Interpolates between two colours in `#rrggbb`. */
function mix(one: string, other: string, part: number): string {
  const channel = (colour: string, start: number) => Number.parseInt(colour.slice(start, start + 2), 16);
  const channels = [1, 3, 5].map((start) => {
    const value = Math.round(channel(one, start) * (1 - part) + channel(other, start) * part);
    return value.toString(16).padStart(2, '0');
  });
  return `#${channels.join('')}`;
}
