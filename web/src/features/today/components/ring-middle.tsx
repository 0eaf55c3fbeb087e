import { useTranslations } from 'use-intl';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import type { Today } from '../api/queries.ts';
import { countdown, minutesUntil } from '../window.rules.ts';
import { Flower } from './flower.tsx';
import classes from './ring-middle.module.css';

type RingMiddleProps = { state: Today['state']; window: Today['window']; now: Date };

/** What stands in the middle of the ring: a countdown, the flower of today, or when the next window opens. */
export function RingMiddle({ state, window, now }: RingMiddleProps) {
  const t = useTranslations('today');
  const format = useFormatter();
  const time = (instant: string) => format.dateTime(new Date(instant), { hour: 'numeric', minute: '2-digit' });
  if (state === 'checked_in') return <Flower size={92} />;
  if (window === null) return <Icon name="clock" />;
  if (state === 'before' || state === 'open') {
    const until = state === 'before' ? window.opens_at : window.closes_at;
    return (
      <>
        <p className={classes.big} role="timer" aria-label={t(state === 'open' ? 'timeLeft' : 'timeUntil')}>
          {countdown(minutesUntil(until, now))}
        </p>
        <p>{t(state === 'open' ? 'left' : 'until', { time: time(until) })}</p>
      </>
    );
  }
  if (state === 'rest' || window.next === null) return <Icon name="clock" />;
  return (
    <>
      <p className={classes.time}>{time(window.next.opens_at)}</p>
      <p>{t('tomorrow')}</p>
    </>
  );
}
