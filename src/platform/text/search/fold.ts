import { fold } from './letters.ts';

/**
 * The version of what `searchTextOf` returns, stored with each text. Another result for any text needs another version, so that stored texts
 * are folded again.
 */
export const FOLD_VERSION = 1;

/** Compatibility forms make a text up to 18 times as long. What is cut off here is not found. */
export const MAX_SEARCH_TEXT_LENGTH = 300_000;

/** More parts are a path or a sentence, not a word. */
const MAX_JOINED_PARTS = 4;

/** A word as it is compared. */
export type FoldedWord = {
  word: string;
  /** Where it begins in the folded text. */
  index: number;
  /** Whether only an apostrophe or a hyphen separates it from the word before. */
  joint: "'" | '-' | null;
};

export type FoldedText = {
  /** The words in their order in the text. */
  words: FoldedWord[];
  /** Those that apostrophes and hyphens divide, in one piece: `dont`, `email`. Each has its parts. */
  joined: { word: string; parts: readonly FoldedWord[] }[];
  /** If asked for: the start in the text of each unit of the folded text, and the end of the text. null if each stands for itself. */
  units: Int32Array | null;
};

/** Scripts whose words are not separated. Within letter classes, because punctuation has these script extensions too. */
const SPACELESS = ['Han', 'Hiragana', 'Katakana', 'Bopomofo', 'Thai', 'Lao', 'Khmer', 'Myanmar', 'Tibetan', 'Yi']
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('');
const LETTERS_AND_DIGITS = '[\\p{L}\\p{M}\\p{N}_]';
/** The alphabets before Hebrew have keys of their own (`search_keys_1`), so their letters are words of their own. */
const EARLY = '[\\u0000-\\u058f]';
const SPACELESS_RUN = `[[${LETTERS_AND_DIGITS}&&[${SPACELESS}]]--${EARLY}]+`;
const WORD = new RegExp(
  [
    `[${LETTERS_AND_DIGITS}&&${EARLY}]+`,
    SPACELESS_RUN,
    `[${LETTERS_AND_DIGITS}--[${EARLY}${SPACELESS}]]+`,
    '\\p{RI}{2}|[\\p{Extended_Pictographic}--[\\u0000-\\u00ff]]',
  ].join('|'),
  'gv',
);
const IS_SPACELESS = new RegExp(`^${SPACELESS_RUN}$`, 'v');

/** Whether the word is of a script that does not separate its words, so that it can stand anywhere. */
export function isSpaceless(word: string): boolean {
  return IS_SPACELESS.test(word);
}

/** The words of a text, folded. */
export function wordsOf(text: string, { withUnits = false } = {}): FoldedText {
  const { folded, units } = withUnits ? foldWithUnits(text) : { folded: fold(text), units: null };
  const words: FoldedWord[] = [];
  const joined: FoldedText['joined'] = [];
  let end = -1;
  let count = 1;
  const endCompound = () => {
    if (count > 1 && count <= MAX_JOINED_PARTS) {
      const parts = words.slice(-count);
      joined.push({ word: parts.map(({ word }) => word).join(''), parts });
    }
    count = 1;
  };
  // What is longer is cut off anyway.
  for (const { 0: word, index } of folded.slice(0, 2 * MAX_SEARCH_TEXT_LENGTH).matchAll(WORD)) {
    const gap = end !== -1 && index === end + 1 ? folded.charAt(end) : '';
    const joint = gap === "'" || gap === '-' ? gap : null;
    if (joint === null) endCompound();
    else count += 1;
    end = index + word.length;
    words.push({ word, index, joint });
  }
  endCompound();
  return { words, joined, units };
}

/** Parts of a text that give the same letters one by one as together. Those of the first two kinds give one unit for each. */
const PIECES =
  /[\0-\x7e]+(?!\p{M})|[\u4e00-\u9fff]+(?!\p{M})|[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]+|[\uff65-\uff9f][\uff9e\uff9f]?|[\u05d0-\u05ea][\u0591-\u05c7]*(?:["\u201d\u05f3\u05f4][\u05d0-\u05ea][\u0591-\u05c7]*)+|\P{M}\p{M}*|\p{M}+/gu;
const IS_UNIT_FOR_UNIT = /^[\0-\x7e\u4e00-\u9fff]*$/;

function foldWithUnits(text: string): { folded: string; units: Int32Array | null } {
  if (IS_UNIT_FOR_UNIT.test(text)) return { folded: fold(text), units: null };
  let folded = '';
  const units: number[] = [];
  for (const { 0: piece, index } of text.matchAll(PIECES)) {
    const part = fold(piece);
    const step = IS_UNIT_FOR_UNIT.test(piece) ? 1 : 0;
    for (let unit = 0; unit < part.length; unit += 1) units.push(index + unit * step);
    folded += part;
  }
  units.push(text.length);
  return { folded, units: Int32Array.from(units) };
}

/**
 * A text as searches compare it: folded words between single spaces, then joined words behind a `|`, which no search contains. Empty if there
 * are no words. At most `MAX_SEARCH_TEXT_LENGTH` units, cut between words.
 */
export function searchTextOf(...texts: readonly string[]): string {
  const read = texts.map((text) => wordsOf(text));
  const groups = [...read.map(({ words }) => words), read.flatMap(({ joined }) => joined)];
  const lines = groups.filter((words) => words.length > 0).map((words) => words.map(({ word }) => word).join(' '));
  const text = lines.join(' | ');
  if (text === '') return '';
  if (text.length <= MAX_SEARCH_TEXT_LENGTH - 2) return ` ${text} `;
  const cut = text.slice(0, MAX_SEARCH_TEXT_LENGTH - 2);
  const space = cut.lastIndexOf(' ');
  // One word without an end, such as a text in Chinese.
  return ` ${space > MAX_SEARCH_TEXT_LENGTH / 2 ? cut.slice(0, space) : cut.toWellFormed().replace(/\ufffd$/, '')} `;
}
