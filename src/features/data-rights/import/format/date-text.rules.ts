import { clockTimeOf } from './clock-text.rules.ts';

/* Dates as people write them in notes: `May 31, 2024`, `31.05.2024`, `2024/05/31 6:04 PM`, `20240531`. */

const MAX_TEXT_LENGTH = 80;

type Parts = { year: string; month: string; day: string };
type Groups = Partial<Record<'year' | 'month' | 'day' | 'one' | 'two', string>>;

const FORMS = [
  /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?!\d)/,
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?!\d)/,
  /^(?<year>\d{4})年 ?(?<month>\d{1,2})月 ?(?<day>\d{1,2})日/,
  /^(?<day>\d{1,2})\. ?(?<month>\d{1,2})\. ?(?<year>\d{4})(?!\d)/,
  /^(?<one>\d{1,2})\/(?<two>\d{1,2})\/(?<year>\d{4})(?!\d)/,
  /^(?<month>\p{L}{3,20})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})(?!\d)/u,
  /^(?<day>\d{1,2})(?:st|nd|rd|th|\.)?[ -](?:of |de )?(?<month>\p{L}{3,20})\.?,?[ -](?:de )?(?<year>\d{4})(?!\d)/u,
];

/** A date as `2024-05-31`, and the text behind it that should be a time. Null if it is none, or could be two. */
export function dateIn(given: string): { date: string; rest: string } | null {
  const text = withoutWeekday(given.normalize('NFKC').toLowerCase().trim());
  if (text.length > MAX_TEXT_LENGTH) return null;
  for (const form of FORMS) {
    const match = form.exec(text);
    const parts = match === null ? null : partsOf(match.groups ?? {});
    if (match === null || parts === null) continue;
    const rest = text.slice(match[0].length).replace(/^(?:,| at | um |t)/, '');
    return { date: `${parts.year}-${parts.month.padStart(2, '0')}-${parts.day.padStart(2, '0')}`, rest: rest.trim() };
  }
  return null;
}

/** A date and time of the same place. `unread` is a text that should be the time, and is none. */
export function momentIn(text: string): { date: string; time: string | null; unread: string | null } | null {
  const found = dateIn(text);
  if (found === null) return null;
  const { date, rest } = found;
  const time = rest === '' ? null : clockTimeOf(rest);
  return { date, time, unread: time === null && rest !== '' ? rest : null };
}

function withoutWeekday(text: string): string {
  return text.replace(
    /^\p{L}{2,20}\.?,? (?=\p{L}{3,20}\.? \d|\d{1,2}(?:st|nd|rd|th|\.)?[ -]\p{L}|\d{1,2}\. ?\d{1,2}\.|\d{4}-)/u,
    '',
  );
}

function partsOf({ year = '', month = '', day = '', one = '', two = '' }: Groups): Parts | null {
  if (one !== '') {
    // Day and month, or month and day.
    if (Number(one) > 12 || one === two) return { year, month: two, day: one };
    return Number(two) > 12 ? { year, month: one, day: two } : null;
  }
  if (/^\d/.test(month)) return { year, month, day };
  const months = monthsByName().get(month);
  const [number] = months?.size === 1 ? [...months] : [];
  return number === undefined ? null : { year, month: String(number), day };
}

let names: ReadonlyMap<string, ReadonlySet<number>> | null = null;

/** The months of each name, in all languages of the runtime. Some names are of different months: `listopad`. */
function monthsByName(): ReadonlyMap<string, ReadonlySet<number>> {
  names ??= collectNames();
  return names;
}

function collectNames(): ReadonlyMap<string, ReadonlySet<number>> {
  const collected = new Map<string, Set<number>>();
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const collect = (name: string, month: number) => collected.set(name, (collected.get(name) ?? new Set()).add(month));
  for (const language of Intl.DateTimeFormat.supportedLocalesOf(codes)) {
    for (const options of [{ month: 'long' }, { month: 'short' }, { month: 'long', day: 'numeric' }] as const) {
      const format = new Intl.DateTimeFormat(language, { calendar: 'gregory', timeZone: 'UTC', ...options });
      for (let month = 1; month <= 12; month += 1) {
        const part = format.formatToParts(Date.UTC(2020, month - 1, 15)).find(({ type }) => type === 'month');
        const name =
          part?.value
            .normalize('NFKC')
            .toLowerCase()
            .replaceAll(/[^\p{L}\p{M}]/gu, '') ?? '';
        if (name !== '') collect(name, month);
      }
    }
  }
  collect('sept', 9);
  return collected;
}
