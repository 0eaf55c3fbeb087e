import { useTranslations } from 'use-intl';
import { useFormatter } from '../../shared/days/use-formatter.ts';
import { useNextWindow } from '../../shared/workout/use-next-window.ts';
import { stateAt } from '../../shared/workout/window.rules.ts';
import type { Today } from './line.rules.ts';

/** Where the user stands on the day, and a sentence that says so. */
export function useOwnStanding(today: Today, now: Date): { state: Today['state']; text: string } {
  const t = useTranslations('chain');
  const format = useFormatter();
  const nextWindow = useNextWindow();
  const state = stateAt(today, now);
  const { window, checkin } = today;
  const time = (instant: string) => format.dateTime(new Date(instant), { hour: 'numeric', minute: '2-digit' });
  const next = window?.next ? t('own.next', { next: nextWindow(window.next.opens_at, now) }) : '';
  return { state, text: textOf() };

  function textOf(): string {
    switch (state) {
      case 'checked_in':
        return checkin === null ? '' : t('own.done', { time: time(checkin.photo_timestamp) });
      case 'open':
        return window === null ? '' : t('own.open', { time: time(window.closes_at) });
      case 'before':
        return window === null ? '' : t('own.before', { time: time(window.opens_at) });
      case 'rest':
        return `${t('own.rest')} ${next}`;
      case 'rejected':
        return checkin?.can_replace ? t('own.replace') : next;
      default:
        return next;
    }
  }
}
