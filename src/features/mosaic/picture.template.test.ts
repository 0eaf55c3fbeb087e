import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { textSvg } from '#platform/images/text-svg.ts';
import { drawTiles } from '#platform/images/tile-canvas.ts';
import { HEADING_HEIGHT, layOutMosaic, type Participant, type SectionStatus } from './mosaic.rules.ts';
import { describePicture, type MosaicPicture } from './picture.template.ts';

const DAY = '2026-11-21';
const LEGEND_TILES = 6;
const BLACK = ['#000000', '#000000'] as const;
const STATUSES: SectionStatus[] = ['completed', 'pending', 'failed'];

const people = (count: number, statusOf = (index: number) => STATUSES[index % 3] ?? 'pending'): Participant[] =>
  Array.from({ length: count }, (_, index) => ({
    userId: `person-${index}`,
    userName: '</text><script>alert(1)</script>',
    isAi: false,
    status: statusOf(index),
    teamColor: index % 2 === 0 ? 'red' : 'blue',
  }));

const pictureOf = (count: number, photos: [string, string][] = [], date = DAY) =>
  describePicture(date, layOutMosaic(date, people(count)), new Map(photos));

const wordsOf = (picture: { texts: { text: string }[] }) => picture.texts.map(({ text }) => text);

describe('texts of an image', () => {
  test('are the date, the number of participants and the counts of states', () => {
    expect(wordsOf(pictureOf(10_000))).toEqual([
      'meadow',
      'Saturday, 21 November 2026',
      '10,000 participants · 33.3% completed',
      '3,334 completed',
      '3,333 pending',
      '3,333 failed',
    ]);
  });

  test.each([
    [0, 'No participants'],
    [1, '1 participant · 100.0% completed'],
    [2, '2 participants · 50.0% completed'],
    [999, '999 participants · 33.3% completed'],
    [1_000, '1,000 participants · 33.4% completed'],
  ])('of %i participants are %s', (count, words) => {
    expect(wordsOf(pictureOf(count))).toContain(words);
  });

  test.each([
    ['2026-01-01', 'Thursday, 1 January 2026'],
    ['2024-02-29', 'Thursday, 29 February 2024'],
    ['2026-12-31', 'Thursday, 31 December 2026'],
    ['1999-05-09', 'Sunday, 9 May 1999'],
  ])('show the date %s as %s', (date, title) => {
    expect(wordsOf(pictureOf(3, [], date))).toContain(title);
  });

  test('can be drawn for all months and weekdays', () => {
    for (let month = 1; month <= 12; month++) {
      const date = `2026-${String(month).padStart(2, '0')}-${10 + month}`;
      for (const text of pictureOf(3, [], date).texts) expect(() => textSvg(text)).not.toThrow();
    }
  });

  test('do not overlap, even the longest', async () => {
    const picture = { ...pictureOf(0, [], '2026-09-30'), height: HEADING_HEIGHT, tiles: [], background: BLACK };
    const title = { ...picture, texts: picture.texts.filter(({ text }) => text === 'Wednesday, 30 September 2026') };
    const completed = picture.texts.filter(({ text }) => text === '0 completed');
    const legend = { ...picture, texts: completed.map((text) => ({ ...text, text: '100,000 completed' })) };
    const [, titleEnd] = await inkedColumns(title);
    const [legendStart] = await inkedColumns({ ...legend, emblems: [] });
    expect(titleEnd).toBeGreaterThan(1_000);
    expect(titleEnd).toBeLessThan(legendStart - 20);
  });

  test('contain no names', () => {
    expect(JSON.stringify(pictureOf(50))).not.toContain('script');
  });
});

