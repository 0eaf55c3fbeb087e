import { createFileRoute } from '@tanstack/react-router';
import { accountQuery, configQuery } from '../features/sign-in/api/queries.ts';
import { SecuritySkeleton } from '../features/sign-in/components/security-skeleton.tsx';
import { SecurityScreen } from '../features/sign-in/screens/security-screen.tsx';

export const Route = createFileRoute('/_user/me/security')({
  loader: async ({ context: { queryClient } }) => {
    const { sign_in: signIn } = await queryClient.ensureQueryData(configQuery);
    if (signIn.kind === 'external') return;
    await queryClient.ensureQueryData(accountQuery);
  },
  pendingComponent: SecuritySkeleton,
  component: SecurityScreen,
});
