import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useCalendarDate } from '../../../shared/days/use-calendar-date.ts';
import { useFirstWeekday } from '../../../shared/days/use-first-weekday.ts';
import { Problem } from '../../../shared/problem/problem.tsx';
import { Row } from '../../../shared/ui/row.tsx';
import { Section } from '../../../shared/ui/section.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Muted, Text } from '../../../shared/ui/text.tsx';
import { historyQuery, type OwnDays } from '../api/queries.ts';
import { countDone, monthOf } from '../days.rules.ts';
import classes from './history.module.css';
import { Mark } from './marks.tsx';

type HistoryProps = {
  today: string;
  /** The date of the first window. */
  since: string;
  team: 'red' | 'blue';
};

/** All days of the user, a month a page. */
export function History({ today, since, team }: HistoryProps) {
  const t = useTranslations('chain');
  const { data, error, isPending, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    historyQuery(today, since),
  );
  return (
    <Section title={t('history')}>
      <Stack gap={5} data-team={team} aria-busy={isPending}>
        {data?.pages.map((page) => (
          <Month key={page.month} month={page.month} days={page} today={today} />
        ))}
        <Problem error={error} />
        {error !== null && (
          <Button variant="outline" onClick={() => void (data === undefined ? refetch() : fetchNextPage())}>
            {t('retry')}
          </Button>
        )}
        {hasNextPage && error === null && (
          <Button variant="outline" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('earlier')}
          </Button>
        )}
      </Stack>
    </Section>
  );
}

function Month({ month, days: { days, checkins }, today }: { month: string; days: OwnDays; today: string }) {
  const t = useTranslations('chain');
  const date = useCalendarDate();
  const { offset, days: marked } = monthOf(days, month, today, useFirstWeekday());
  const photos = new Map(checkins.map(({ date: day, photo_thumbnail: photo }) => [day, photo]));
  return (
    <div>
      <Row justify="between" align="baseline">
        <Text as="h3" weight={600}>
          {date(`${month}-01`, { month: 'long', year: 'numeric' })}
        </Text>
        <Muted as="span">{t('monthCount', { count: countDone(marked) })}</Muted>
      </Row>
      <ol className={classes.month}>
        {marked.map(({ date: day, mark }, index) => {
          const photo = mark === 'done' ? photos.get(day) : undefined;
          return (
            <li
              key={day}
              className={classes.day}
              style={index === 0 ? { gridColumnStart: offset + 1 } : undefined}
              data-mark={mark}
              aria-label={t('dayIs', { day: date(day, { day: 'numeric', month: 'long' }), mark: t(`marks.${mark}`) })}
            >
              {photo && <img src={photo.url} alt="" width={44} height={44} loading="lazy" />}
              <span className={classes.number} aria-hidden>
                {Number(day.slice(8))}
              </span>
              {!photo && <Mark mark={mark} size={18} />}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
