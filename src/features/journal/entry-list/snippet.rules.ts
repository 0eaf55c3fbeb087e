import { firstMark, marksIn } from '#platform/text/search/marks.ts';
import type { Search } from '#platform/text/search/query.ts';
import type { Snippet } from '../entry/entry.schema.ts';
import { excerptOf } from '../entry/excerpt.rules.ts';

/** The maximum length of the text before the first match. */
const MAX_LEAD_LENGTH = 60;
/** White space becomes shorter in the snippet. */
const SOURCE_LENGTH = 2_000;

/** The part of a text around its first match, on one line, and the matches in it. Without a match, the start of the text. */
export function snippetOf(text: string, search: Search): Snippet {
  const first = firstMark(text, search);
  const begin = first === undefined ? 0 : startOfWord(text, first.start);
  const part = excerptOf(text.slice(begin, begin + SOURCE_LENGTH));
  const line = begin > 0 ? `…${part}` : part;
  return { text: line, matches: marksIn(line, search) };
}

/** Where a snippet begins: after the first white space of the lead, and not within a surrogate pair. */
function startOfWord(text: string, matchStart: number): number {
  const begin = Math.max(0, matchStart - MAX_LEAD_LENGTH);
  if (begin === 0) return 0;
  const space = text.slice(begin, matchStart).search(/\s/);
  if (space !== -1) return begin + space + 1;
  return /[\uDC00-\uDFFF]/.test(text.charAt(begin)) ? begin + 1 : begin;
}
