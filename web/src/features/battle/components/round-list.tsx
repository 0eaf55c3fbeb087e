import { VisuallyHidden } from '@mantine/core';
import { useFormatter, useTranslations } from 'use-intl';
import { heightsOf, type Round } from '../battle.rules.ts';
import classes from './round-list.module.css';

/** The rounds, with the damage of both robots as bars. */
export function RoundList({ rounds }: { rounds: readonly Round[] }) {
  const t = useTranslations('battle');
  const format = useFormatter();
  const widths = heightsOf(rounds.flatMap(({ redDamage, blueDamage }) => [redDamage, blueDamage]));
  return (
    <ol className={classes.rounds}>
      {rounds.map(({ round, redDamage: red, blueDamage: blue }, index) => (
        <li key={round}>
          <VisuallyHidden>{t('round', { round, red, blue })}</VisuallyHidden>
          <span className={classes.red} data-is-more={red > blue} aria-hidden>
            {format.number(red)}
          </span>
          <span className={classes.bar} data-side="red" aria-hidden>
            <i style={{ width: `${widths[2 * index]}%` }} />
          </span>
          <span className={classes.number} aria-hidden>
            {round}
          </span>
          <span className={classes.bar} data-side="blue" aria-hidden>
            <i style={{ width: `${widths[2 * index + 1]}%` }} />
          </span>
          <span className={classes.blue} data-is-more={blue > red} aria-hidden>
            {format.number(blue)}
          </span>
        </li>
      ))}
    </ol>
  );
}
