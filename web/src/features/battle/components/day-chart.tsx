import { VisuallyHidden } from '@mantine/core';
import { useFormatter, useTranslations } from 'use-intl';
import { useCalendarDate } from '../../../shared/days/use-calendar-date.ts';
import { Section } from '../../../shared/ui/section.tsx';
import type { BattleWeek } from '../api/queries.ts';
import { heightsOf } from '../battle.rules.ts';
import classes from './day-chart.module.css';

/** The chips of each day by team: bars, and a table for screen readers. `today` is a date of the user. */
export function DayChart({ days, today }: { days: BattleWeek['dailyStats']; today: string }) {
  const t = useTranslations('battle');
  const date = useCalendarDate();
  const format = useFormatter();
  const heights = heightsOf(days.flatMap(({ redTeamChips, blueTeamChips }) => [redTeamChips, blueTeamChips]));
  return (
    <Section title={t('days')} aside={t('daysUnit')} isCard>
      <div className={classes.chart} aria-hidden>
        {days.map(({ date: day, redTeamChips, blueTeamChips }, index) => (
          <div key={day} className={classes.day} data-is-today={day === today}>
            <Bar side="red" height={heights[2 * index] ?? 0} label={format.number(redTeamChips)} />
            <Bar side="blue" height={heights[2 * index + 1] ?? 0} label={format.number(blueTeamChips)} />
            <span className={classes.name}>{date(day, { weekday: 'short' })}</span>
          </div>
        ))}
      </div>
      <VisuallyHidden component="table">
        <caption>{t('daysUnit')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('day')}</th>
            <th scope="col">{t('red')}</th>
            <th scope="col">{t('blue')}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ date: day, redTeamChips, blueTeamChips }) => (
            <tr key={day}>
              <th scope="row">{date(day, { weekday: 'long', day: 'numeric', month: 'long' })}</th>
              <td>{redTeamChips}</td>
              <td>{blueTeamChips}</td>
            </tr>
          ))}
        </tbody>
      </VisuallyHidden>
    </Section>
  );
}

function Bar({ side, height, label }: { side: 'red' | 'blue'; height: number; label: string }) {
  return (
    <div className={classes.bar} data-side={side}>
      <i style={{ height: `${height}%` }} />
      <span>{label}</span>
    </div>
  );
}
