import { useFormatter } from 'use-intl';
import { Muted } from '../../../shared/ui/text.tsx';
import classes from './score.module.css';

const EVEN = 50;

/** The numbers of both teams, and their parts of the whole as one bar. */
export function Score({ red, blue, unit }: { red: number; blue: number; unit: string }) {
  const format = useFormatter();
  const part = red + blue === 0 ? EVEN : (100 * red) / (red + blue);
  return (
    <span className={classes.score}>
      <span>
        <span className={classes.number} data-team="red">
          {format.number(red)}
        </span>
        <Muted as="span">{unit}</Muted>
      </span>
      <span className={classes.bar} aria-hidden>
        <span style={{ width: `${part}%` }} />
        <span />
      </span>
      <span className={classes.end}>
        <span className={classes.number} data-team="blue">
          {format.number(blue)}
        </span>
        <Muted as="span">{unit}</Muted>
      </span>
    </span>
  );
}
