/** The maximum length without the ellipsis. */
export const MAX_EXCERPT_LENGTH = 200;

/** The start of a Markdown text on one line, without its marks: whole words, and an ellipsis if the text goes on. */
export function excerptOf(text: string): string {
  // Lists have many long texts, of which the start is enough.
  const start = lineOf(text.slice(0, 3 * MAX_EXCERPT_LENGTH));
  const isEnough = start.length > MAX_EXCERPT_LENGTH || text.length <= 3 * MAX_EXCERPT_LENGTH;
  const line = isEnough ? start : lineOf(text);
  if (line.length <= MAX_EXCERPT_LENGTH) return line;
  const words = line.slice(0, MAX_EXCERPT_LENGTH + 1).replace(/ [^ ]*$/, '');
  if (words.length <= MAX_EXCERPT_LENGTH) return `${words}…`;
  // One long word: cut, but not through a surrogate pair.
  return `${line.slice(0, MAX_EXCERPT_LENGTH).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Each pattern takes time that grows with the length of the text alone. */
const MARKS: readonly [RegExp, string][] = [
  // Headings, quotes, items and tasks, where a line begins; fences and rules, which are lines of their own. The number of an item
  // stays: it may be a year.
  [/^[ \t]*(?:```[^`\n]*|[-*_](?:[ \t]*[-*_]){2,}[ \t]*)$/gm, ''],
  [/^[ \t]*(?:(?:#{1,6}|>|[-*+])[ \t]+)+(?:\[[ xX]\][ \t]+)?/gm, ''],
  [/^([ \t]*\d{1,9}[.)][ \t]+)\[[ xX]\][ \t]+/gm, '$1'],
  [/!?\[([^[\]]*)\]\([^()\s]*\)/g, '$1'],
  // Not within a word, such as in snake_case.
  [/(?<![\w\\])(\*\*|__|~~)(?=\S)([^*_~\n]+)(?<=\S)\1(?!\w)/g, '$2'],
  [/(?<![\w\\*_])([*_])(?=\S)([^*_\n]+)(?<=\S)\1(?![\w*_])/g, '$2'],
  [/(?<!`)(`{1,3})([^`\n]+)\1(?!`)/g, '$2'],
  [/\\([!-/:-@[-`{-~])/g, '$1'],
];

/** Most texts have no marks: one look in place of all patterns is 6 % of a list. */
const MAY_HAVE_MARKS = /[#>*_~`[\\]|^[ \t]*[-+]/m;

function lineOf(markdown: string): string {
  const text = MAY_HAVE_MARKS.test(markdown)
    ? MARKS.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), markdown)
    : markdown;
  // Most gaps are one space already. To replace every one takes more time than all marks.
  return text.replace(/\s{2,}|[^\S ]/g, ' ').trim();
}
