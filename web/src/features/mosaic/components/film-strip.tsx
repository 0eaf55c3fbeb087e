import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type UIEvent, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useCalendarDate } from '../../../shared/days/use-calendar-date.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { useIsDesk } from '../../../shared/ui/use-is-desk.ts';
import { daysQuery, type MosaicDay } from '../api/queries.ts';
import type { Field } from '../field.rules.ts';
import classes from './film-strip.module.css';
import { TinyField } from './tiny-field.tsx';

const AHEAD_PX = 300;

type FilmStripProps = { date: string; today: string; field: Field | null };

/** The days with a mosaic, the newest at the right. Older ones come when the strip is scrolled to its beginning. */
export function FilmStrip({ date, today, field }: FilmStripProps) {
  const t = useTranslations('mosaic');
  const strip = useRef<HTMLUListElement>(null);
  const { data: days = [], hasNextPage, isFetchingNextPage, fetchNextPage, isError } = useInfiniteQuery(daysQuery);
  const isListed = days.some((day) => day.date === date);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another day, or its arrival, is what scrolls the strip
  useEffect(() => {
    strip.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
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
            <Day day={day} today={today} isShown={day.date === date} field={day.date === date ? field : null} />
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

type DayProps = { day: MosaicDay; today: string; isShown: boolean; field: Field | null };

function Day({ day: { date, images, totalParticipants }, today, isShown, field }: DayProps) {
  const t = useTranslations('mosaic');
  const format = useCalendarDate();
  const isDesk = useIsDesk();
  const name = format(date, { weekday: 'long', day: 'numeric', month: 'long' });
  return (
    <Link
      {...(date === today ? { to: '/mosaic' } : { to: '/mosaic/$date', params: { date } })}
      className={classes.day}
      aria-current={isShown ? 'date' : undefined}
      aria-label={t('dayTiles', { day: name, count: totalParticipants })}
    >
      <span className={classes.picture}>
        {field !== null ? (
          <TinyField field={field} />
        ) : images !== null ? (
          <img src={images.thumbnail.url} alt="" loading="lazy" decoding="async" width={92} height={78} />
        ) : (
          <Icon name="mosaic" />
        )}
      </span>
      <span aria-hidden>{format(date, isDesk ? { weekday: 'short', day: 'numeric' } : { day: 'numeric' })}</span>
    </Link>
  );
}
