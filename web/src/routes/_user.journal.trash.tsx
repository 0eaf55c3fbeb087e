import { createFileRoute } from '@tanstack/react-router';
import { trashQuery } from '../features/journal/api/queries.ts';
import { ListSkeleton } from '../features/journal/components/skeletons.tsx';
import { TrashScreen } from '../features/journal/screens/trash-screen.tsx';

export const Route = createFileRoute('/_user/journal/trash')({
  loader: ({ context }) => context.queryClient.ensureInfiniteQueryData(trashQuery),
  pendingComponent: ListSkeleton,
  component: TrashScreen,
});
