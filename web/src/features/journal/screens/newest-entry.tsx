import { useInfiniteQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { EmptyPane } from '../../../shared/ui/empty-pane.tsx';
import { lazyPart } from '../../../shared/ui/lazy-part.ts';
import { useIsDesk } from '../../../shared/ui/use-is-desk.ts';
import { timelineQuery } from '../api/queries.ts';
import { EntrySkeleton } from '../components/skeletons.tsx';
import type { Filters } from '../filters.rules.ts';

// A phone opens the journal without it.
const EntryScreen = lazyPart(async () => (await import('./entry-screen.tsx')).EntryScreen);

/** At a desk the newest entry of the list, ready to be read. A phone shows the list instead. */
export function NewestEntry({ filters }: { filters: Filters }) {
  const isDesk = useIsDesk();
  const { data: entries } = useInfiniteQuery(timelineQuery(filters));
  const newest = entries?.[0];
  if (!isDesk) return null;
  if (newest === undefined) return <EmptyPane />;
  return (
    <Suspense fallback={<EntrySkeleton />}>
      <EntryScreen entryId={newest.id} isNewest />
    </Suspense>
  );
}
