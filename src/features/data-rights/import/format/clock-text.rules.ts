/* Times as devices of any language write them: `11:54 pm`, `下午11:54`, `١١:٥٤ م`, `kl. 23.54`. */

const MAX_TEXT_LENGTH = 60;
const MAX_SECONDS_PARTS = 3;

/** Words around a time that say nothing of the half of the day. */
const NEUTRAL = new Set(
  ['', 'h', 'hs', 'hrs', 'uhr', 'u', 'uur', 'kl', 'klo', 'ora', 'ore', 'at', 'um', 'min', 's', 'sek', 'sec'].concat(
    ...['ч', 'г', 'час', 'мин', 'с', 'год', 'хв', '時', '时', '点', '點', '分', '秒', '시', '분', '초'],
  ),
);

/** One letter stands for `am` or `pm`. */
const HALVES: Readonly<Record<string, 'am' | 'pm'>> = { a: 'am', am: 'am', p: 'pm', pm: 'pm' };

/** A time of the day as `23:54`. Null if it is none, or if its half of the day is unknown. */
export function clockTimeOf(given: string): string | null {
  const text = given.normalize('NFKC').toLowerCase().trim();
  if (text.length > MAX_TEXT_LENGTH) return null;
  const numbers = text.match(/\p{Nd}+/gu)?.map(numberOf) ?? [];
  const words = text.split(/\p{Nd}+/u).map((part) => part.replaceAll(/[^\p{L}\p{M}]/gu, ''));
  if (numbers.length < 2 || numbers.length > MAX_SECONDS_PARTS || !isSeparated(text)) return null;
  const [hour = Number.NaN, minute = Number.NaN] = numbers;
  if (!(hour <= 23 && numbers.slice(1).every((number) => number <= 59))) return null;
  const names = words.filter((word) => !NEUTRAL.has(word));
  if (names.length > 1) return null;
  const [name] = names;
  const hourOfDay = name === undefined ? hour : hourIn(name, hour);
  return hourOfDay === null ? null : timeText(hourOfDay, minute);
}

export function timeText(hour: number, minute: number): string {
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

/** Not a decimal number, a negative one, or a date. */
function isSeparated(text: string): boolean {
  return !/[-+/,%]/.test(text) && !/\p{Nd}{3}/u.test(text) && /\p{Nd}\P{Nd}+\p{Nd}{2}(?!\p{Nd})/u.test(text);
}

function numberOf(digits: string): number {
  return Number([...digits].map(digitOf).join(''));
}

/** The digits of a script follow each other in Unicode, from 0 to 9. */
function digitOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return value;
}

function hourIn(name: string, hour: number): number | null {
  const half = HALVES[name];
  const hours = half === undefined ? hoursByName().get(name) : undefined;
  if (half === undefined && hours === undefined) return null;
  if (hour > 12 || hour === 0) return hour;
  const [early, late] = [hour % 12, (hour % 12) + 12];
  if (hours === undefined) return half === 'am' ? early : late;
  if (hours.has(early) !== hours.has(late)) return hours.has(early) ? early : late;
  // Where people draw the line differs: `晚上` begins at 18 or at 19. At twelve the name would have to say which.
  const isLate = [...hours].every((one) => one >= 12);
  const isEarly = [...hours].every((one) => one < 12);
  if (isLate === isEarly || (isLate && hour === 12)) return null;
  return isLate ? late : early;
}

let names: ReadonlyMap<string, ReadonlySet<number>> | null = null;

/** The hours of each name of a part of the day, in all languages of the runtime. Made on demand: it takes a second. */
function hoursByName(): ReadonlyMap<string, ReadonlySet<number>> {
  names ??= collectNames();
  return names;
}

function collectNames(): ReadonlyMap<string, ReadonlySet<number>> {
  const collected = new Map<string, Set<number>>();
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const languages = [...Intl.DateTimeFormat.supportedLocalesOf(codes), 'zh-Hant'];
  for (const options of [
    { timeStyle: 'short', hour12: true },
    { hour: 'numeric', dayPeriod: 'short' },
    { hour: 'numeric', dayPeriod: 'long' },
  ] as const) {
    for (const language of languages) {
      const format = new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options });
      for (let hour = 0; hour < 24; hour += 1) {
        const part = format.formatToParts(Date.UTC(2020, 0, 1, hour)).find(({ type }) => type === 'dayPeriod');
        const name =
          part?.value
            .normalize('NFKC')
            .toLowerCase()
            .replaceAll(/[^\p{L}\p{M}]/gu, '') ?? '';
        if (name !== '') collected.set(name, (collected.get(name) ?? new Set()).add(hour));
      }
    }
  }
  return collected;
}
