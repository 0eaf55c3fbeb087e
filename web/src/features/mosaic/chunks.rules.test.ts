import { describe, expect, test } from 'vitest';
import { affordable, chunkAt, chunksIn, pitchOf, shows, tilesPerSide } from './chunks.rules.ts';

test.each([
  [7, 1, false, 7],
  [7, 1, true, 8],
  [7.2, 1, false, 8],
  [7, 3, false, 21],
  [7, 3, true, 32],
  [16, 1, true, 16],
  [160, 3, false, 320],
  [160, 3, true, 320],
  [0.2, 1, true, 1],
])('at the scale %d with %d pixels each, zooming: %s, the pitch is %i', (scale, pixelRatio, isZooming, pitch) => {
  expect(pitchOf(scale, pixelRatio, isZooming)).toBe(pitch);
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

test.each([
  [1, 1],
  [100, 1],
  [199, 1],
  [200, 2],
  [1_000, 4],
])('with time for %i tiles, %i of four chunks of a hundred are drawn', (maxTiles, expected) => {
  const chunks = [0, 1, 2, 3].map((column) => chunkAt(32, column, 0));
  expect(affordable(chunks, maxTiles)).toEqual(chunks.slice(0, expected));
});
