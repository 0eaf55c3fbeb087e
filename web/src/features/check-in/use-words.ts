import { useTranslations } from 'use-intl';
import { addDays } from '../../shared/days/days.rules.ts';
import { useCalendarDate } from '../../shared/days/use-calendar-date.ts';
import { useFormatter } from '../../shared/days/use-formatter.ts';
import { useNextWindow } from '../../shared/workout/use-next-window.ts';
import type { CheckedIn } from './api/check-in.ts';
import { countedWords, sideOf, type Today, waitingCounts } from './check-in.rules.ts';

type DayOf = Pick<Today, 'date' | 'state' | 'window'>;

/** What the screen says of times: which one it is, and for which one a check-in counts. */
export function useWords({ date, state, window }: DayOf, now: Date, isPastMidnight: boolean) {
  const t = useTranslations('check-in');
  const format = useFormatter();
  const dateName = useCalendarDate();
  const nextWindow = useNextWindow();
  const time = (instant: string | Date) => format.dateTime(new Date(instant), { hour: 'numeric', minute: '2-digit' });
  const day = (one: string) => dateName(one, { weekday: 'long' });
  const place = sideOf(now, window);
  const next = window?.next ? nextWindow(window.next.opens_at, now) : null;

  return {
    time,
    next: next && t('nextWindow', { next }),
    /** Beside the way out. */
    when: () => {
      if (window !== null && place === 'inside') return t('whenOpen', { now: time(now), time: time(window.closes_at) });
      if (window !== null && place === 'before')
        return t('whenBefore', { now: time(now), time: time(window.opens_at) });
      return next && t('whenNext', { now: time(now), next });
    },
    /** What a check-in counts for now, if it is not made in the window of today. */
    note: () => {
      if (state === 'rest') return t('noteRest');
      if (window === null) return null;
      if (place === 'before') return t('noteBefore', { time: time(window.opens_at) });
      if (place === 'after') return t('noteAfter', { time: time(window.closes_at) });
      return isPastMidnight ? t('noteMidnight', { day: day(date) }) : null;
    },
    midnight: () => ({
      text:
        window === null
          ? ''
          : t('midnightText', {
              start: time(window.opens_at),
              end: time(window.closes_at),
              day: day(date),
              next: day(addDays(date, 1)),
            }),
      action: t('midnightAction', { day: day(date) }),
    }),
    /** What a photo that waits will count for. */
    waiting: (takenAt: string | undefined) => {
      if (takenAt === undefined) return t('waitingArrival');
      const taken = new Date(takenAt);
      return waitingCounts(taken, now) === 'taken' ? t('waitingTaken', { time: time(taken) }) : t('waitingTooOld');
    },
    /** What a photo that has arrived counts for. */
    counted: ({ countsFor, countedAt, checkin }: CheckedIn, takenAt: string | null) => {
      const words = countedWords({ countsFor, countedAt }, takenAt);
      const values = { time: time(countedAt), day: day(checkin.date) };
      if (words === 'arrival') return t('countedArrival', values);
      return checkin.within_window ? null : t('countedOutside', values);
    },
  };
}
