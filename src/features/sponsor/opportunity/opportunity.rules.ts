import { dateSpan } from '../../../platform/days/calendar-date.ts';

/** From when on a deadline has passed, a date in UTC or an instant with its offset. */
export function closingOf(deadline: string): Date {
  return deadline.includes('T') ? new Date(deadline) : dateSpan(deadline, 'UTC').endsAt;
}
