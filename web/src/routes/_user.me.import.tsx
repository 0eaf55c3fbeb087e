import { createFileRoute } from '@tanstack/react-router';
import { importsQuery } from '../features/account/api/queries.ts';
import { ImportScreen } from '../features/account/screens/import-screen.tsx';
import { ListSkeleton } from '../shared/ui/list-skeleton.tsx';

export const Route = createFileRoute('/_user/me/import')({
  loader: ({ context }) => context.queryClient.ensureQueryData(importsQuery),
  pendingComponent: ListSkeleton,
  component: ImportScreen,
});
