import { createFileRoute } from '@tanstack/react-router';
import { entryQuery } from '../features/journal/api/queries.ts';
import { EntrySkeleton } from '../features/journal/components/skeletons.tsx';
import { EntryScreen } from '../features/journal/screens/entry-screen.tsx';

export const Route = createFileRoute('/_user/journal/$entryId')({
  loader: ({ context, params }) =>
    Promise.all([
      context.queryClient.ensureQueryData(entryQuery(params.entryId)),
      // Else the text is laid out twice: plain, and again once this is loaded. The screen shows a failure.
      import('../shared/markdown/markdown.tsx').catch(() => undefined),
    ]),
  pendingComponent: EntrySkeleton,
  component: () => <EntryScreen entryId={Route.useParams().entryId} />,
});
