import { describe, expect, test } from 'vitest';
import { affordable, chunkAt, chunksIn, pitchOf, shows, tilesPerSide } from './chunks.rules.ts';

test.each([
  [7, 1, 7],
  [7.2, 1, 8],
  [7, 3, 21],
  [160, 3, 320],
  [0.2, 1, 1],
])('at the scale %d with %d pixels each the pitch is %i', (scale, pixelRatio, pitch) => {
  expect(pitchOf(scale, pixelRatio)).toBe(pitch);
});

describe('chunksIn', () => {
  const field = { columns: 100, rows: 80 };

  test('covers what is seen, and nothing beside the field and its light', () => {
    const side = tilesPerSide(32);
    expect(side).toBe(10);
    const chunks = chunksIn({ x: 30, y: -20, width: 200, height: 200 }, 32, field);
    const [columns, rows] = [new Set(chunks.map(({ rect }) => rect.x)), new Set(chunks.map(({ rect }) => rect.y))];
    expect([...columns].sort((one, other) => one - other)).toEqual([29, 39, 49, 59, 69, 79, 89, 99]);
    expect([...rows].sort((one, other) => one - other)).toEqual([-1, 9, 19, 29, 39, 49, 59, 69, 79]);
    expect(chunks).toHaveLength(columns.size * rows.size);
  });

  test('begins in the middle', () => {
    const [first] = chunksIn({ x: 0, y: 0, width: 90, height: 70 }, 32, field);
    expect(first?.rect).toMatchObject({ x: 39, y: 29 });
  });

  test('is empty beside the field', () => {
    expect(chunksIn({ x: 200, y: 0, width: 50, height: 50 }, 32, field)).toEqual([]);
  });
});

test.each([
  ['a tile in it', { x: 9, y: 9 }, true],
  ['a tile beside it, whose light reaches it', { x: 8, y: 15 }, true],
  ['a tile far from it', { x: 7, y: 15 }, false],
  ['a tile behind it', { x: 20, y: 15 }, false],
])('a chunk shows %s: %o', (_what, cell, expected) => {
  expect(shows(chunkAt(32, 1, 1), cell)).toBe(expected);
});

test('a frame draws the first chunks that it has time for', () => {
  const chunks = [0, 1, 2, 3, 4, 5, 6].map((column) => chunkAt(64, column, 0));
  expect(affordable(chunks)).toEqual(chunks.slice(0, 6));
});

test.each([1, 5, 7, 16, 32, 64, 96, 320])('a chunk of the pitch %i is drawn within a frame', (pitch) => {
  expect(affordable([chunkAt(pitch, 0, 0)])).toHaveLength(1);
});
