import { wordsOf } from './fold.ts';
import { fold } from './letters.ts';
import type { Search } from './query.ts';

/** A part of a text, in UTF-16 units. */
export type Mark = { start: number; end: number };

/** Enough of a text to find most first matches. */
const FIRST_PART_LENGTH = 4_000;

/** The first match of a search in a text. Close to what the database finds: a term of a search that needs others counts as well. */
export function firstMark(text: string, search: Search): Mark | undefined {
  // A first word that is cut there may seem to match: it is looked at again.
  const [mark] = marksIn(text.slice(0, FIRST_PART_LENGTH), search, 1);
  const isCut = mark !== undefined && mark.end >= FIRST_PART_LENGTH;
  return mark !== undefined && !isCut ? mark : text.length > FIRST_PART_LENGTH ? marksIn(text, search, 1)[0] : mark;
}

/** The parts of a text that a search looks for, in order, without overlaps: at most `limit` of each term. */
export function marksIn(text: string, { alternatives }: Search, limit = Number.POSITIVE_INFINITY): Mark[] {
  // Most texts of a long page lack some terms: to look for a word is a hundred times faster than to read all words.
  const compact = fold(text).replace(/['-]/g, '');
  const isThere = (form: string) =>
    form
      .trim()
      .split(' ')
      .every((word) => compact.includes(word));
  const forms = alternatives.flatMap(({ all }) => all.flat()).map((form) => form.text);
  const looked = [...new Set(forms)].filter(isThere);
  if (looked.length === 0) return [];
  const { words, joined, units } = wordsOf(text, { withUnits: true });
  const ofWords = words.map(({ word, index }) => ({ word, unitAt: (offset: number) => index + offset }));
  const ofJoined = joined.map(({ word, parts }) => ({ word, unitAt: (offset: number) => unitOfPart(parts, offset) }));
  const marks = [ofWords, ofJoined].flatMap((list) => {
    if (list.length === 0) return [];
    const folded = ` ${list.map(({ word }) => word).join(' ')} `;
    const begins: number[] = [];
    let position = 1;
    for (const { word } of list) {
      begins.push(position);
      position += word.length + 1;
    }
    const unitAt = (at: number): number => {
      const index = indexAt(begins, at);
      return list[index]?.unitAt(at - (begins[index] as number)) as number;
    };
    return looked.flatMap((form) => {
      const [lead, tail] = [form.startsWith(' ') ? 1 : 0, form.endsWith(' ') ? 1 : 0];
      const found: Mark[] = [];
      let at = folded.indexOf(form);
      while (at !== -1 && found.length < limit) {
        const last = at + form.length - tail - 1;
        found.push({ start: startOfUnit(units, unitAt(at + lead)), end: endOfUnit(units, unitAt(last)) });
        at = folded.indexOf(form, last + 1);
      }
      return found;
    });
  });
  return withoutOverlaps(marks);
}

function unitOfPart(parts: readonly { word: string; index: number }[], offset: number): number {
  let rest = offset;
  for (const { word, index } of parts) {
    if (rest < word.length) return index + rest;
    rest -= word.length;
  }
  return 0;
}

function startOfUnit(units: Int32Array | null, unit: number): number {
  return units === null ? unit : (units[unit] as number);
}

/** Where the character of a unit ends in the text. One that gives several letters ends where the next one starts. */
function endOfUnit(units: Int32Array | null, unit: number): number {
  let next = unit + 1;
  if (units === null) return next;
  while (next < units.length - 1 && units[next] === units[unit]) next += 1;
  return units[next] as number;
}

function withoutOverlaps(marks: readonly Mark[]): Mark[] {
  const kept: Mark[] = [];
  for (const mark of marks.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    if (mark.start >= (kept.at(-1)?.end ?? 0)) kept.push(mark);
  }
  return kept;
}

/** The index of the last number that is at most `value`. */
function indexAt(numbers: readonly number[], value: number): number {
  let [low, high] = [0, numbers.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((numbers[middle] as number) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
