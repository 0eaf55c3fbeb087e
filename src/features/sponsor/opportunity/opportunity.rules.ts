import { dateSpan } from '#platform/days/calendar-date.ts';

/** The instant at which a deadline passes: the end of a date in UTC, or an instant with its offset. */
export function closingOf(deadline: string): Date {
  return deadline.includes('T') ? new Date(deadline) : dateSpan(deadline, 'UTC').endsAt;
}
