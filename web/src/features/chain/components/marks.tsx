import { Flower } from '../../../shared/art/flower.tsx';
import type { DayMark } from '../days.rules.ts';
import classes from './marks.module.css';

/** How a day went, as a sign. Words beside it say the same. */
export function Mark({ mark, size = 26 }: { mark: DayMark; size?: number }) {
  return (
    <span className={classes.mark} data-mark={mark} aria-hidden>
      {mark === 'done' && <Flower size={size} />}
    </span>
  );
}
