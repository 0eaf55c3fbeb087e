import { useTranslations } from 'use-intl';
import { Flower } from '../../../shared/art/flower.tsx';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { useNextWindow } from '../../../shared/workout/use-next-window.ts';
import { countdown, minutesUntil } from '../../../shared/workout/window.rules.ts';
import type { Today } from '../api/queries.ts';
import classes from './ring-middle.module.css';

type RingMiddleProps = { state: Today['state']; window: Today['window']; now: Date };

/** What stands in the middle of the ring: a countdown, the flower of today, or when the next window opens. */
export function RingMiddle({ state, window, now }: RingMiddleProps) {
  const t = useTranslations('today');
  const format = useFormatter();
  const nextWindow = useNextWindow();
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
  if (window.next === null) return <Icon name="clock" />;
  return <p className={classes.next}>{nextWindow(window.next.opens_at, now)}</p>;
}
