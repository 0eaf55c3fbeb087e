import { addDays, dateSpan, localDateOf, mondayOf } from '../../platform/days/calendar-date.ts';
import type { DigestFacts } from './mail-text.rules.ts';

const WEEK_DAYS = 7;

/** How long letters are of use, mails are listed, and days are counted. */
export const LISTED_DAYS = 90;
export const COUNTED_DAYS = 2;

/** An ISO week in UTC: its Monday and its Sunday, and its first instant and that of the next week. */
export type Week = { start: string; end: string; from: Date; until: Date };

/** The last week that is over. */
export function weekBefore(now: Date): Week {
  const next = mondayOf(localDateOf(now, 'UTC'));
  const start = addDays(next, -WEEK_DAYS);
  return {
    start,
    end: addDays(next, -1),
    from: dateSpan(start, 'UTC').startsAt,
    until: dateSpan(next, 'UTC').startsAt,
  };
}

/** When a letter about a week is of no use any more: when the next week is over. */
export function digestExpiresAt({ start }: Week): Date {
  return dateSpan(addDays(start, 2 * WEEK_DAYS), 'UTC').startsAt;
}

/** A quiet week needs no letter. */
export function isWorthWriting({ entries, checkIns, goalCheckIns }: DigestFacts): boolean {
  return entries + checkIns + goalCheckIns > 0;
}
