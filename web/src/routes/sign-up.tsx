import { createFileRoute } from '@tanstack/react-router';
import { configQuery } from '../features/session/api/queries.ts';
import { SignUpScreen } from '../features/session/screens/sign-up-screen.tsx';
import { targetOf } from '../features/session/target.ts';

export const Route = createFileRoute('/sign-up')({
  validateSearch: targetOf,
  loader: ({ context }) => context.queryClient.ensureQueryData(configQuery),
  component: () => <SignUpScreen to={Route.useSearch().to} />,
});
