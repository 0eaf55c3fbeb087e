import type { Sharp } from 'sharp';

const SIDE = 16;
/** The minimum difference in a scale of 256 shades. The sign of a smaller one may change when the picture is encoded again. */
const MIN_DIFFERENCE = 4;

/**
 * A perceptual hash of 32 bytes: for each of 16 x 16 points, whether it is clearly darker than the one to its right (dHash,
 * by Neal Krawetz). A picture that is encoded again, resized or slightly brightened keeps nearly all bits; different pictures differ
 * in a quarter of them or more.
 */
export async function fingerprintOf(picture: Sharp): Promise<Uint8Array> {
  const pixels = await picture
    .greyscale()
    .resize(SIDE + 1, SIDE, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer();
  const bits = new Uint8Array((SIDE * SIDE) / 8);
  for (let row = 0; row < SIDE; row++) {
    for (let column = 0; column < SIDE; column++) {
      const at = row * (SIDE + 1) + column;
      const isDarker = (pixels[at] ?? 0) + MIN_DIFFERENCE <= (pixels[at + 1] ?? 0);
      const bit = row * SIDE + column;
      if (isDarker) bits[bit >> 3] = (bits[bit >> 3] ?? 0) | (1 << (bit & 7));
    }
  }
  return bits;
}

/** The number of differing bits of two fingerprints, from 0 to 256. */
export function distanceBetween(one: Uint8Array, other: Uint8Array): number {
  let distance = 0;
  for (const [index, byte] of one.entries()) {
    for (let rest = byte ^ (other[index] ?? 0); rest > 0; rest &= rest - 1) distance++;
  }
  return distance;
}
