import { createFileRoute } from '@tanstack/react-router';
import { signInFirst } from '../app/sign-in-first.ts';
import { healthQuery } from '../features/operations/api/queries.ts';
import { AdminFailed } from '../features/operations/components/admin-failed.tsx';
import { AdminSkeleton } from '../features/operations/components/admin-skeleton.tsx';
import { HealthScreen } from '../features/operations/screens/health-screen.tsx';

/** Asks for nothing but the health, which the server sends while the database does not respond. */
export const Route = createFileRoute('/admin/health')({
  loader: ({ context: { queryClient }, location }) =>
    queryClient.ensureQueryData(healthQuery).catch((error) => signInFirst(error, location.href)),
  component: HealthScreen,
  pendingComponent: AdminSkeleton,
  errorComponent: AdminFailed,
});
