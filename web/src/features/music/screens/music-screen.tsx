import { Button } from '@mantine/core';
import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { dateOf } from '../../../shared/days/days.rules.ts';
import { useZoneClock } from '../../../shared/days/zone-clock.ts';
import { ListSkeleton } from '../../../shared/ui/list-skeleton.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { ScreenHeader } from '../../../shared/ui/screen-header.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { entriesSinceQuery, musicAccountQuery, type Play, playsQuery } from '../api/queries.ts';
import { AccountCard } from '../components/account-card.tsx';
import { ConnectCard } from '../components/connect-card.tsx';
import { DayOfPlays } from '../components/day-of-plays.tsx';
import { daysOfMusic } from '../plays.rules.ts';
import classes from './music-screen.module.css';

/** What was played by day, beside what was written. */
export function MusicScreen({ isConfigured }: { isConfigured: boolean }) {
  const t = useTranslations('music');
  const { data: account } = useSuspenseQuery(musicAccountQuery);
  return (
    <div className={classes.screen}>
      <ScreenHeader title={t('title')} text={t('text')} />
      <Stack gap={6}>
        {!isConfigured && <Notice icon="note" title={t('notConfigured')} text={t('notConfiguredText')} />}
        {isConfigured && (account === null || account.needs_reauth) && <ConnectCard isExpired={account !== null} />}
        {account !== null && (
          <>
            <AccountCard account={account} />
            <Suspense fallback={<ListSkeleton />}>
              <Plays />
            </Suspense>
          </>
        )}
      </Stack>
    </div>
  );
}

function Plays() {
  const t = useTranslations('music');
  const { data: plays, hasNextPage, fetchNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(playsQuery);
  if (plays.length === 0) return <Notice icon="note" title={t('empty')} text={t('emptyText')} />;
  return (
    <>
      <Days plays={plays} />
      {hasNextPage && (
        <Button variant="outline" fullWidth loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </>
  );
}

function Days({ plays }: { plays: readonly Play[] }) {
  const clock = useZoneClock();
  const { data: entries } = useSuspenseQuery(entriesSinceQuery(dateOf(plays.at(-1)?.played_at ?? '', clock)));
  return daysOfMusic(plays, entries, clock).map((day) => <DayOfPlays key={day.date} day={day} />);
}
