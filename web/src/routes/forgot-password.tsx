import { createFileRoute } from '@tanstack/react-router';
import { configQuery } from '../features/sign-in/api/queries.ts';
import { ForgotPasswordScreen } from '../features/sign-in/screens/forgot-password-screen.tsx';

export const Route = createFileRoute('/forgot-password')({
  loader: ({ context }) => context.queryClient.ensureQueryData(configQuery),
  component: ForgotPasswordScreen,
});
