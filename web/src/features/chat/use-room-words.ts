import { useFormatter, useTranslations } from 'use-intl';
import { addDays, daysBetween } from '../../shared/days/days.rules.ts';
import { todayIn } from '../../shared/days/today-in.ts';
import { useCalendarDate } from '../../shared/days/use-calendar-date.ts';
import { useZoneClock } from '../../shared/days/zone-clock.ts';
import type { Room } from './chat.ts';

/** The end of the last window of a date, on the next one. */
const LAST_WINDOW_END = new Date(Date.UTC(2000, 0, 1, 2));

/** The name of a room, and what it is. */
export function useRoomWords() {
  const t = useTranslations('chat');
  const format = useFormatter();
  const calendarDate = useCalendarDate();
  const today = todayIn(useZoneClock());

  function nameOf({ name, date }: Pick<Room, 'name' | 'date'>): string {
    if (name !== null || date === null) return name ?? t('squad');
    const ago = daysBetween(date, today);
    if (ago === 0) return t('squadToday');
    if (ago === 1) return t('squadYesterday');
    return t('squadOf', { date: calendarDate(date, { day: 'numeric', month: 'long' }) });
  }

  /** Its kind; of a squad until when it can be written and read. */
  function aboutOf({ kind, date, can_write: canWrite }: Room): string {
    if (kind !== 'squad' || date === null) return t(`kinds.${kind === 'team' ? 'team' : 'organization'}`);
    const day = calendarDate(addDays(date, 1), { weekday: 'long' });
    if (!canWrite) return t('readableUntil', { day });
    const time = format.dateTime(LAST_WINDOW_END, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
    return t('writableUntil', { day, time });
  }

  return { nameOf, aboutOf };
}

/** Today, yesterday, or the date. */
export function useDayName(): (day: string) => string {
  const t = useTranslations('chat');
  const date = useCalendarDate();
  const today = todayIn(useZoneClock());
  return (day) => {
    const ago = daysBetween(day, today);
    if (ago === 0) return t('today');
    if (ago === 1) return t('yesterday');
    const year = day.slice(0, 4) === today.slice(0, 4) ? {} : ({ year: 'numeric' } as const);
    return date(day, { weekday: 'long', day: 'numeric', month: 'long', ...year });
  };
}
