import { createFileRoute } from '@tanstack/react-router';
import { configQuery } from '../features/sign-in/api/queries.ts';
import { WaitlistScreen } from '../features/sign-in/screens/waitlist-screen.tsx';

export const Route = createFileRoute('/waitlist')({
  loader: ({ context }) => context.queryClient.ensureQueryData(configQuery),
  component: WaitlistScreen,
});
