import { createFileRoute } from '@tanstack/react-router';
import { exportsQuery } from '../features/account/api/queries.ts';
import { ExportScreen } from '../features/account/screens/export-screen.tsx';
import { ListSkeleton } from '../shared/ui/list-skeleton.tsx';

export const Route = createFileRoute('/_user/me/export')({
  loader: ({ context }) => context.queryClient.ensureQueryData(exportsQuery),
  pendingComponent: ListSkeleton,
  component: ExportScreen,
});
