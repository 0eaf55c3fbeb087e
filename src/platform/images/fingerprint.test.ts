import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { drawnPicture } from '#test/pictures.ts';
import { distanceBetween, fingerprintOf } from './fingerprint.ts';

const scene = (seed: number) => drawnPicture(String(seed)).png().toBuffer();

const distance = async (one: Uint8Array, other: Uint8Array) =>
  distanceBetween(await fingerprintOf(sharp(one)), await fingerprintOf(sharp(other)));

describe('the fingerprint of a picture', () => {
  test('is 32 bytes, and that of a copy is the same', async () => {
    const picture = await scene(1);
    expect(await fingerprintOf(sharp(picture))).toHaveLength(32);
    expect(await distance(picture, Buffer.from(picture))).toBe(0);
  });

  test.each<[string, (picture: Sharp) => Sharp]>([
    ['saved as a small JPEG', (picture) => picture.jpeg({ quality: 40 })],
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
