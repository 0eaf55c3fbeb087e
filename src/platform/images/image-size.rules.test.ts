import { expect, test } from 'vitest';
import { sizeOfLongPicture } from './image-size.rules.ts';

test.each([
  ['a photo', 4_000, 3_000, null],
  ['a photo of 2:1', 4_000, 2_000, null],
  ['a picture at the ratio', 5_000, 2_000, null],
  ['a long picture that fits', 300, 2_048, null],
  ['a screenshot of a page', 300, 9_000, [300, 9_000]],
  ['a larger one', 1_170, 20_000, [495, 8_467]],
  ['a panorama', 16_382, 3_628, [3_699, 819]],
  ['a line', 50_000, 1, [16_383, 1]],
  ['just above the ratio', 5_001, 2_000, [2_048, 819]],
])('%s of %d by %d is stored as %o', (_what, width, height, expected) => {
  const size = sizeOfLongPicture({ width, height }, 2_048);
  expect(size && [size.width, size.height]).toEqual(expected);
});

test('it is never larger than the square, never enlarged, and upright as it is wide', () => {
  for (let step = 0; step < 500; step += 1) {
    const [width, height] = [1 + ((step * 7_919) % 20_000), 1 + ((step * 104_729) % 20_000)];
    const size = sizeOfLongPicture({ width, height }, 960);
    const turned = sizeOfLongPicture({ width: height, height: width }, 960);
    expect(turned).toEqual(size && { width: size.height, height: size.width });
    if (size === null) continue;
    expect(size.width * size.height).toBeLessThanOrEqual(960 * 960 * 1.01 + 16_383);
    expect([size.width <= width, size.height <= height]).toEqual([true, true]);
  }
});
