/** Maximum number of differing bits, of 256, between the fingerprints of two encodings of the same photo. */
export const MAX_SAME_PHOTO_BITS = 12;

/** How far back a photo is compared with others of its matching group. */
export const GROUP_COMPARISON_MS = 7 * 24 * 60 * 60 * 1_000;

/**
 * Minimum number of bits of each kind in a fingerprint that identifies a photo.
 *
 * Below it (a dark room, one colour, a gradient) unrelated photos differ by fewer than `MAX_SAME_PHOTO_BITS` bits.
 */
const MIN_DETAIL_BITS = 24;

/** Whether a photo has enough detail to be compared with photos of other users. `bitsSet` is of 256. */
export function hasDetail(bitsSet: number): boolean {
  return Math.min(bitsSet, 256 - bitsSet) >= MIN_DETAIL_BITS;
}
