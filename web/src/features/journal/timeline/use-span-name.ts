import { useTranslations } from 'use-intl';
import { useCalendarDate } from '../../../shared/days/use-calendar-date.ts';

/** The name of a span of dates: a day, a month, a year, or both ends. */
export function useSpanName(): (from: string | undefined, to: string | undefined) => string {
  const t = useTranslations('journal');
  const date = useCalendarDate();
  const day = (value: string) => date(value, { day: 'numeric', month: 'short', year: 'numeric' });
  return (from, to) => {
    if (from === undefined && to === undefined) return t('dates');
    if (from === undefined) return t('datesUntil', { day: day(to ?? '') });
    if (to === undefined) return t('datesFrom', { day: day(from) });
    if (from === to) return day(from);
    if (from.endsWith('-01-01') && to === `${from.slice(0, 4)}-12-31`) return from.slice(0, 4);
    return `${day(from)} – ${day(to)}`;
  };
}