describe('tiles of an image', () => {
  test('are those of the mosaic and of the legend, in declared styles', () => {
    const mosaic = layOutMosaic(DAY, people(500));
    const picture = describePicture(DAY, mosaic, new Map());
    expect(picture.tiles).toHaveLength(500 + LEGEND_TILES);
    expect(picture.tiles.slice(0, 500).map(({ style: _, photo: __, ...place }) => place)).toEqual(
      mosaic.sections.map(({ coordinates }) => coordinates),
    );
    const used = new Set(picture.tiles.map(({ style }) => style));
    expect(used).toEqual(new Set(Object.keys(picture.styles)));
  });

  test('show state and team', () => {
    const mosaic = layOutMosaic(DAY, people(12));
    const { tiles } = describePicture(DAY, mosaic, new Map());
    for (const [index, { status, teamColor }] of mosaic.sections.entries()) {
      expect(tiles[index]?.style).toMatch(new RegExp(`^${status} ${teamColor}`));
    }
  });

  test('differ in lightness by state, so that colours are not needed', async () => {
    const { styles } = pictureOf(12);
    const brightness = (colour: string) =>
      [0.2126, 0.7152, 0.0722].reduce(
        (sum, part, band) => sum + part * (Buffer.from(colour.slice(1), 'hex')[band] ?? 0),
        0,
      );
    const ofState = (state: string) =>
      Object.entries(styles)
        .filter(([name]) => name.startsWith(state))
        .map(([, { fill }]) => (brightness(fill[0]) + brightness(fill[1])) / 2);
    expect(Math.min(...ofState('completed'))).toBeGreaterThan(Math.max(...ofState('pending')) * 1.5);
    expect(Math.min(...ofState('pending'))).toBeGreaterThan(Math.max(...ofState('failed')) * 1.5);
  });

  test('that are completed use all shades from top to bottom', () => {
    const { tiles } = describePicture(
      DAY,
      layOutMosaic(
        DAY,
        people(2_000, () => 'completed'),
      ),
      new Map(),
    );
    const shades = tiles.slice(0, 2_000).map(({ style }) => Number(style.split(' ')[2]));
    expect(shades[0]).toBe(0);
    expect(shades.at(-1)).toBe(7);
    expect(new Set(shades).size).toBe(8);
  });

  test('glow only if completed', () => {
    for (const [name, { glow }] of Object.entries(pictureOf(1).styles)) {
      expect(glow !== null).toBe(name.startsWith('completed'));
    }
  });
});

describe('photos of an image', () => {
  const photosOf = (count: number) =>
    people(count).map(({ userId }): [string, string] => [userId, `photo of ${userId}`]);
  const shown = (count: number, photos: [string, string][]) =>
    pictureOf(count, photos)
      .tiles.flatMap(({ photo }) => photo ?? [])
      .toSorted();

  test('are drawn on the tiles of their users', () => {
    const mosaic = layOutMosaic(DAY, people(30));
    const { tiles } = describePicture(DAY, mosaic, new Map([['person-3', 'the photo']]));
    const place = mosaic.sections.findIndex(({ userId }) => userId === 'person-3');
    expect(tiles.flatMap(({ photo }, index) => (photo === null ? [] : [[index, photo]]))).toEqual([
      [place, 'the photo'],
    ]);
  });

  test('are drawn on completed tiles only, and not if rejected', () => {
    expect(shown(6, photosOf(6))).toEqual(['photo of person-0', 'photo of person-3']);
  });

  test('are omitted on small tiles', () => {
    expect(shown(600, photosOf(600))).toHaveLength(200);
    expect(shown(5_000, photosOf(5_000))).toEqual([]);
  });
});

describe('image', () => {
  test('can be drawn, with bright completed tiles', async () => {
    const mosaic = layOutMosaic(DAY, people(3));
    const png = await drawTiles(describePicture(DAY, mosaic, new Map()), async () => []);
    const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 2 * mosaic.width, height: 2 * mosaic.height });
    const brightnessOf = (status: SectionStatus) => {
      const {
        x = 0,
        y = 0,
        width = 0,
      } = mosaic.sections.find((section) => section.status === status)?.coordinates ?? {};
      const start = ((y + Math.round(width / 8)) * 2 * info.width + (x + Math.round(width / 2)) * 2) * 3;
      return data.subarray(start, start + 3).reduce((sum, value) => sum + value, 0);
    };
    expect(brightnessOf('completed')).toBeGreaterThan(brightnessOf('pending') * 2);
    expect(brightnessOf('pending')).toBeGreaterThan(brightnessOf('failed') * 1.5);
  });

  test('without participants shows a closed flower', () => {
    const picture = pictureOf(0);
    expect(picture.tiles).toHaveLength(LEGEND_TILES);
    expect(picture.emblems).toHaveLength(2);
    expect(pictureOf(1).emblems).toHaveLength(1);
  });
});

async function inkedColumns(picture: MosaicPicture): Promise<[number, number]> {
  const { data, info } = await sharp(await drawTiles(picture, async () => []))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const columns = new Set<number>();
  for (let index = 0; index < data.length; index++) if ((data[index] ?? 0) > 60) columns.add(index % info.width);
  return [Math.min(...columns), Math.max(...columns)];
}
