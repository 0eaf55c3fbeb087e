import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  HEADING_HEIGHT,
  layOutInSteps,
  layOutMosaic,
  MOSAIC_WIDTH,
  type Participant,
  type Section,
  tileSizeOf,
} from './mosaic.rules.ts';

const DAY = '2026-11-21';

const people = (count: number, changes: (index: number) => Partial<Participant> = () => ({})): Participant[] =>
  Array.from({ length: count }, (_, index) => ({
    userId: `0190a0b0-1111-7222-8333-${String(index).padStart(12, '0')}`,
    userName: `Person ${index}`,
    isAi: false,
    status: 'pending',
    teamColor: index % 2 === 0 ? 'red' : 'blue',
    ...changes(index),
  }));

const participants = fc.uniqueArray(
  fc.record({
    userId: fc.uuid(),
    userName: fc.string(),
    isAi: fc.boolean(),
    status: fc.constantFrom('completed', 'failed', 'pending'),
    teamColor: fc.constantFrom('red', 'blue'),
  }),
  { selector: ({ userId }) => userId, maxLength: 300 },
);

const date = fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }).map(dayOf);

describe('tiles of a mosaic', () => {
  test.each([0, 1, 2, 3, 5, 7, 13, 60, 61, 97, 250, 997, 1_000, 5_003, 9_973, 10_000, 30_011, 100_000])(
    'of %i participants lie inside, do not touch and have one visible size',
    (count) => {
      const { width, height, sections } = layOutMosaic(DAY, people(count));
      expect(width).toBe(1_200);
      expect(sections).toHaveLength(count);
      expectTidy(sections, width, height);
    },
  );

  test('have this layout for any participants on any date, one unchanged for each', () => {
    fc.assert(
      fc.property(date, participants, (day, group) => {
        const { width, height, sections } = layOutMosaic(day, group);
        expectTidy(sections, width, height);
        const shown = sections.map(({ coordinates: _, ...participant }) => participant);
        expect(byId(shown)).toEqual(byId(group));
      }),
    );
  });

  test('are listed row by row from the left', () => {
    const { sections } = layOutMosaic(DAY, people(500));
    const places = sections.map(({ coordinates: { x, y } }) => y * MOSAIC_WIDTH + x);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });

  test('do not depend on the order of participants', () => {
    fc.assert(
      fc.property(date, participants, (day, group) => {
        expect(layOutMosaic(day, group.toReversed())).toEqual(layOutMosaic(day, group));
      }),
    );
  });

  test('do not move when a state changes', () => {
    const before = layOutMosaic(DAY, people(80));
    const after = layOutMosaic(
      DAY,
      people(80, (index) => ({ status: index % 3 === 0 ? 'completed' : 'failed' })),
    );
    expect(after.sections.map(coordinatesOf)).toEqual(before.sections.map(coordinatesOf));
  });

  test('move on another date', () => {
    const one = layOutMosaic('2026-11-21', people(80)).sections.map(coordinatesOf);
    expect(layOutMosaic('2026-11-22', people(80)).sections.map(coordinatesOf)).not.toEqual(one);
  });

  test.each([
    [2, 96, 96],
    [60, 40, 180],
    [1_000, 20, 40],
    [10_000, 7, 12],
    [100_000, 5, 6],
  ])('of %i participants are between %i and %i pixels wide, or at the maximum', (count, smallest, largest) => {
    const [section] = layOutMosaic(DAY, people(count)).sections;
    expect(section?.coordinates.width).toBeGreaterThanOrEqual(smallest);
    if (count > 20) expect(section?.coordinates.width).toBeLessThanOrEqual(largest);
  });

  test('leave few cells empty, at both ends of the last row only', () => {
    for (let count = 30; count <= 3_000; count += count < 200 ? 1 : 53) {
      const rows = rowsOf(layOutMosaic(DAY, people(count)).sections);
      const inRow = Math.max(...rows.map((row) => row.length));
      expect(rows.slice(0, -1).every((row) => row.length === inRow)).toBe(true);
      expect(rows.at(-1)?.length).toBeGreaterThan(inRow * 0.6);
      for (const row of rows) {
        const left = row[0]?.coordinates.x ?? 0;
        const right = MOSAIC_WIDTH - ((row.at(-1)?.coordinates.x ?? 0) + (row.at(-1)?.coordinates.width ?? 0));
        const gap = (row[1]?.coordinates.x ?? 0) - left - (row[0]?.coordinates.width ?? 0);
        expect(Math.abs(left - right)).toBeLessThanOrEqual(gap + 1);
      }
    }
  });

  test('fill the width if there are enough', () => {
    for (let count = 100; count <= 20_000; count += count < 300 ? 1 : 997) {
      const { sections } = layOutMosaic(DAY, people(count));
      expect(sections[0]?.coordinates.x).toBeLessThan(110);
    }
  });
});

