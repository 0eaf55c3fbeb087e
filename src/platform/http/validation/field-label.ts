/** The parts of a request, as people call them. */
const PARTS: Record<string, string> = { body: 'The body', querystring: 'The query', params: 'The URL' };

/** Names that are sentences or prepositions, and would make a wrong sentence as words. */
const UNREADABLE = /^(.|from|to|by|at|after|before|since|until|(is|has|can|opt)(_|(?=[A-Z])).*)$/;

/** Names that a program has chosen. Keys of records are chosen by users, and may be long. */
const NAME = /^[A-Za-z]\w{0,60}$/;

const UNCOUNTABLE = /^(content|data|metadata)$/;
const PLURAL = /[^sui]s$/;
const ACRONYM = /\b(url|uuid)\b/g;

/** The subject of a sentence about the field at a path: `body.start_date` is "The start date". */
export function labelOf(path: string): string {
  const segments = path.split('.');
  const name = segments.at(-1) ?? '';
  if (segments.length === 1) return PARTS[name] ?? 'The request';
  if (/^\d+$/.test(name)) {
    const list = labelOf(segments.slice(0, -1).join('.'));
    return `Item ${Number(name) + 1} of ${list.replace(/^The/, 'the')}`;
  }
  if (!NAME.test(name)) return 'The value';
  return UNREADABLE.test(name) ? `"${name}"` : `The ${wordsOf(name)}`;
}

/** The object of a sentence that asks for a field: `start_date` is "a start date". */
export function requestOf(name: string): string {
  if (!NAME.test(name) || UNREADABLE.test(name)) return `"${name}"`;
  const words = wordsOf(name);
  const [first = ''] = words.split(' ');
  if (UNCOUNTABLE.test(words) || PLURAL.test(first) || PLURAL.test(words)) return words;
  return /^[aeio]/.test(words) ? `an ${words}` : `a ${words}`;
}

/** `start_date` and `startDate` as "start date". */
function wordsOf(name: string): string {
  return name
    .replaceAll('_', ' ')
    .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`)
    .toLowerCase()
    .replaceAll(ACRONYM, (word) => word.toUpperCase());
}
