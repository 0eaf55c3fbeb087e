import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { journalDayIn } from '../../../shared/days/today-in.ts';
import { useCalendarDate } from '../../../shared/days/use-calendar-date.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { ButtonLink, IconLink } from '../../../shared/ui/links.tsx';
import { List } from '../../../shared/ui/list.tsx';
import { Cluster, Row } from '../../../shared/ui/row.tsx';
import { Text } from '../../../shared/ui/text.tsx';
import { dayFromTimeline, dayQuery, moodsQuery, onThisDayQuery } from '../api/queries.ts';
import { plusMonths } from '../calendar/days.rules.ts';
import { MonthGrid } from '../calendar/month-grid.tsx';
import { YearGrid } from '../calendar/year-grid.tsx';
import { PaneHeader } from '../components/pane-header.tsx';
import { usePerson } from '../person.tsx';
import { EntryRow } from '../timeline/entry-row.tsx';
import classes from './calendar-screen.module.css';

/** The moods of a month and of its year. A day shows its entries, or starts one. */
export function CalendarScreen({ day }: { day: string | undefined }) {
  const t = useTranslations('journal');
  const date = useCalendarDate();
  const navigate = useNavigate();
  const today = journalDayIn(usePerson().clock);
  const selected = day === undefined || day > today ? today : day;
  const [month, year] = [selected.slice(0, 7), Number(selected.slice(0, 4))];
  const { data: moods } = useSuspenseQuery(moodsQuery(`${year}-01-01`, `${year}-12-31`));
  const next = `${plusMonths(month, 1)}-01`;
  const select = (chosen: string) =>
    void navigate({ to: '/journal/calendar', search: { day: chosen }, replace: true, resetScroll: false });

  return (
    <div className={classes.screen}>
      <PaneHeader title={t('calendar')} />
      <Row justify="between" className={classes.monthBar}>
        <IconLink
          to="/journal/calendar"
          search={{ day: `${plusMonths(month, -1)}-01` }}
          resetScroll={false}
          aria-label={t('monthBefore')}
        >
          <Icon name="chevron-left" />
        </IconLink>
        <h2 className={classes.monthName} aria-live="polite">
          {date(`${month}-01`, { month: 'long', year: 'numeric' })}
        </h2>
        <IconLink
          to="/journal/calendar"
          search={{ day: next > today ? today : next }}
          resetScroll={false}
          disabled={next > today}
          aria-disabled={next > today}
          aria-label={t('monthAfter')}
        >
          <Icon name="chevron-right" />
        </IconLink>
      </Row>
      <MonthGrid month={month} moods={moods} today={today} selected={selected} onSelect={select} />
      <Day day={selected} />
      <section className={classes.section}>
        <Text as="h2" size="lg" weight={600}>
          {String(year)}
        </Text>
        <YearGrid year={year} moods={moods} month={month} />
        <Cluster gap={2}>
          <ButtonLink variant="outline" to="/journal/calendar" search={{ day: `${year - 1}-12-31` }}>
            {String(year - 1)}
          </ButtonLink>
          {year < Number(today.slice(0, 4)) && (
            <ButtonLink variant="outline" to="/journal/calendar" search={{ day: `${year + 1}-01-01` }}>
              {String(year + 1)}
            </ButtonLink>
          )}
        </Cluster>
      </section>
    </div>
  );
}

/** The entries of a day, and those of the same day in earlier years. */
function Day({ day }: { day: string }) {
  const t = useTranslations('journal');
  const date = useCalendarDate();
  const queryClient = useQueryClient();
  const { data: entries, isError } = useQuery({
    ...dayQuery(day),
    placeholderData: () => dayFromTimeline(queryClient, day),
  });
  const { data: earlier = [] } = useQuery(onThisDayQuery(day));
  return (
    <section className={classes.section} aria-live="polite">
      <Text as="h2" size="lg" weight={600}>
        {date(day, { weekday: 'long', day: 'numeric', month: 'long' })}
      </Text>
      {isError && <Text tone="quiet">{t('dayOffline')}</Text>}
      {entries?.length === 0 && <Text tone="quiet">{t('dayEmpty')}</Text>}
      <List className={classes.rows}>
        {entries?.map((entry) => (
          <li key={entry.id}>
            <EntryRow entry={entry} />
          </li>
        ))}
      </List>
      <div>
        <ButtonLink
          variant={entries?.length === 0 ? 'filled' : 'outline'}
          to="/journal/new"
          search={{ day }}
          leftSection={<Icon name="pencil" size={20} />}
        >
          {t('writeForDay')}
        </ButtonLink>
      </div>
      {earlier.length > 0 && (
        <>
          <Text as="h3" size="lg" weight={600}>
            {t('earlierYears')}
          </Text>
          <List className={classes.rows}>
            {earlier.map((entry) => (
              <li key={entry.id}>
                <EntryRow entry={entry} isWithYear />
              </li>
            ))}
          </List>
        </>
      )}
    </section>
  );
}
