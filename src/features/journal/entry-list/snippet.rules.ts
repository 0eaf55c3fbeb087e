import type { Snippet } from '../entry/entry.schema.ts';
import { excerptOf } from '../entry/excerpt.rules.ts';

/** Of the text before the first match. */
const MAX_LEAD_LENGTH = 60;
/** White space becomes shorter in the snippet. */
const SOURCE_LENGTH = 2_000;

/** Bounds the time of a search of marks, which grows with both. A longer phrase is marked by its first words. */
const MAX_TERMS = 10;
const MAX_PHRASE_WORDS = 5;

const WORDS = /[\p{L}\p{M}\p{N}_]+/gu;
const STARTS_WITH_WORD = /^[\p{L}\p{M}\p{N}_]/u;
const ENDS_WITH_WORD = /[\p{L}\p{M}\p{N}_]$/u;
const BETWEEN_WORDS = '[^\\p{L}\\p{M}\\p{N}_]{1,20}';

/**
 * A pattern of the words and phrases that a search looks for, ignoring case; null if there are none. Close to how PostgreSQL reads a
 * search, for marks only: the database decides what matches. At most 10 words or phrases.
 */
export function patternOfSearch(search: string): RegExp | null {
  const terms = [...search.matchAll(/-?"[^"]*"?|[^\s"]+/g)]
    .map(([term]) => term)
    .filter((term) => !term.startsWith('-') && term.toLowerCase() !== 'or')
    .map((term) => (term.match(WORDS) ?? []).slice(0, MAX_PHRASE_WORDS).join(BETWEEN_WORDS))
    .filter((term) => term !== '');
  if (terms.length === 0) return null;
  const longestFirst = [...new Set(terms)].slice(0, MAX_TERMS).toSorted((one, other) => other.length - one.length);
  return new RegExp(longestFirst.join('|'), 'giu');
}

/** The part of a text around its first match, on one line, and the matches in it. Without a match, the start of the text. */
export function snippetOf(text: string, pattern: RegExp | null): Snippet {
  const [first] = matchesIn(text, pattern);
  const begin = first === undefined ? 0 : startOfWord(text, first.start);
  const part = excerptOf(text.slice(begin, begin + SOURCE_LENGTH));
  const line = begin > 0 ? `…${part}` : part;
  return { text: line, matches: [...matchesIn(line, pattern)] };
}

/** Whole words only. The pattern does not say so, because it is several times faster without. */
function* matchesIn(text: string, pattern: RegExp | null): Generator<{ start: number; end: number }> {
  if (pattern === null) return;
  for (const match of text.matchAll(pattern)) {
    const [start, end] = [match.index, match.index + match[0].length];
    // Two units, since a letter can be a surrogate pair.
    const isWhole =
      !ENDS_WITH_WORD.test(text.slice(Math.max(0, start - 2), start)) &&
      !STARTS_WITH_WORD.test(text.slice(end, end + 2));
    if (isWhole) yield { start, end };
  }
}

/** Where a snippet begins: after the first white space of the lead, and not within a surrogate pair. */
function startOfWord(text: string, matchStart: number): number {
  const begin = Math.max(0, matchStart - MAX_LEAD_LENGTH);
  if (begin === 0) return 0;
  const space = text.slice(begin, matchStart).search(/\s/);
  if (space !== -1) return begin + space + 1;
  return /[\uDC00-\uDFFF]/.test(text.charAt(begin)) ? begin + 1 : begin;
}
