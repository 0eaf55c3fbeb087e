import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { notebookQuery } from '../features/journal/api/queries.ts';
import { EntrySkeleton } from '../features/journal/components/skeletons.tsx';
import { NotebookScreen } from '../features/journal/screens/notebook-screen.tsx';

export const Route = createFileRoute('/_user/notebooks/$notebookId')({
  loader: ({ context, params }) => context.queryClient.ensureQueryData(notebookQuery(params.notebookId)),
  pendingComponent: EntrySkeleton,
  component: Notebook,
});

function Notebook() {
  const { data: notebook } = useSuspenseQuery(notebookQuery(Route.useParams().notebookId));
  return <NotebookScreen key={notebook.id} notebook={notebook} />;
}
