/**
 * Numbers that look random and follow from the seed alone: evenly spread over 0 (included) to 1 (excluded), the same on every
 * machine and in every version. What was decided with them is stored or shown again, so the sequence of a seed must never
 * change. Not for secrets: whoever knows the seed knows the numbers.
 *
 * The generator is Tommy Ettinger's mulberry32 (public domain), started from the FNV-1a hash of the seed, mixed by the last
 * step of MurmurHash3 so that seeds that differ in one character start far apart.
 */
export function seededRandom(seed: string): () => number {
  let state = mixedHashOf(seed);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

function mixedHashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
