import sharp from 'sharp';

const SIDE = 16;
/** Of 256 shades: what differs by less may differ the other way once the picture is saved anew. */
const CLEARLY = 4;

/**
 * What a picture looks like, in 32 bytes: for each of 16 x 16 places, whether it is clearly darker than the one to its right (dHash,
 * by Neal Krawetz). Saved anew, made smaller or a little brighter, a picture keeps nearly all of these bits; of two others,
 * a quarter or more differ. Takes pictures that have been prepared, and throws for what is none.
 */
export async function fingerprintOf(picture: Uint8Array): Promise<Uint8Array> {
  const pixels = await sharp(picture)
    .greyscale()
    .resize(SIDE + 1, SIDE, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer();
  const bits = new Uint8Array((SIDE * SIDE) / 8);
  for (let row = 0; row < SIDE; row++) {
    for (let column = 0; column < SIDE; column++) {
      const at = row * (SIDE + 1) + column;
      const isDarker = (pixels[at] ?? 0) + CLEARLY <= (pixels[at + 1] ?? 0);
      const bit = row * SIDE + column;
      if (isDarker) bits[bit >> 3] = (bits[bit >> 3] ?? 0) | (1 << (bit & 7));
    }
  }
  return bits;
}

/** In how many of their bits two fingerprints differ, from 0 to 256. */
export function distanceBetween(one: Uint8Array, other: Uint8Array): number {
  let distance = 0;
  for (const [index, byte] of one.entries()) {
    for (let rest = byte ^ (other[index] ?? 0); rest > 0; rest &= rest - 1) distance++;
  }
  return distance;
}
