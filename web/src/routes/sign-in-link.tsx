import { createFileRoute } from '@tanstack/react-router';
import { configQuery } from '../features/session/api/queries.ts';
import { SignInLinkScreen } from '../features/session/screens/sign-in-link-screen.tsx';

export const Route = createFileRoute('/sign-in-link')({
  loader: ({ context }) => context.queryClient.ensureQueryData(configQuery),
  component: SignInLinkScreen,
});
