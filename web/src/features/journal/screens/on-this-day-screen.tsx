import { useSuspenseQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useCalendarDate } from '../../../shared/days/use-calendar-date.ts';
import { ButtonLink } from '../../../shared/ui/links.tsx';
import { List } from '../../../shared/ui/list.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { Muted } from '../../../shared/ui/text.tsx';
import { onThisDayQuery } from '../api/queries.ts';
import { PaneHeader } from '../components/pane-header.tsx';
import { EntryRow } from '../timeline/entry-row.tsx';
import classes from './list-screen.module.css';

/** What was written on this day in earlier years. */
export function OnThisDayScreen({ day }: { day: string }) {
  const t = useTranslations('journal');
  const date = useCalendarDate();
  const { data: entries } = useSuspenseQuery(onThisDayQuery(day));
  const years = [...new Set(entries.map(({ entry_date }) => entry_date.slice(0, 4)))];
  const ofYear = (year: string) => entries.filter(({ entry_date }) => entry_date.startsWith(year));
  return (
    <div className={classes.screen}>
      <PaneHeader title={t('onThisDay')} text={date(day, { day: 'numeric', month: 'long' })} />
      {entries.length === 0 ? (
        <Notice icon="sprout" title={t('onThisDayEmpty')} text={t('onThisDayEmptyText')}>
          <ButtonLink to="/journal/new">{t('writeToday')}</ButtonLink>
        </Notice>
      ) : (
        years.map((year) => (
          <section key={year}>
            <Muted as="h2" weight={600} className={classes.heading}>
              {t('yearsAgo', { year, count: Number(day.slice(0, 4)) - Number(year) })}
            </Muted>
            <List>
              {ofYear(year).map((entry) => (
                <li key={entry.id}>
                  <EntryRow entry={entry} />
                </li>
              ))}
            </List>
          </section>
        ))
      )}
    </div>
  );
}
