import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { signInFirst } from '../app/sign-in-first.ts';
import { setupQuery } from '../features/operations/api/queries.ts';
import { AdminFailed } from '../features/operations/components/admin-failed.tsx';
import { AdminSkeleton } from '../features/operations/components/admin-skeleton.tsx';
import { SetupScreen } from '../features/operations/screens/setup-screen.tsx';
import { meQuery } from '../features/sign-in/api/queries.ts';

export const Route = createFileRoute('/admin/setup')({
  loader: ({ context: { queryClient }, location }) =>
    Promise.all([queryClient.ensureQueryData(meQuery), queryClient.ensureQueryData(setupQuery)]).catch((error) =>
      signInFirst(error, location.href),
    ),
  component: Setup,
  pendingComponent: AdminSkeleton,
  errorComponent: AdminFailed,
});

function Setup() {
  const { data } = useSuspenseQuery(meQuery);
  return <SetupScreen email={data.profile.email} />;
}
