import { addDays, dateSpan, localDateOf, mondayOf } from './calendar-date.ts';

const WEEK_DAYS = 7;

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

/** When the week after a week is over, and with it what tells about the first one. */
export function endOfWeekAfter({ start }: Week): Date {
  return dateSpan(addDays(start, 2 * WEEK_DAYS), 'UTC').startsAt;
}
