import { addDays } from '../../platform/days/calendar-date.ts';
import type { Letter } from './mail-layout.rules.ts';

/** What a mail says, without what stands beneath. */
export type Content = Pick<Letter, 'preview' | 'heading' | 'parts'>;

/** Somebody is addressed by their name, where they have one. */
export function addressed(greeting: string, name: string): string {
  return name === '' ? greeting : `${greeting}, ${name}`;
}

/** The names of months, short, as the span of a week needs them. */
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The days of a week: '16–22 Nov', '30 Nov – 6 Dec'. */
export function spanOf(weekStart: string): string {
  const [first, last] = [weekStart, addDays(weekStart, 6)].map((date) => {
    const [, month = '01', day = '01'] = date.split('-');
    return { day: String(Number(day)), month: MONTHS[Number(month) - 1] ?? '' };
  }) as [{ day: string; month: string }, { day: string; month: string }];
  if (first.month === last.month) return `${first.day}–${last.day} ${last.month}`;
  return `${first.day} ${first.month} – ${last.day} ${last.month}`;
}
