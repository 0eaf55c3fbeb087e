/** How many characters a text has above a limit, 0 if none. Counts code points, as the server and its database do. */
export function excessOf(text: string, max: number): number {
  // No text has more code points than units: the usual one is not counted.
  return text.length <= max ? 0 : Math.max(0, codePointsIn(text) - max);
}

/** Cuts a text into its first code points, at most `max` of them, and the rest. */
export function splitAt(text: string, max: number): [start: string, rest: string] {
  if (excessOf(text, max) === 0) return [text, ''];
  let units = 0;
  let points = 0;
  for (const point of text) {
    if (points === max) break;
    points += 1;
    units += point.length;
  }
  return [text.slice(0, units), text.slice(units)];
}

function codePointsIn(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
