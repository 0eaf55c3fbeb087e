import { createFileRoute } from '@tanstack/react-router';
import { configQuery } from '../features/session/api/queries.ts';
import { ForgotPasswordScreen } from '../features/session/screens/forgot-password-screen.tsx';

export const Route = createFileRoute('/forgot-password')({
  loader: ({ context }) => context.queryClient.ensureQueryData(configQuery),
  component: ForgotPasswordScreen,
});
