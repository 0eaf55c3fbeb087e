import type { Coordinates, MosaicStats, Section } from './mosaic.rules.ts';
import {
  BACKGROUND,
  blossom,
  CLOSED_FLOWER,
  GREEN,
  GREY,
  LIGHT_GREY,
  type MosaicPicture,
  styleOf,
  type Text,
  TILE_STYLES,
  type Tile,
  tilesOf,
  WHITE,
  wordsOf,
} from './picture.template.ts';

/** A picture of fixed size that is sent to others. It is drawn at two pixels for each of these. */
type Poster = { width: number; height: number; field: Coordinates };

/** For the full screen of a phone: 1080 by 1920 pixels. */
export const PORTRAIT: Poster = { width: 540, height: 960, field: { x: 36, y: 250, width: 468, height: 470 } };

/** For the preview of a link: 1200 by 630 pixels. */
export const CARD: Poster = { width: 600, height: 315, field: { x: 286, y: 26, width: 284, height: 263 } };

const MIDDLE = PORTRAIT.width / 2;
const FLOWER_SIZE = 200;

type Content = { date: string; stats: MosaicStats; sections: readonly Section[]; photos: ReadonlyMap<string, string> };

/** Describes the portrait of a mosaic: the date above its field, the number of participants and a legend below. */
export function describePortrait(content: Content): MosaicPicture {
  const { date, stats } = content;
  const { weekday, day, year } = wordsOf(date);
  const legend = legendOf(stats);
  return {
    ...frameOf(PORTRAIT),
    emblems: [
      { shapes: blossom(GREEN, BACKGROUND[0], 0), x: MIDDLE - 68, y: 62, size: 36 },
      ...flowers(PORTRAIT, stats),
    ],
    texts: [
      { text: 'meadow', x: MIDDLE - 30, y: 87, size: 22, align: 'left', weight: 'bold', colour: GREEN },
      { ...CENTERED, text: weekday, y: 145, size: 20, colour: GREY },
      { ...CENTERED, text: day, y: 191, size: 46, weight: 'bold', colour: WHITE },
      { ...CENTERED, text: year, y: 222, size: 18, colour: GREY },
      ...countOf(stats).map((text) => ({
        ...CENTERED,
        ...text,
        size: 72,
        y: 800,
        weight: 'bold' as const,
        colour: WHITE,
      })),
      { ...CENTERED, text: nounOf(stats), y: 840, size: 21, colour: LIGHT_GREY },
      ...legend.texts,
    ],
    tiles: [...tilesOf(content.sections, content.photos), ...legend.tiles],
  };
}

/** Describes the card of a mosaic: the date and the number of participants on the left, its field on the right. */
export function describeCard(content: Content): MosaicPicture {
  const { date, stats } = content;
  const { weekday, day, year } = wordsOf(date);
  const left = { x: 40, align: 'left', weight: 'regular' } as const;
  return {
    ...frameOf(CARD),
    emblems: [{ shapes: blossom(GREEN, BACKGROUND[0], 0), x: 34, y: 30, size: 32 }, ...flowers(CARD, stats)],
    texts: [
      { ...left, text: 'meadow', x: 71, y: 52, size: 18, weight: 'bold', colour: GREEN },
      { ...left, text: weekday, y: 104, size: 15, colour: GREY },
      { ...left, text: day, y: 134, size: 28, weight: 'bold', colour: WHITE },
      { ...left, text: year, y: 157, size: 14, colour: GREY },
      ...countOf(stats).map((text) => ({ ...left, ...text, size: 48, y: 230, weight: 'bold' as const, colour: WHITE })),
      { ...left, text: nounOf(stats), y: 257, size: 15, colour: LIGHT_GREY },
      ...(stats.totalParticipants === 0
        ? []
        : [{ ...left, text: completionOf(stats), y: 281, size: 15, weight: 'bold' as const, colour: GREEN }]),
    ],
    tiles: tilesOf(content.sections, content.photos),
  };
}

const CENTERED = { x: MIDDLE, align: 'center', weight: 'regular' } as const;

function frameOf({ width, height }: Poster): Pick<MosaicPicture, 'width' | 'height' | 'background' | 'styles'> {
  return { width, height, background: BACKGROUND, styles: TILE_STYLES };
}

/** A closed flower in place of the tiles, if there are none. */
function flowers({ field }: Poster, { totalParticipants }: MosaicStats): MosaicPicture['emblems'] {
  if (totalParticipants > 0) return [];
  const x = field.x + (field.width - FLOWER_SIZE) / 2;
  return [{ shapes: CLOSED_FLOWER, x, y: field.y + (field.height - FLOWER_SIZE) / 2, size: FLOWER_SIZE }];
}

/** The number of participants, if there are any. */
function countOf({ totalParticipants }: MosaicStats): Pick<Text, 'text'>[] {
  return totalParticipants === 0 ? [] : [{ text: totalParticipants.toLocaleString('en') }];
}

function nounOf({ totalParticipants }: MosaicStats): string {
  if (totalParticipants === 0) return 'No participants';
  return totalParticipants === 1 ? 'participant' : 'participants';
}

function completionOf({ totalParticipants, completed }: MosaicStats): string {
  return `${((100 * completed) / totalParticipants).toFixed(1)}% completed`;
}

const LEGEND_TILE = 18;

/** The counts of the states in three columns, each under a red and a blue tile. */
function legendOf(stats: MosaicStats): { texts: Text[]; tiles: Tile[] } {
  if (stats.totalParticipants === 0) return { texts: [], tiles: [] };
  const columns = (['completed', 'pending', 'failed'] as const).map((status, index) => ({
    status,
    middle: MIDDLE + (index - 1) * 156,
  }));
  return {
    texts: columns.map(({ status, middle }) => ({
      ...CENTERED,
      text: `${stats[status].toLocaleString('en')} ${status}`,
      x: middle,
      y: 920,
      size: 16,
      colour: LIGHT_GREY,
    })),
    tiles: columns.flatMap(({ status, middle }) =>
      (['red', 'blue'] as const).map((team, index) => ({
        x: middle + (index === 0 ? -LEGEND_TILE - 2 : 2),
        y: 876,
        width: LEGEND_TILE,
        height: LEGEND_TILE,
        style: styleOf(status, team, 3),
        photo: null,
      })),
    ),
  };
}
