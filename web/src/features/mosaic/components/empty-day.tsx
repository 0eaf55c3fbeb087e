import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { hasPlace } from '../../../app/places.ts';
import { useCalendarDate } from '../../../shared/days/use-calendar-date.ts';
import { ButtonLink } from '../../../shared/ui/links.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { daysQuery } from '../api/queries.ts';

/** A day without tiles: before its chains are made, without any, or before there was a mosaic at all. */
export function EmptyDay({ date, today }: { date: string; today: string }) {
  const t = useTranslations('mosaic');
  const format = useCalendarDate();
  const { data: days = [], hasNextPage, isSuccess } = useInfiniteQuery(daysQuery);
  const first = isSuccess && !hasNextPage ? days.at(-1)?.date : undefined;
  if (first !== undefined && date < first) {
    const day = format(first, { day: 'numeric', month: 'long', year: 'numeric' });
    return (
      <Notice icon="mosaic" title={t('empty')} text={t('beforeFirst', { day })}>
        <ButtonLink to="/mosaic/$date" params={{ date: first }}>
          {t('toFirst')}
        </ButtonLink>
      </Notice>
    );
  }
  return (
    <Notice icon="mosaic" title={t('empty')} text={t(date === today ? 'emptyToday' : 'emptyPast')}>
      {date === today ? (
        hasPlace('checkIn') && <ButtonLink to="/today">{t('toWindow')}</ButtonLink>
      ) : (
        <ButtonLink to="/mosaic">{t('toToday')}</ButtonLink>
      )}
    </Notice>
  );
}
