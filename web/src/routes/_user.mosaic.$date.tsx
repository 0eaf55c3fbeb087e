import { createFileRoute, notFound } from '@tanstack/react-router';
import { PendingScreen } from '../shared/ui/pending-screen.tsx';
import { MosaicOf } from './-mosaic.tsx';

export const Route = createFileRoute('/_user/mosaic/$date')({
  loader: async ({ context: { queryClient }, params }) => {
    const { loadMosaicOf } = await import('./-load-mosaic.ts');
    if (!(await loadMosaicOf(queryClient, params.date))) throw notFound();
  },
  pendingMs: 300,
  pendingComponent: PendingScreen,
  component: () => <MosaicOf date={Route.useParams().date} search={Route.useSearch()} />,
});
