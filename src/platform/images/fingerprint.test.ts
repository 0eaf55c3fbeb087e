import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { distanceBetween, fingerprintOf } from './fingerprint.ts';

/** A picture with a few large shapes in it, as photos have. */
async function scene(seed: number): Promise<Buffer> {
  const shapes = Array.from({ length: 12 }, (_, index) => {
    const number = (seed * 97 + index * 61) % 256;
    const place = `cx="${(number * 7) % 320}" cy="${(number * 13) % 240}"`;
    return `<circle ${place} r="${20 + (number % 50)}" fill="rgb(${number},${(number * 3) % 256},${(number * 5) % 256})"/>`;
  });
  return sharp(Buffer.from(`<svg width="320" height="240">${shapes.join('')}</svg>`))
    .png()
    .toBuffer();
}

const distance = async (one: Uint8Array, other: Uint8Array) =>
  distanceBetween(await fingerprintOf(one), await fingerprintOf(other));

describe('the fingerprint of a picture', () => {
  test('is 32 bytes, and that of a copy is the same', async () => {
    const picture = await scene(1);
    expect(await fingerprintOf(picture)).toHaveLength(32);
    expect(await distance(picture, Buffer.from(picture))).toBe(0);
  });

  test.each<[string, (picture: Sharp) => Sharp]>([
    ['saved as a small JPEG', (picture) => picture.flatten({ background: '#fff' }).jpeg({ quality: 40 })],
    ['made smaller', (picture) => picture.resize(200).webp()],
    ['made brighter', (picture) => picture.modulate({ brightness: 1.08 }).png()],
  ])('is nearly the same of one that is %s', async (_what, change) => {
    for (const seed of [1, 2, 3]) {
      const picture = await sharp(await scene(seed))
        .flatten({ background: '#fff' })
        .png()
        .toBuffer();
      expect(await distance(picture, await change(sharp(picture)).toBuffer())).toBeLessThanOrEqual(12);
    }
  });

  test('is far from that of another picture', async () => {
    for (const [one, other] of [
      [1, 2],
      [2, 3],
      [4, 9],
    ] as const) {
      expect(await distance(await scene(one), await scene(other))).toBeGreaterThan(36);
    }
  });
});

test('distances are counted in bits', () => {
  expect(distanceBetween(new Uint8Array([0, 0]), new Uint8Array([255, 1]))).toBe(9);
  expect(distanceBetween(new Uint8Array(32), new Uint8Array(32).fill(255))).toBe(256);
});
