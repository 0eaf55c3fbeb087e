import { createFileRoute } from '@tanstack/react-router';
import { configQuery } from '../features/sign-in/api/queries.ts';
import { SignUpScreen } from '../features/sign-in/screens/sign-up-screen.tsx';
import { targetOf } from '../features/sign-in/target.ts';

export const Route = createFileRoute('/sign-up')({
  validateSearch: targetOf,
  loader: ({ context }) => context.queryClient.ensureQueryData(configQuery),
  component: () => <SignUpScreen to={Route.useSearch().to} />,
});
