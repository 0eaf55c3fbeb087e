import { describe, expect, test } from 'vitest';
import {
  between,
  type Camera,
  detailOf,
  fit,
  MAX_SCALE,
  pan,
  reveal,
  seenOf,
  toField,
  toView,
  within,
  zoomAbout,
} from './camera.rules.ts';
import { type Field, layOutField } from './field.rules.ts';
import { testTiles } from './test-tiles.ts';

const VIEW = { width: 800, height: 600 };
const SMALL: Field = layOutField('2026-11-22', testTiles(122), 'wide');
const LARGE: Field = layOutField('2026-11-22', testTiles(10_000), 'wide');

describe('fit', () => {
  test.each([
    ['a small field', SMALL, 1],
    ['a large field', LARGE, 1],
    ['on a fine display', LARGE, 3],
  ])('shows %s as a whole, with whole pixels', (_what, field, pixelRatio) => {
    const camera = fit(field, VIEW, pixelRatio);
    const { x, y, width, height } = seenOf(camera, VIEW);
    expect([x <= 0, y <= 0, x + width >= field.columns, y + height >= field.rows]).toEqual([true, true, true, true]);
    expect(Number.isInteger(Math.round(camera.scale * pixelRatio * 1e6) / 1e6)).toBe(true);
  });

  test('has no giant tile for one user, and a tile of a pixel at least', () => {
    expect(fit(layOutField('2026-11-22', testTiles(1), 'wide'), VIEW).scale).toBe(88);
    expect(fit(LARGE, { width: 40, height: 40 }).scale).toBe(1);
  });
});

describe('zoomAbout', () => {
  const start: Camera = { x: 50, y: 40, scale: 40 };

  test.each([
    ['in', 1.5, { x: 120, y: 480 }],
    ['out', 0.8, { x: 700, y: 30 }],
    ['in, at the middle', 2, { x: 400, y: 300 }],
  ])('%s: what lies under the point stays there', (_how, factor, point) => {
    const zoomed = zoomAbout(LARGE, VIEW, start, factor, point);
    expect(zoomed.scale).toBeCloseTo(start.scale * factor);
    const held = toField(start, VIEW, point);
    const seen = toView(zoomed, VIEW, held);
    expect([seen.x, seen.y]).toEqual([expect.closeTo(point.x, 6), expect.closeTo(point.y, 6)]);
  });

  test('ends at the whole field and at the largest tile', () => {
    expect(zoomAbout(LARGE, VIEW, start, 0.0001, { x: 0, y: 0 })).toEqual(fit(LARGE, VIEW));
    expect(zoomAbout(LARGE, VIEW, start, 1_000, { x: 0, y: 0 }).scale).toBe(MAX_SCALE);
  });
});

describe('pan', () => {
  test('moves the field with the pointer', () => {
    expect(pan(LARGE, VIEW, { x: 50, y: 40, scale: 20 }, { x: 40, y: -20 })).toEqual({ x: 48, y: 41, scale: 20 });
  });

  test('ends at the edge, with a margin', () => {
    const camera = pan(LARGE, VIEW, { x: 50, y: 40, scale: 20 }, { x: 1e6, y: 1e6 });
    expect(toView(camera, VIEW, { x: 0, y: 0 })).toEqual({ x: 16, y: 16 });
  });

  test('does not move what is seen as a whole', () => {
    expect(pan(SMALL, VIEW, fit(SMALL, VIEW), { x: 90, y: 90 })).toEqual(fit(SMALL, VIEW));
  });
});

test('reveal moves as little as needed', () => {
  const camera: Camera = { x: 50, y: 40, scale: 20 };
  expect(reveal(LARGE, VIEW, camera, { x: 50, y: 40 })).toEqual(camera);
  const right = reveal(LARGE, VIEW, camera, { x: 80, y: 40 });
  expect(right).toEqual({ x: 62, y: 40, scale: 20 });
  expect(reveal(LARGE, VIEW, right, { x: 80, y: 40 })).toEqual(right);
});

test('within keeps a small field in the middle', () => {
  expect(within(SMALL, VIEW, { x: -50, y: 90, scale: 10 })).toEqual({
    x: SMALL.columns / 2,
    y: SMALL.rows / 2,
    scale: 10,
  });
});

test('between changes the scale by equal factors', () => {
  const [from, to] = [
    { x: 0, y: 0, scale: 10 },
    { x: 10, y: 4, scale: 40 },
  ];
  expect(between(from, to, 0.5)).toEqual({ x: 5, y: 2, scale: 20 });
  expect([between(from, to, 0), between(from, to, 1)]).toEqual([from, to]);
});

test.each([
  [8, [false, false, false]],
  [9, [true, false, false]],
  [14, [true, true, false]],
  [23, [true, true, false]],
  [24, [true, true, true]],
])('of a tile of %i pixels flower, light and photo are seen: %o', (pixels, expected) => {
  const { hasFlower, hasGlow, hasPhoto } = detailOf(pixels);
  expect([hasFlower, hasGlow, hasPhoto]).toEqual(expected);
});
