/**
 * Creates a generator of numbers from 0 (included) to 1 (excluded) that depend only on the seed.
 * Stored results depend on them, so the sequence of a seed must never change. Not for secrets.
 *
 * The generator is Tommy Ettinger's mulberry32 (public domain), seeded with the FNV-1a hash of the seed and the final mix of
 * MurmurHash3, so that similar seeds start far apart.
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
