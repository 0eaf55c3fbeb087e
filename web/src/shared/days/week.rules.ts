import { addDays, weekdayOf } from './days.rules.ts';

const SATURDAY = 5;
const SUNDAY = 6;

/** From CLDR, for browsers that do not tell: where the week does not begin on Monday. */
const FRIDAY_REGIONS = new Set(['MV']);
const SATURDAY_REGIONS = regions('AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY');
const SUNDAY_REGIONS = regions(
  'AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE PH PK PR PT PY SA SG',
  'SV TH TT TW UM US VE VI WS YE ZA ZW',
);

function regions(...lists: string[]): ReadonlySet<string> {
  return new Set(lists.join(' ').split(' '));
}

/** `firstDay` is 1 for Monday and 7 for Sunday. Browsers have the one, the other or none. */
type WithWeek = Intl.Locale & { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } };

/** The day with which the week of a locale begins. 0 is Monday. */
export function firstWeekdayOf(tag: string): number {
  const locale = localeOf(tag);
  if (locale === null) return 0;
  const { firstDay } = locale.getWeekInfo?.() ?? locale.weekInfo ?? {};
  return firstDay === undefined ? firstWeekdayOfRegion(locale.maximize().region ?? '') : firstDay - 1;
}

function localeOf(tag: string): WithWeek | null {
  try {
    return new Intl.Locale(tag);
  } catch {
    // Such as `c`, which some systems are set to.
    return null;
  }
}

/** The same by the region alone. */
export function firstWeekdayOfRegion(region: string): number {
  if (FRIDAY_REGIONS.has(region)) return SATURDAY - 1;
  if (SATURDAY_REGIONS.has(region)) return SATURDAY;
  return SUNDAY_REGIONS.has(region) ? SUNDAY : 0;
}

/** The first day of the week that a day is in. */
export function startOfWeek(day: string, firstWeekday: number): string {
  return addDays(day, -((weekdayOf(day) - firstWeekday + 7) % 7));
}
