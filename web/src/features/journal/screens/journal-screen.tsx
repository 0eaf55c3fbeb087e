import { ActionIcon } from '@mantine/core';
import { useQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { lazyPart } from '../../../shared/ui/lazy-part.ts';
import { IconLink } from '../../../shared/ui/links.tsx';
import { Muted } from '../../../shared/ui/text.tsx';
import { useIsDesk } from '../../../shared/ui/use-is-desk.ts';
import { facetsQuery, timelineQuery } from '../api/queries.ts';
import { MoodStrip } from '../calendar/mood-strip.tsx';
import { JournalHeader } from '../components/journal-header.tsx';
import { UndoBar } from '../components/undo-bar.tsx';
import { type Filters, isFiltered } from '../filters.rules.ts';
import { EmptyTimeline } from '../timeline/empty-timeline.tsx';
import { ListEnd } from '../timeline/list-end.tsx';
import { Timeline } from '../timeline/timeline.tsx';
import classes from './journal-screen.module.css';

// What the first paint can do without: menus, what only a desk shows, and the database of this device.
const FilterBar = lazyPart(async () => (await import('../timeline/filter-bar.tsx')).FilterBar);
const JournalSide = lazyPart(async () => (await import('../components/journal-side.tsx')).JournalSide);
const SearchField = lazyPart(async () => (await import('../timeline/search-field.tsx')).SearchField);
const JournalMenu = lazyPart(async () => (await import('../components/journal-menu.tsx')).JournalMenu);
const PendingList = lazyPart(async () => (await import('../pending/pending-list.tsx')).PendingList);

type JournalScreenProps = { filters: Filters; pane: ReactNode; isPaneOpen: boolean };

/** The timeline, and beside it, at a desk, the entry that is read. On a phone one of both. */
export function JournalScreen({ filters, pane, isPaneOpen }: JournalScreenProps) {
  const t = useTranslations('journal');
  const isDesk = useIsDesk();
  const scroller = useRef<HTMLDivElement>(null);
  const [isSearchOpen, setIsSearchOpen] = useState(false);
  const {
    data: entries,
    hasNextPage,
    fetchNextPage,
    isFetchingNextPage,
  } = useSuspenseInfiniteQuery(timelineQuery(filters));
  const { data: all } = useQuery(facetsQuery(filters.scope === undefined ? {} : { scope: filters.scope }));
  const { data: counted } = useQuery({ ...facetsQuery(filters), enabled: hasNextPage });
  const total = hasNextPage ? (counted?.is_complete ? counted.counted_entries : null) : entries.length;
  const isSearchShown = isDesk || isSearchOpen || filters.q !== undefined;

  return (
    <div className={classes.screen} data-pane-open={isPaneOpen}>
      <section className={classes.list} aria-label={t('title')}>
        <div className={classes.head}>
          <JournalHeader filters={filters}>
            {!isDesk && (
              <ActionIcon
                aria-label={t('search')}
                aria-expanded={isSearchShown}
                onClick={() => setIsSearchOpen(!isSearchOpen)}
              >
                <Icon name="search" />
              </ActionIcon>
            )}
            <IconLink to="/journal/calendar" aria-label={t('calendar')}>
              <Icon name="calendar" />
            </IconLink>
            <Suspense fallback={<span className={classes.menu} />}>
              <JournalMenu />
            </Suspense>
          </JournalHeader>
          {isSearchShown && (
            <Suspense fallback={<div className={classes.search} />}>
              <SearchField q={filters.q ?? ''} total={all?.counted_entries ?? null} isAutoFocused={isSearchOpen} />
            </Suspense>
          )}
          {!isDesk && !isFiltered(filters) && <MoodStrip />}
          <Suspense fallback={<div className={classes.filters} />}>
            <FilterBar filters={filters} />
          </Suspense>
        </div>
        <div className={classes.scroller} ref={scroller}>
          <Suspense>
            <PendingList />
          </Suspense>
          <Muted className={classes.found} role="status">
            {isFiltered(filters) && total !== 0 && (total === null ? t('foundMany') : t('found', { count: total }))}
          </Muted>
          {entries.length === 0 ? (
            <EmptyTimeline filters={filters} />
          ) : (
            <Timeline
              // A new list for each filter, so that it starts at its top.
              key={`${isDesk} ${JSON.stringify(filters)}`}
              entries={entries}
              total={total}
              openId={isDesk && !isPaneOpen ? (entries[0]?.id ?? null) : null}
              scroller={isDesk ? scroller : null}
              hasMore={hasNextPage}
              isLoading={isFetchingNextPage}
              onMore={() => void fetchNextPage()}
            />
          )}
          {entries.length > 0 && (
            <ListEnd hasMore={hasNextPage} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
          )}
        </div>
      </section>
      <section className={classes.pane} aria-label={t('reading')}>
        {pane}
      </section>
      {isDesk && (
        <Suspense>
          <JournalSide />
        </Suspense>
      )}
      <UndoBar />
    </div>
  );
}
