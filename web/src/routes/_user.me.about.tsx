import { createFileRoute } from '@tanstack/react-router';
import { configQuery } from '../app/session/queries.ts';
import { AboutScreen } from '../features/account/screens/about-screen.tsx';
import { ListSkeleton } from '../shared/ui/list-skeleton.tsx';

export const Route = createFileRoute('/_user/me/about')({
  loader: ({ context }) => context.queryClient.ensureQueryData(configQuery),
  pendingComponent: ListSkeleton,
  component: AboutScreen,
});
