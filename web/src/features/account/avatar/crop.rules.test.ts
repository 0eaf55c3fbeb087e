import { describe, expect, test } from 'vitest';
import { centredCrop, MAX_ZOOM, moveCrop, sideOf, zoomCrop } from './crop.rules.ts';

const wide = { width: 400, height: 200 };
const tall = { width: 100, height: 300 };

test('begins with the largest square in the middle', () => {
  expect(centredCrop(wide)).toEqual({ x: 200, y: 100, zoom: 1 });
  expect(sideOf(centredCrop(wide), wide)).toBe(200);
  expect(sideOf(centredCrop(tall), tall)).toBe(100);
});

describe('moveCrop', () => {
  test('moves by parts of the side', () => {
    expect(moveCrop(centredCrop(wide), wide, 0.25, 0)).toEqual({ x: 150, y: 100, zoom: 1 });
  });

  test('stays in the picture', () => {
    expect(moveCrop(centredCrop(wide), wide, 9, 9)).toEqual({ x: 100, y: 100, zoom: 1 });
    expect(moveCrop(centredCrop(tall), tall, -9, -9)).toEqual({ x: 50, y: 250, zoom: 1 });
  });
});

describe('zoomCrop', () => {
  test('keeps the centre', () => {
    expect(zoomCrop(centredCrop(wide), wide, 2)).toEqual({ x: 200, y: 100, zoom: 2 });
  });

  test('returns into the picture when it grows', () => {
    const corner = moveCrop(zoomCrop(centredCrop(wide), wide, 4), wide, 9, 9);
    expect(corner).toEqual({ x: 25, y: 25, zoom: 4 });
    expect(zoomCrop(corner, wide, 1)).toEqual({ x: 100, y: 100, zoom: 1 });
  });

  test.each([
    [0, 1],
    [99, MAX_ZOOM],
  ])('%d is %d', (zoom, limited) => {
    expect(zoomCrop(centredCrop(wide), wide, zoom).zoom).toBe(limited);
  });
});
