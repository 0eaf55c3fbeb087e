import { dateSpan } from '#platform/days/calendar-date.ts';
import { instantAt } from '#platform/days/local-time.ts';
import { isTimeZone } from '#platform/days/time-zone.ts';

/** The time of day in the user's time zone from which the notification is sent. */
const NOTIFY_AT = '08:00';

export type DueGoal = { id: string; userId: string; title: string; targetDate: string; timeZone: string | null };

/** Whether it is the target date in the user's time zone (UTC if unknown), at 08:00 or later. */
export function isDue({ targetDate, timeZone }: Pick<DueGoal, 'targetDate' | 'timeZone'>, now: Date): boolean {
  const zone = timeZone !== null && isTimeZone(timeZone) ? timeZone : 'UTC';
  return instantAt({ date: targetDate, time: NOTIFY_AT, zone }) <= now && now < dateSpan(targetDate, zone).endsAt;
}
