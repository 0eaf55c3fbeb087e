import { describe, expect, test } from 'vitest';
import { ASPECTS, cellAt, cellByKey, cellOf, cellsIn, type Field, layOutField } from './field.rules.ts';
import { testTiles } from './test-tiles.ts';

const DATE = '2026-11-22';

/** Three rows of four, and a last row of two in the middle. */
const FIELD: Field = { columns: 4, rows: 4, tiles: testTiles(14) };

describe('layOutField', () => {
  test.each([0, 1, 2, 3, 7, 122, 1_000, 10_000])('places each of %i tiles once', (count) => {
    const tiles = testTiles(count);
    for (const aspect of ['wide', 'tall'] as const) {
      const field = layOutField(DATE, tiles, aspect);
      expect(new Set(field.tiles)).toEqual(new Set(tiles));
      expect(field.columns * field.rows).toBeGreaterThanOrEqual(count);
      expect(field.columns * (field.rows - 1)).toBeLessThan(Math.max(1, count));
    }
  });

  test.each(['wide', 'tall'] as const)('has about the proportion of the aspect %s', (aspect) => {
    const { columns, rows } = layOutField(DATE, testTiles(1_000), aspect);
    expect(columns / rows / ASPECTS[aspect]).toBeGreaterThan(0.8);
    expect(columns / rows / ASPECTS[aspect]).toBeLessThan(1.25);
  });

  test('keeps positions when states change, and the order of each team', () => {
    const before = layOutField(DATE, testTiles(122), 'wide');
    const after = layOutField(
      DATE,
      testTiles(122, () => ({ status: 'completed' })),
      'wide',
    );
    expect(after.tiles.map(({ userId }) => userId)).toEqual(before.tiles.map(({ userId }) => userId));
    const reds = before.tiles.filter(({ teamColor }) => teamColor === 'red').map(({ userId }) => userId);
    expect(reds).toEqual(Array.from({ length: 61 }, (_, index) => `user ${index * 2}`));
  });

  test('has red on the left of blue in each row, by a border that differs by date', () => {
    const bordersOn = (date: string) => {
      const { columns, rows, tiles } = layOutField(date, testTiles(1_000), 'wide');
      return Array.from({ length: rows }, (_, row) => {
        const teams = tiles.slice(row * columns, (row + 1) * columns).map(({ teamColor }) => teamColor);
        const border = teams.indexOf('blue');
        expect(teams.slice(border)).not.toContain('red');
        return border;
      });
    };
    expect(bordersOn(DATE)).not.toEqual(bordersOn('2026-11-23'));
    expect(bordersOn(DATE)).toEqual(bordersOn(DATE));
  });

  test('a team can be alone', () => {
    const tiles = testTiles(9, () => ({ teamColor: 'blue' }));
    expect(layOutField(DATE, tiles, 'tall').tiles).toEqual(tiles);
  });
});

describe('hit testing', () => {
  test('each cell is found at its middle', () => {
    for (let index = 0; index < FIELD.tiles.length; index += 1) {
      const { x, y } = cellAt(FIELD, index);
      expect(cellOf(FIELD, { x: x + 0.5, y: y + 0.5 })).toBe(index);
    }
  });

  test.each([
    ['the upper left corner', { x: 0, y: 0 }, 0],
    ['just before the second', { x: 0.999, y: 0 }, 0],
    ['the last row, which is centred', { x: 1, y: 3.5 }, 12],
    ['beside the last row', { x: 0.9, y: 3.5 }, null],
    ['right of the last row', { x: 3, y: 3.5 }, null],
    ['above', { x: 1, y: -0.1 }, null],
    ['below', { x: 1, y: 4 }, null],
    ['on the left', { x: -0.1, y: 1 }, null],
    ['on the right', { x: 4, y: 1 }, null],
  ])('%s', (_where, point, expected) => {
    expect(cellOf(FIELD, point)).toBe(expected);
  });

  test.each([
    ['all', { x: -5, y: -5, width: 20, height: 20 }, Array.from({ length: 14 }, (_, index) => index)],
    ['a corner', { x: 2.5, y: 0.5, width: 5, height: 1 }, [2, 3, 6, 7]],
    ['the end', { x: 0, y: 3, width: 1.5, height: 1 }, [12]],
    ['nothing', { x: 10, y: 10, width: 5, height: 5 }, []],
  ])('cells in %s', (_what, rect, expected) => {
    expect(cellsIn(FIELD, rect)).toEqual(expected);
  });
});

test.each([
  [5, 'ArrowLeft', 4],
  [4, 'ArrowLeft', 4],
  [6, 'ArrowRight', 7],
  [7, 'ArrowRight', 7],
  [5, 'ArrowUp', 1],
  [1, 'ArrowUp', 1],
  [8, 'ArrowDown', 12],
  [9, 'ArrowDown', 12],
  [10, 'ArrowDown', 13],
  [11, 'ArrowDown', 13],
  [12, 'ArrowUp', 9],
  [13, 'ArrowDown', 13],
  [6, 'Home', 4],
  [5, 'End', 7],
  [13, 'Home', 12],
  [6, 'a', null],
  [6, null, null],
] as const)('from cell %i %s leads to %s', (index, key, expected) => {
  expect(cellByKey(FIELD, index, key)).toBe(expected);
});

test('with Ctrl, Home and End lead to the ends of the field', () => {
  expect([cellByKey(FIELD, 6, 'Home', true), cellByKey(FIELD, 6, 'End', true)]).toEqual([0, 13]);
});
