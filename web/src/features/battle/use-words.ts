import { useFormatter, useTranslations } from 'use-intl';
import { addDays } from '../../shared/days/days.rules.ts';
import type { Battle } from './api/queries.ts';
import { beatenBy, type Totals } from './battle.rules.ts';

const LAST_DAY = 6;

/** The dates of a week: "16 – 22 November". */
export function useWeekName(): (week: string) => string {
  const format = useFormatter();
  return (week) =>
    format.dateTimeRange(new Date(`${week}T00:00:00Z`), new Date(`${addDays(week, LAST_DAY)}T00:00:00Z`), {
      day: 'numeric',
      month: 'long',
      timeZone: 'UTC',
    });
}

/** How a battle ended, in the words of this client: those of the server are English. */
export function useOutcome(): (battle: Pick<Battle, 'bad_guy' | 'winner'>, totals: Totals) => string {
  const t = useTranslations('battle');
  return ({ bad_guy, winner }, totals) => {
    const { red, blue } = totals;
    const ended = t('ended', { winner: winner ?? 'tie', more: Math.max(red, blue), less: Math.min(red, blue) });
    const by = beatenBy(totals);
    return `${ended} ${t('beaten', { by, name: t('badGuy', { name: bad_guy }) })}`;
  };
}
