import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** The score of a password that a million guesses find. */
const MIN_SCORE = 2;
/** A longer password is judged by its start: the time to judge grows with the square of the length. */
const MAX_JUDGED_LENGTH = 64;

let loaded: Promise<ZxcvbnFactory> | undefined;

/**
 * Whether guessing finds a password soon: it is on a list of common passwords (also with letters replaced), it is repeated or
 * sequential text or a row of keys, or it is made of `words`, such as the name of its user. Works offline.
 */
export async function isGuessable(password: string, words: readonly string[]): Promise<boolean> {
  loaded ??= load();
  const judge = await loaded;
  const parts = words
    .flatMap((word) => [word, word.split('@', 1)[0] ?? '', ...word.split(/[^\p{L}\p{N}]+/u)])
    .filter((word) => word.length > 2);
  return judge.check(password.slice(0, MAX_JUDGED_LENGTH), parts).score < MIN_SCORE;
}

/** At first use: the list takes 25 MB of memory and a tenth of a second. */
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: MAX_JUDGED_LENGTH });
}
