import { createFileRoute } from '@tanstack/react-router';
import { exportsQuery } from '../features/me/api/queries.ts';
import { ExportScreen } from '../features/me/screens/export-screen.tsx';
import { ListSkeleton } from '../shared/ui/list-skeleton.tsx';

export const Route = createFileRoute('/_user/me/export')({
  loader: ({ context }) => context.queryClient.ensureQueryData(exportsQuery),
  pendingComponent: ListSkeleton,
  component: ExportScreen,
});
