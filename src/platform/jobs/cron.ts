// Not croner: graphile-worker starts the jobs, so its parser decides; croner reads `0 0 1-31 * 1` and `0 0 L * *` differently.
import { parseCronItem } from 'graphile-worker';

const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;
const MINUTES_OF_DAY = Array.from({ length: 24 * 60 }, (_, minute) => minute);
/** From one leap day to the next around a year such as 2100, which has none. */
const DAYS_TO_LOOK_AT = 8 * 366 + 1;

/**
 * The first minute after `now` at which a schedule (see `Job`) is due, in UTC.
 *
 * @throws Error for text that graphile-worker does not read, and for a schedule that is never due
 */
export function nextRunAt(cron: string, now: Date): Date {
  const [minute, hour, ...day] = cron.trim().split(/\s+/);
  const isDay = matcherOf(`0 0 ${day.join(' ')}`);
  const isTime = matcherOf(`${minute} ${hour} * * *`);
  // Any date: the times are the same on all.
  const minutes = MINUTES_OF_DAY.filter((count) => isTime(new Date(count * MINUTE_MS)));
  const today = Math.floor(now.getTime() / DAY_MS);
  for (let days = today; days < today + DAYS_TO_LOOK_AT; days += 1) {
    const midnight = days * DAY_MS;
    if (!isDay(new Date(midnight))) continue;
    const scheduledAt = minutes.map((count) => midnight + count * MINUTE_MS).find((time) => time > now.getTime());
    if (scheduledAt !== undefined) return new Date(scheduledAt);
  }
  throw new Error(`The schedule ${cron} is never due.`);
}

function matcherOf(cron: string): (moment: Date) => boolean {
  const { match } = parseCronItem({ task: 'any', match: cron });
  return (moment) =>
    match({
      min: moment.getUTCMinutes(),
      hour: moment.getUTCHours(),
      date: moment.getUTCDate(),
      month: moment.getUTCMonth() + 1,
      dow: moment.getUTCDay(),
    });
}
