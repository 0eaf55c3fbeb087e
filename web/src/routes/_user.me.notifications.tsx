import { createFileRoute } from '@tanstack/react-router';
import { configQuery } from '../app/session/queries.ts';
import { preferencesQuery } from '../features/account/api/queries.ts';
import { NotificationsScreen } from '../features/account/screens/notifications-screen.tsx';
import { ListSkeleton } from '../shared/ui/list-skeleton.tsx';

export const Route = createFileRoute('/_user/me/notifications')({
  loader: ({ context: { queryClient } }) =>
    Promise.all([queryClient.ensureQueryData(configQuery), queryClient.ensureQueryData(preferencesQuery)]),
  pendingComponent: ListSkeleton,
  component: NotificationsScreen,
});
