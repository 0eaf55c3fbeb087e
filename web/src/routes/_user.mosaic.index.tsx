import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { meQuery } from '../app/session/queries.ts';
import { todayIn } from '../shared/days/today-in.ts';
import { PendingScreen } from '../shared/ui/pending-screen.tsx';
import { MosaicOf } from './-mosaic.tsx';

/** The mosaic of today, in the time zone of the user. */
export const Route = createFileRoute('/_user/mosaic/')({
  loader: async ({ context: { queryClient } }) => {
    const { loadMosaicOf } = await import('./-load-mosaic.ts');
    await loadMosaicOf(queryClient);
  },
  pendingMs: 300,
  pendingComponent: PendingScreen,
  component: Today,
});

function Today() {
  const { data: me } = useSuspenseQuery(meQuery);
  return <MosaicOf date={todayIn(me.time_zone ?? undefined)} search={Route.useSearch()} />;
}
