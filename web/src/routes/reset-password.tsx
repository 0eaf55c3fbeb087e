import { createFileRoute } from '@tanstack/react-router';
import { configQuery } from '../features/session/api/queries.ts';
import { ResetPasswordScreen } from '../features/session/screens/reset-password-screen.tsx';

export const Route = createFileRoute('/reset-password')({
  loader: ({ context }) => context.queryClient.ensureQueryData(configQuery),
  component: ResetPasswordScreen,
});
