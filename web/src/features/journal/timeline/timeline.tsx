import { useRouterState } from '@tanstack/react-router';
import { type ReactElement, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Virtualizer, type VirtualizerHandle, WindowVirtualizer } from 'virtua';
import { useCalendarDate } from '../../../shared/days/use-calendar-date.ts';
import { keyOf } from '../../../shared/ui/key.ts';
import { Muted } from '../../../shared/ui/text.tsx';
import type { Entry } from '../entry.ts';
import { EntryRow } from './entry-row.tsx';
import { keepPosition, positionOf } from './positions.ts';
import classes from './timeline.module.css';

type TimelineProps = {
  entries: readonly Entry[];
  /** The number of entries, if it is known. */
  total: number | null;
  /** The entry that is shown beside the list without having been chosen. */
  openId: string | null;
  /** What scrolls at a desk. Null on a phone, where the page does. */
  scroller: RefObject<HTMLElement | null> | null;
  hasMore: boolean;
  isLoading: boolean;
  onMore: () => void;
};

const ROWS_AHEAD = 15;

/** Entries by month, newest first. Only those in sight are in the page. */
export function Timeline({ entries, total, openId, scroller, hasMore, isLoading, onMore }: TimelineProps) {
  const t = useTranslations('journal');
  const date = useCalendarDate();
  const list = useRef<VirtualizerHandle>(null);
  const historyKey = useRouterState({ select: ({ location }) => location.state.__TSR_key ?? '' });
  const [kept] = useState(() => positionOf(historyKey, entries.length));
  const [top, setTop] = useState(0);
  const monthOf = (index: number) => entries[index]?.entry_date.slice(0, 7) ?? '';
  const nameOf = (month: string) => (month === '' ? '' : date(`${month}-01`, { month: 'long', year: 'numeric' }));

  useLayoutEffect(() => {
    if (kept !== undefined && scroller !== null) list.current?.scrollTo(kept.offset);
  }, [kept, scroller]);

  function keep(): void {
    const { current } = list;
    if (current === null) return;
    keepPosition(historyKey, { cache: current.cache, offset: current.scrollOffset, count: entries.length });
  }
  // The list stays where it is while an entry is opened beside it: that address has the same position.
  const keptKey = useRef(historyKey);
  useLayoutEffect(() => {
    if (keptKey.current === historyKey) return;
    keptKey.current = historyKey;
    keep();
  });

  const shared = {
    data: entries,
    ...(kept !== undefined && { cache: kept.cache }),
    onScroll: () => {
      const { current } = list;
      if (current === null) return;
      const offset = current.scrollOffset;
      const first = current.findItemIndex(offset + 1);
      if (monthOf(first) !== monthOf(top) || (first === 0) !== (top === 0)) setTop(first);
      const last = current.findItemIndex(offset + current.viewportSize);
      if (hasMore && !isLoading && last > entries.length - ROWS_AHEAD) onMore();
    },
    onScrollEnd: keep,
    children: (entry: Entry, index: number): ReactElement => (
      <article
        aria-posinset={index + 1}
        aria-setsize={total ?? (hasMore ? -1 : entries.length)}
        className={classes.item}
        data-index={index}
        key={entry.id}
      >
        {monthOf(index) !== monthOf(index - 1) && (
          <Muted as="h2" weight={600} className={classes.month} data-first={index === 0}>
            {nameOf(monthOf(index))}
          </Muted>
        )}
        <EntryRow entry={entry} isOpen={entry.id === openId} />
      </article>
    ),
  };

  return (
    <>
      <div className={classes.sticky} hidden={top === 0} aria-hidden>
        <Muted weight={600} className={classes.month}>
          {nameOf(monthOf(top))}
        </Muted>
      </div>
      <div
        role="feed"
        aria-label={t('entries')}
        aria-busy={isLoading}
        onKeyDown={(event) => {
          const step = STEPS[keyOf(event) ?? ''];
          if (step === undefined) return;
          event.preventDefault();
          focusRow(event.target as HTMLElement, event.currentTarget, step, list.current);
        }}
      >
        {scroller === null ? (
          <WindowVirtualizer {...shared} ref={list as never} />
        ) : (
          <Virtualizer {...shared} ref={list} scrollRef={scroller} />
        )}
      </div>
    </>
  );
}

/** The keys of a feed. J and K are those of mail programs. */
const STEPS: Record<string, number> = { PageDown: 1, j: 1, PageUp: -1, k: -1 };

/** Moves the focus to another row of the feed, and brings it into the page first. */
function focusRow(from: HTMLElement, feed: HTMLElement, step: number, list: VirtualizerHandle | null): void {
  const index = Number(from.closest<HTMLElement>('[data-index]')?.dataset.index) + step;
  if (!Number.isInteger(index) || index < 0) return;
  list?.scrollToIndex(index, { align: 'nearest' });
  requestAnimationFrame(() => feed.querySelector<HTMLElement>(`[data-index="${index}"] a`)?.focus());
}
