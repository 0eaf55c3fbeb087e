import { useTranslations } from 'use-intl';
import { addDays, dateOf } from '../days/days.rules.ts';
import { useFormatter } from '../days/use-formatter.ts';
import { useZoneClock } from '../days/zone-clock.ts';

/** Says when a window opens, as seen from now: `tomorrow at 18:00`. */
export function useNextWindow(): (opensAt: string, now: Date) => string {
  const t = useTranslations('workout');
  const format = useFormatter();
  const clock = useZoneClock();
  return (opensAt, now) => {
    const instant = new Date(opensAt);
    const [today, date] = [dateOf(now, clock), dateOf(instant, clock)];
    const time = format.dateTime(instant, { hour: 'numeric', minute: '2-digit' });
    if (date === today) return t('next.today', { time });
    if (date === addDays(today, 1)) return t('next.tomorrow', { time });
    return t('next.later', { time, day: format.dateTime(instant, { weekday: 'long' }) });
  };
}
