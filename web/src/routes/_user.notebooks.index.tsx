import { createFileRoute } from '@tanstack/react-router';
import { notebooksQuery } from '../features/journal/api/queries.ts';
import { ListSkeleton } from '../features/journal/components/skeletons.tsx';
import { NotebooksScreen } from '../features/journal/screens/notebooks-screen.tsx';

export const Route = createFileRoute('/_user/notebooks/')({
  loader: ({ context }) => context.queryClient.ensureQueryData(notebooksQuery),
  pendingComponent: ListSkeleton,
  component: NotebooksScreen,
});
