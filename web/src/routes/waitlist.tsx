import { createFileRoute } from '@tanstack/react-router';
import { configQuery } from '../features/session/api/queries.ts';
import { WaitlistScreen } from '../features/session/screens/waitlist-screen.tsx';

export const Route = createFileRoute('/waitlist')({
  loader: ({ context }) => context.queryClient.ensureQueryData(configQuery),
  component: WaitlistScreen,
});
