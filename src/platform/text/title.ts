/** How much of a text its title shows. */
const MAX_TITLE_OF_TEXT = 60;
const ELLIPSIS = ' …';

const MENTION = /@\[((?:[^\]\n@]|@(?!\[))+)\]\([0-9a-f-]{1,36}\)/g;
/** The marks of headings, quotes, items and tasks. A minus before a number is none. */
const MARK_OF_LINE = /^(?:(?:#{1,6}|>|[-*+])[ \t]+)+(?:\[[ xX]\][ \t]+)?/;
/** Around words, not within one, such as in snake_case. */
const MARKS_OF_WORDS = [
  /(?<![\p{L}\p{N}])(\*\*|__|~~)(?=\S)([^*_~`]+)(?<=\S)\1(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}*_`])([*_`])(?=\S)([^*_~`]+)(?<=\S)\1(?![\p{L}\p{N}*_`])/gu,
];

/** The first words of a text without a title, as its title. Empty for a text without words. */
export function titleOfText(text: string): string {
  const [first = ''] = text.replace(MENTION, '$1').trim().split('\n');
  const marked = first.trim().replace(MARK_OF_LINE, '');
  const line = MARKS_OF_WORDS.reduce((rest, mark) => rest.replace(mark, '$2'), marked).trim();
  if (line.length <= MAX_TITLE_OF_TEXT) return line;
  const start = line.slice(0, MAX_TITLE_OF_TEXT + 1);
  const words = start.replace(/\s\S*$/, '').trimEnd();
  // One long word: cut, but not through a surrogate pair.
  const stem =
    words.length <= MAX_TITLE_OF_TEXT ? words : line.slice(0, MAX_TITLE_OF_TEXT).replace(/[\uD800-\uDBFF]$/, '');
  return `${stem}${ELLIPSIS}`;
}

/** What a list shows of an entry: an excerpt that begins with the words of the title goes on after them. */
export function afterTitle(excerpt: string, title: string): string {
  const isCut = title.endsWith(ELLIPSIS);
  const stem = isCut ? title.slice(0, -ELLIPSIS.length) : title.trim();
  if (stem === '' || !excerpt.startsWith(stem)) return excerpt;
  const rest = excerpt.slice(stem.length);
  // The title may be a word that another one begins with.
  if (!isCut && /^[\p{L}\p{N}]/u.test(rest)) return excerpt;
  const words = rest.trim();
  return isCut && words !== '' ? `… ${words}` : words;
}
