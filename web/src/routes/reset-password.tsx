import { createFileRoute } from '@tanstack/react-router';
import { configQuery } from '../features/sign-in/api/queries.ts';
import { ResetPasswordScreen } from '../features/sign-in/screens/reset-password-screen.tsx';

export const Route = createFileRoute('/reset-password')({
  loader: ({ context }) => context.queryClient.ensureQueryData(configQuery),
  component: ResetPasswordScreen,
});