// Pictures are stored, and tiles are drawn again from what is computed: a date keeps its layout from version to version.
describe('layout of a date', () => {
  test('of three participants is one row in the middle of a postcard', () => {
    const tile = (x: number) => ({ x, y: 301, width: 180, height: 180 });
    expect(layOutMosaic(DAY, people(3)).sections.map(({ userName, coordinates }) => [userName, coordinates])).toEqual([
      ['Person 2', tile(310)],
      ['Person 0', tile(510)],
      ['Person 1', tile(710)],
    ]);
  });

  test('of 24 participants is a grid of six by four in the order of the date', () => {
    const { height, sections } = layOutMosaic(DAY, people(24));
    expect(height).toBe(1_000);
    expect(rowsOf(sections).map((row) => row.map(({ userName }) => Number(userName.slice(7))))).toEqual([
      [2, 22, 10, 19, 23, 3],
      [6, 18, 20, 21, 7, 11],
      [0, 8, 12, 17, 15, 1],
      [4, 16, 14, 5, 13, 9],
    ]);
    expect(rowsOf(sections).map((row) => row[0]?.coordinates)).toEqual(
      [217, 401, 585, 769].map((y) => ({ x: 57, y, width: 166, height: 166 })),
    );
  });

  test.each([
    [7, 664, { x: 210, y: 218, width: 180, height: 180 }, [2, 2]],
    [250, 1_118, { x: 54, y: 211, width: 55, height: 55 }, [7, 8, 8, 9, 9, 10, 10, 10, 10, 9, 9, 9, 9, 8]],
    [
      1_000,
      939,
      { x: 61, y: 209, width: 24, height: 24 },
      [17, 17, 17, 18, 18, 19, 20, 20, 21, 22, 22, 22, 22, 22, 22, 22, 21, 21, 20, 20, 20, 20, 19, 19, 19],
    ],
  ])('of %i participants has this height, first tile and border', (count, height, first, redInRows) => {
    const mosaic = layOutMosaic(DAY, people(count));
    expect([mosaic.height, mosaic.sections[0]?.coordinates]).toEqual([height, first]);
    const reds = rowsOf(mosaic.sections).map((row) => row.filter(({ teamColor }) => teamColor === 'red').length);
    expect(reds).toEqual(redInRows);
  });

  test('yields after each row and each thousand items', () => {
    const steps = [...layOutInSteps(DAY, people(30_011))].length;
    const rows = rowsOf(layOutMosaic(DAY, people(30_011)).sections).length;
    expect([rows, steps]).toEqual([164, 164 + 3 * 31 + 2]);
  });
});

describe('teams', () => {
  test('are two areas, red on the left and blue on the right', () => {
    const { sections } = layOutMosaic(DAY, people(1_000));
    for (const row of rowsOf(sections)) {
      const colours = row.map(({ teamColor }) => teamColor).join(' ');
      expect(colours).toMatch(/^(red ?)+(blue ?)+$/);
    }
  });

  test('meet at a border that differs by date', () => {
    const borderOn = (day: string) =>
      rowsOf(layOutMosaic(day, people(1_000)).sections).map((row) =>
        row.findIndex(({ teamColor }) => teamColor === 'blue'),
      );
    expect(new Set(borderOn(DAY)).size).toBeGreaterThan(2);
    expect(borderOn('2026-11-22')).not.toEqual(borderOn(DAY));
  });

  test.each([
    ['no blue', () => 'red' as const, 0],
    ['no red', () => 'blue' as const, 40],
    ['one is red', (index: number) => (index === 7 ? ('red' as const) : ('blue' as const)), 39],
  ])('can have any size: %s', (_what, colourOf, blue) => {
    const { sections } = layOutMosaic(
      DAY,
      people(40, (index) => ({ teamColor: colourOf(index) })),
    );
    expect(sections.filter(({ teamColor }) => teamColor === 'blue')).toHaveLength(blue);
  });
});

describe('mosaic stats', () => {
  test('count each participant once', () => {
    const group = people(10, (index) => ({ status: index < 5 ? 'completed' : index < 8 ? 'failed' : 'pending' }));
    expect(layOutMosaic(DAY, group).stats).toEqual({ totalParticipants: 10, completed: 5, failed: 3, pending: 2 });
  });

  test('are zero without participants, with the proportions of a postcard', () => {
    expect(layOutMosaic(DAY, [])).toEqual({
      width: 1_200,
      height: 630,
      sections: [],
      stats: { totalParticipants: 0, completed: 0, failed: 0, pending: 0 },
    });
  });
});

function expectTidy(sections: readonly Section[], width: number, height: number): void {
  // Tiles of one size do not overlap where their corners are at least that distance from each other, in every row and between the rows.
  const size = sections[0]?.coordinates.width ?? 0;
  let isTidy = true;
  const check = (condition: boolean) => {
    isTidy = isTidy && condition;
  };
  for (const { coordinates } of sections) {
    const { x, y } = coordinates;
    check([x, y, coordinates.width, coordinates.height].every(Number.isSafeInteger));
    check(coordinates.width === size && coordinates.height === size && size >= 5);
    check(x >= 0 && x + size <= width && y >= HEADING_HEIGHT && y + size <= height);
  }
  const rows = rowsOf(sections);
  for (const [index, row] of rows.entries()) {
    for (const [position, { coordinates }] of row.entries()) {
      check(position === 0 || coordinates.x > (row[position - 1]?.coordinates.x ?? 0) + size);
    }
    const above = rows[index - 1]?.[0];
    check(above === undefined || (row[0]?.coordinates.y ?? 0) > above.coordinates.y + size);
  }
  expect(isTidy).toBe(true);
}

function rowsOf(sections: readonly Section[]): Section[][] {
  const rows = new Map<number, Section[]>();
  for (const section of sections) {
    const row = rows.get(section.coordinates.y) ?? [];
    row.push(section);
    rows.set(section.coordinates.y, row);
  }
  return [...rows.values()];
}

function coordinatesOf({ userId, coordinates }: Section) {
  return { userId, coordinates };
}

function byId(group: readonly Participant[]): Participant[] {
  return group.toSorted((one, other) => (one.userId < other.userId ? -1 : 1));
}

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

test.each([1, 3, 122, 999, 5_000])('the tile size of %i participants is that of their mosaic', (count) => {
  const widths = layOutMosaic(DAY, people(count)).sections.map(({ coordinates }) => coordinates.width);
  expect(new Set(widths)).toEqual(new Set([tileSizeOf(count)]));
});
