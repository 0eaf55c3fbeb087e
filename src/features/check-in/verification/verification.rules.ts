/** In how many of the 256 bits of their fingerprints two photos differ at most that are the same one, saved anew. */
export const MAX_SAME_PHOTO_BITS = 12;

/** For how long a photo is compared with those of the same matching group. */
export const GROUP_COMPARISON_MS = 7 * 24 * 60 * 60 * 1_000;

/**
 * A photo with fewer bits of one kind than this shows too little (a dark room, one colour, a plain gradient) to tell it from
 * another person's: two photos that have nothing to do with each other differ in less than `MAX_SAME_PHOTO_BITS` then.
 */
const MIN_DETAIL_BITS = 24;

/** Whether a photo shows enough to be told from another person's, by how many of its 256 bits are set. */
export function hasDetail(bitsSet: number): boolean {
  return Math.min(bitsSet, 256 - bitsSet) >= MIN_DETAIL_BITS;
}
