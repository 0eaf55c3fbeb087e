import { splitAt } from '../../../shared/ui/limit.rules.ts';

/** Where a text is divided, the best first: between paragraphs, lines, words. */
const BREAKS = [/\n[^\S\n]*\n\s*/g, /\n\s*/g, /\s+/g];

/** Divides a text that is above a limit into what one entry takes and the rest, between paragraphs if it can be. */
export function divideText(text: string, max: number): [start: string, rest: string] {
  const [start, rest] = splitAt(text, max);
  if (rest === '') return [start, rest];
  // A break in its second half. An earlier one would leave a short entry.
  const from = Math.floor(start.length * 0.5);
  for (const pattern of BREAKS) {
    const last = [...start.matchAll(pattern)].at(-1);
    if (last !== undefined && last.index >= from)
      return [text.slice(0, last.index), text.slice(last.index + last[0].length)];
  }
  return [start, rest];
}
