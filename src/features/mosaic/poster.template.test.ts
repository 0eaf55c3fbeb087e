import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { textSvg } from '#platform/images/text-svg.ts';
import { drawTiles } from '#platform/images/tile-canvas.ts';
import { layOutInBox, type Participant, type SectionStatus, statsOf } from './mosaic.rules.ts';
import { CARD, describeCard, describePortrait, PORTRAIT } from './poster.template.ts';

const STATUSES: SectionStatus[] = ['completed', 'pending', 'failed'];

const people = (count: number): Participant[] =>
  Array.from({ length: count }, (_, index) => ({
    userId: `person-${index}`,
    userName: 'Ada',
    isAi: false,
    status: STATUSES[index % 3] ?? 'pending',
    teamColor: index % 2 === 0 ? 'red' : 'blue',
  }));

function layOut(date: string, participants: readonly Participant[], box: typeof CARD.field) {
  const steps = layOutInBox(date, participants, box);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

const contentOf = (count: number, field = PORTRAIT.field, date = '2026-11-21', photos: [string, string][] = []) => {
  const participants = people(count);
  const sections = layOut(date, participants, field);
  return { date, stats: statsOf(participants), sections, photos: new Map(photos) };
};
const wordsOf = ({ texts }: { texts: { text: string }[] }) => texts.map(({ text }) => text);

test('the texts of a portrait are the date, the number of participants and the counts of states', () => {
  const date = ['meadow', 'Saturday', '21 November', '2026'];
  const counts = ['34 completed', '33 pending', '33 failed'];
  expect(wordsOf(describePortrait(contentOf(100)))).toEqual([...date, '100', 'participants', ...counts]);
  expect(wordsOf(describePortrait(contentOf(0)))).toEqual([...date, 'No participants']);
});

test.each([
  [0, ['No participants']],
  [1, ['1', 'participant', '100.0% completed']],
  [12_345, ['12,345', 'participants', '33.3% completed']],
])('the texts of a card of %i participants are the date and %j', (count, words) => {
  expect(wordsOf(describeCard(contentOf(count, CARD.field))).slice(4)).toEqual(words);
});

test('all words can be drawn, for all months and weekdays', () => {
  for (let month = 1; month <= 12; month++) {
    const content = contentOf(2, CARD.field, `2026-${String(month).padStart(2, '0')}-${10 + month}`);
    for (const line of [...describeCard(content).texts, ...describePortrait(content).texts]) textSvg(line);
  }
});

describe.each([
  ['portrait', PORTRAIT, describePortrait, [1080, 1920]],
  ['card', CARD, describeCard, [1200, 630]],
] as const)('a %s', (_name, poster, describePoster, size) => {
  const { x, y, width, height } = poster.field;

  test.each([1, 2, 3, 7, 122, 1_000, 30_000])('of %i participants has all tiles within its field', (count) => {
    const tiles = layOut('2026-11-21', people(count), poster.field).map(({ coordinates }) => coordinates);
    expect(tiles.length).toBeGreaterThan(Math.min(count, 4_000) - 1);
    expect(tiles.length).toBeLessThanOrEqual(count);
    for (const tile of tiles) {
      expect([tile.x >= x, tile.y >= y, tile.width > 0]).toEqual([true, true, true]);
      expect([tile.x + tile.width <= x + width, tile.y + tile.height <= y + height]).toEqual([true, true]);
    }
    expect(new Set(tiles.map((tile) => `${tile.x} ${tile.y}`)).size).toBe(tiles.length);
  });

  test('shows large crowds by an even sample', () => {
    const shown = layOut('2026-11-21', people(60_000), poster.field);
    for (const status of STATUSES) {
      const share = shown.filter((section) => section.status === status).length / shown.length;
      expect(Math.abs(share - 1 / 3)).toBeLessThan(0.01);
    }
  });

  test.each([0, 3])('is drawn in twice its size, of %i participants', async (count) => {
    const picture = describePoster(contentOf(count, poster.field, '2026-11-21', [['person-0', 'a key']]));
    const asked: string[] = [];
    const load = async (keys: readonly string[]) => {
      asked.push(...keys);
      return keys.map(() => null);
    };
    const bytes = await drawTiles(picture, load, 'webp');
    const { format, width, height } = await sharp(bytes).metadata();
    expect([format, width, height, asked]).toEqual(['webp', ...size, count === 0 ? [] : ['a key']]);
  });
});
