import { addDays } from '../../platform/days/calendar-date.ts';
import type { Email } from './mail-layout.rules.ts';

/** What a mail says, without what stands beneath. */
export type Content = Pick<Email, 'preview' | 'heading' | 'parts'>;

const MAX_GREETED_NAME_LENGTH = 60;

/** What mail programs make links of, wherever it stands. */
const LINK_LIKE = /:\/\/|www\.|@|[\p{L}\p{N}][.\u3002][\p{L}\p{N}]/iu;

/**
 * Somebody is addressed by their name, where they have one that is no more than that: whoever signs up with the address of somebody
 * else chooses what stands there, and shall not send them advertisements or links by it.
 */
export function addressed(greeting: string, name: string): string {
  return isPlainName(name) ? `${greeting}, ${name}` : greeting;
}

/** Whether a name can stand in a mail: short, and nothing that a mail program makes a link of. */
export function isPlainName(name: string): boolean {
  if (name === '' || name.length > MAX_GREETED_NAME_LENGTH) return false;
  // As somebody sees it: characters of another width say the same, and some cannot be seen.
  return !LINK_LIKE.test(name.normalize('NFKC').replaceAll(/\p{Cf}/gu, ''));
}

/** The names of months, short, as the span of a week needs them. */
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** '22 Nov' for a calendar date. */
export function dayOf(date: string): string {
  const [, month = '01', day = '01'] = date.split('-');
  return `${Number(day)} ${MONTHS[Number(month) - 1] ?? ''}`;
}

/** The days of a week: '16–22 Nov', '30 Nov – 6 Dec'. */
export function spanOf(weekStart: string): string {
  const [first, last] = [weekStart, addDays(weekStart, 6)].map((date) => {
    const [, month = '01', day = '01'] = date.split('-');
    return { day: String(Number(day)), month: MONTHS[Number(month) - 1] ?? '' };
  }) as [{ day: string; month: string }, { day: string; month: string }];
  if (first.month === last.month) return `${first.day}–${last.day} ${last.month}`;
  return `${first.day} ${first.month} – ${last.day} ${last.month}`;
}
