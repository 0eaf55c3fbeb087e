import { isSpaceless, wordsOf } from './fold.ts';

/** A term in one of its forms: what to look for in a text of `searchTextOf`. */
export type SearchForm = {
  /** With the spaces that must be around it. */
  text: string;
  /** For LIKE, whose wildcards are escaped. */
  pattern: string;
  /** For the index: `search_keys_1` of each matching text has them all. */
  keys: readonly string[];
};

/** Texts that have a form of each of `all`, and none of `none`. */
export type SearchAlternative = {
  all: readonly (readonly SearchForm[])[];
  none: readonly SearchForm[];
};

/** Matches texts of any alternative. Without alternatives nothing is looked for, and nothing matches. */
export type Search = { alternatives: readonly SearchAlternative[] };

const QUOTES = /[\u201c-\u201f\u00ab\u00bb\uff02]/g;
const HEBREW_QUOTES = /(?<=[\u05d0-\u05ea])"(?=[\u05d0-\u05ea])/g;
const EXCLUSION = /^[-\u2212\uff0d]/;
const TERM = /[-\u2212\uff0d]?"[^"]*"?|[^\s"]+/g;
const IS_OR = /^(?:or|ｏｒ)$/iu;

/**
 * Reads a search: words that begin so, `"a phrase"`, `-without`, `this or that`. `or` between two terms binds less than the terms beside each
 * other. Accents and case do not matter.
 */
export function parseSearch(text: string): Search {
  // Between Hebrew letters it marks an abbreviation.
  const terms = text.replace(QUOTES, '"').replace(HEBREW_QUOTES, '\u05f4').match(TERM) ?? [];
  const alternatives: { all: SearchForm[][]; none: SearchForm[] }[] = [{ all: [], none: [] }];
  for (const [index, term] of terms.entries()) {
    const current = alternatives.at(-1) as (typeof alternatives)[number];
    const isBetween = index < terms.length - 1 && !isEmpty(current);
    if (IS_OR.test(term) && isBetween) {
      alternatives.push({ all: [], none: [] });
      continue;
    }
    const isExcluded = EXCLUSION.test(term) && term.length > 1;
    const forms = formsOf(isExcluded ? term.slice(1) : term, { isWhole: isExcluded });
    if (isExcluded) current.none.push(...forms);
    else if (forms.length > 0) current.all.push(forms);
  }
  return { alternatives: alternatives.filter((alternative) => !isEmpty(alternative)) };
}

function isEmpty({ all, none }: SearchAlternative): boolean {
  return all.length + none.length === 0;
}

/** Suffixes of this length, as in `don't`, would begin many words. */
const MAX_CONTRACTION_LENGTH = 2;

/**
 * The forms of a term: its words as a phrase whose last word may go on unless `isWhole`, and the same in one piece if it is one word with
 * apostrophes or hyphens. None if it has no words.
 */
function formsOf(term: string, { isWhole }: { isWhole: boolean }): SearchForm[] {
  const { words, joined } = wordsOf(term);
  const last = words.at(-1);
  if (last === undefined) return [];
  const isContraction = last.joint === "'" && last.word.length <= MAX_CONTRACTION_LENGTH;
  const goesOn = !isWhole && !isContraction;
  const phrase = formOf(
    words.map(({ word }) => word),
    { goesOn, isWhole },
  );
  const isOneWord = joined.length === 1 && words.slice(1).every(({ joint }) => joint !== null);
  return isOneWord ? [phrase, formOf([joined[0]?.word as string], { goesOn, isWhole })] : [phrase];
}

function formOf(words: readonly string[], { goesOn, isWhole }: { goesOn: boolean; isWhole: boolean }): SearchForm {
  const [first, last] = [words[0] as string, words.at(-1) as string];
  const before = isSpaceless(first) || (!isWhole && standsAnywhere(first)) ? '' : ' ';
  const after = isSpaceless(last) || goesOn ? '' : ' ';
  const text = `${before}${words.join(' ')}${after}`;
  return { text, pattern: `%${text.replaceAll('_', '\\_')}%`, keys: [...new Set(words.flatMap(keysOf))] };
}

const MIN_INNER_LENGTH = 3;
const HEBREW_OR_ARABIC = /^[\u0590-\u06ff\u0750-\u077f\u08a0-\u08ff]/;

/** Articles and prepositions are written together with the word after them. */
function standsAnywhere(word: string): boolean {
  return word.length >= MIN_INNER_LENGTH && HEBREW_OR_ARABIC.test(word);
}

/** The first code point whose words have their characters and pairs as keys, as in `search_keys_1`. */
const FIRST_OF_PAIRS = 0x590;

/** The most selective keys of a word, or of its beginning. */
function keysOf(word: string): string[] {
  const characters = [...word];
  if ((word.codePointAt(0) as number) < FIRST_OF_PAIRS) {
    const length = [5, 3, 2].find((size) => characters.length >= size && (size !== 5 || characters.length >= 5));
    return length === undefined ? [] : [characters.slice(0, length).join('')];
  }
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/** One way to match: the alternative with one form of each of its terms. */
export type SearchArm = { forms: readonly SearchForm[]; keys: readonly string[] };

/** Each of them is a scan of the index. */
const MAX_ARMS = 8;

/**
 * The ways to match a search that the index can list, each with its keys. null if one of them has no key, or if they are too many: then
 * texts have to be read in order.
 */
export function armsOf({ alternatives }: Search): SearchArm[] | null {
  const arms: SearchArm[] = [];
  for (const { all } of alternatives) {
    let combined: SearchForm[][] = [[]];
    for (const forms of all) {
      // Too many: the keys that all forms have in common find them, but not the others.
      combined = combined.flatMap((chosen) => forms.map((form) => [...chosen, form]));
      if (combined.length + arms.length > MAX_ARMS) return null;
    }
    arms.push(...combined.map((forms) => ({ forms, keys: [...new Set(forms.flatMap(({ keys }) => keys))] })));
  }
  return arms.every(({ keys }) => keys.length > 0) ? arms : null;
}

/** Whether a text of `searchTextOf` matches. */
export function isMatch({ alternatives }: Search, searchText: string): boolean {
  return alternatives.some(
    ({ all, none }) =>
      all.every((forms) => forms.some(({ text }) => searchText.includes(text))) &&
      !none.some(({ text }) => searchText.includes(text)),
  );
}
