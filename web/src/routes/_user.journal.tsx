import { createFileRoute, Outlet, useChildMatches } from '@tanstack/react-router';
import { timelineQuery } from '../features/journal/api/queries.ts';
import { ListSkeleton } from '../features/journal/components/skeletons.tsx';
import { type Filters, filtersOf } from '../features/journal/filters.rules.ts';
import { PersonProvider } from '../features/journal/person.tsx';
import { JournalScreen } from '../features/journal/screens/journal-screen.tsx';
import { meQuery } from '../features/sign-in/api/queries.ts';
import { usePersonOfJournal } from './-journal-person.ts';

export const Route = createFileRoute('/_user/journal')({
  validateSearch: (search: Record<string, unknown>): Filters => filtersOf(search),
  loaderDeps: ({ search }) => filtersOf(search),
  loader: ({ context: { queryClient }, deps }) =>
    Promise.all([queryClient.ensureQueryData(meQuery), queryClient.ensureInfiniteQueryData(timelineQuery(deps))]),
  pendingComponent: ListSkeleton,
  component: Journal,
});

function Journal() {
  const person = usePersonOfJournal();
  const isPaneOpen = useChildMatches({
    select: (matches) => matches.some(({ routeId }) => routeId !== '/_user/journal/'),
  });
  return (
    <PersonProvider person={person}>
      <JournalScreen filters={Route.useLoaderDeps()} pane={<Outlet />} isPaneOpen={isPaneOpen} />
    </PersonProvider>
  );
}
