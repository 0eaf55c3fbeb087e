import { ActionIcon, Loader } from '@mantine/core';
import { type ReactElement, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { Icon } from '../../../shared/icons/icon.tsx';
import type { Row } from '../rows.rules.ts';
import classes from './message-list.module.css';

const OLDER_AHEAD_PX = 600;
/** How near to the end counts as the end. */
const END_PX = 40;

type MessageListProps = {
  label: string;
  rows: readonly Row[];
  hasOlder: boolean;
  isLoadingOlder: boolean;
  onOlder: () => void;
  isAtEnd: boolean;
  onAtEnd: (isAtEnd: boolean) => void;
  children: (row: Row) => ReactElement;
};

/** Messages with the newest at the bottom. Stays there while new ones come, and where it is while the user reads older ones. */
export function MessageList(props: MessageListProps) {
  const { label, rows, hasOlder, isLoadingOlder, onOlder, isAtEnd, onAtEnd, children } = props;
  const t = useTranslations('chat');
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const [first, last] = [rows[0]?.key, rows.at(-1)?.key];
  const [known, setKnown] = useState({ first, last, isPrepended: false });
  if (known.first !== first || known.last !== last) {
    setKnown({ first, last, isPrepended: known.last === last });
  }

  const toEnd = () => list.current?.scrollToIndex(rows.length - 1, { align: 'end' });
  const keepEnd = useEffectEvent(() => isAtEnd && toEnd());
  const isOwnLast = rows.at(-1)?.pending !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another last row is what moves the list
  useLayoutEffect(() => {
    if (isOwnLast) toEnd();
    else keepEnd();
  }, [last]);
  // The keyboard of a phone, a field that grows, and rows whose height becomes known.
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => keepEnd());
    for (const { current } of [scroller, content]) if (current !== null) observer.observe(current);
    return () => observer.disconnect();
  }, []);

  function onScroll(): void {
    const { current } = list;
    if (current === null) return;
    onAtEnd(current.scrollOffset + current.viewportSize >= current.scrollSize - END_PX);
    if (hasOlder && !isLoadingOlder && current.scrollOffset < OLDER_AHEAD_PX) onOlder();
  }

  return (
    <div className={classes.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section ref={scroller} className={classes.scroller} aria-label={label} tabIndex={0}>
        <div ref={content} className={classes.content}>
          {isLoadingOlder && (
            <p className={classes.older} role="status" aria-label={t('loadingOlder')}>
              <Loader size="sm" />
            </p>
          )}
          <Virtualizer
            ref={list}
            as="ol"
            item="li"
            data={rows}
            scrollRef={scroller}
            shift={known.isPrepended}
            onScroll={onScroll}
          >
            {(row) => children(row)}
          </Virtualizer>
        </div>
      </section>
      {!isAtEnd && (
        <ActionIcon className={classes.toEnd} aria-label={t('toEnd')} onClick={toEnd}>
          <Icon name="chevron-down" />
        </ActionIcon>
      )}
    </div>
  );
}
