import { Button, VisuallyHidden } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type UIEvent, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useCalendarDate } from '../../../shared/days/use-calendar-date.ts';
import { useIsDesk } from '../../../shared/ui/use-is-desk.ts';
import { daysQuery, type MosaicDay } from '../api/queries.ts';
import classes from './film-strip.module.css';
import { TinyDay } from './tiny-day.tsx';

const AHEAD_PX = 300;

type FilmStripProps = { date: string; today: string };

/** The days with a mosaic, the newest at the right. Older ones come when the strip is scrolled to its beginning. */
export function FilmStrip({ date, today }: FilmStripProps) {
  const t = useTranslations('mosaic');
  const strip = useRef<HTMLUListElement>(null);
  const { data: days = [], hasNextPage, isFetchingNextPage, fetchNextPage, isError } = useInfiniteQuery(daysQuery);
  const isListed = days.some((day) => day.date === date);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another day, or its arrival, is what scrolls the strip
  useEffect(() => {
    strip.current?.querySelector('[data-is-shown=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [date, isListed]);

  function onScroll({ currentTarget: { scrollLeft, scrollWidth, clientWidth } }: UIEvent): void {
    const left = scrollWidth - clientWidth - Math.abs(scrollLeft);
    if (left < AHEAD_PX && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }

  return (
    <nav aria-label={t('days')}>
      <ul ref={strip} className={classes.strip} onScroll={onScroll}>
        {days.map((day) => (
          <li key={day.date}>
            <Day day={day} today={today} isShown={day.date === date} />
          </li>
        ))}
        <li className={classes.rest}>
          {isError && <span role="status">{t('daysFailed')}</span>}
          {hasNextPage && (
            <Button variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('older')}
            </Button>
          )}
        </li>
      </ul>
    </nav>
  );
}

type DayProps = { day: MosaicDay; today: string; isShown: boolean };

function Day({ day, today, isShown }: DayProps) {
  const t = useTranslations('mosaic');
  const format = useCalendarDate();
  const isDesk = useIsDesk();
  const { date, totalParticipants } = day;
  const name = format(date, { weekday: 'long', day: 'numeric', month: 'long' });
  return (
    <Link
      {...(date === today ? { to: '/mosaic' } : { to: '/mosaic/$date', params: { date } })}
      className={classes.day}
      // The path of today, and its date, lead to the same screen.
      activeOptions={{ exact: true, includeSearch: false }}
      data-is-shown={isShown}
      aria-current={isShown ? 'date' : undefined}
    >
      <span className={classes.picture}>
        <TinyDay day={day} />
      </span>
      <span>{format(date, isDesk ? { weekday: 'short', day: 'numeric' } : { day: 'numeric' })}</span>
      <VisuallyHidden>{t('dayTiles', { day: name, count: totalParticipants })}</VisuallyHidden>
    </Link>
  );
}
