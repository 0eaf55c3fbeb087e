import type { Token } from './parser.ts';

/** A task at the start of an item: `[ ] buy milk`. */
const TASK = /^\[([ xX])\](?:[ \t]+|$)/;

/** Splits the mark of a task from the text of an item. Null if it is none. */
export function taskIn(text: string): { isDone: boolean; text: string } | null {
  const match = TASK.exec(text);
  return match === null ? null : { isDone: match[1] !== ' ', text: text.slice(match[0].length) };
}

/** How the items of an ordered list are numbered: each as it was written, or counted on from the first. */
export type Numbering = { value: number; marker: string };

/**
 * The numbers of a list, by the opening tokens of its items. A list whose items all have one number counts on from it, because people
 * number so what Markdown shall count.
 */
export function numberingOf(items: readonly Pick<Token, 'info' | 'markup'>[]): Numbering[] {
  const [first] = items;
  const isCounted = items.length > 1 && Number(first?.info) <= 1 && items.every(({ info }) => info === first?.info);
  return items.map(({ info, markup }, index) => {
    const value = isCounted ? Number(info) + index : Number(info);
    return { value, marker: `${isCounted ? value : info}${markup}` };
  });
}
