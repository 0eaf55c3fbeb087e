import { createFileRoute, redirect } from '@tanstack/react-router';
import { findMe } from '../features/sign-in/api/queries.ts';
import { TourScreen } from '../features/sign-in/screens/tour-screen.tsx';

export const Route = createFileRoute('/tour')({
  loader: async ({ context }) => {
    if ((await findMe(context.queryClient)) === null) throw redirect({ to: '/' });
  },
  component: TourScreen,
});
