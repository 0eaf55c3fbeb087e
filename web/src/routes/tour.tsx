import { createFileRoute, redirect } from '@tanstack/react-router';
import { findMe } from '../features/session/api/queries.ts';
import { TourScreen } from '../features/session/screens/tour-screen.tsx';

export const Route = createFileRoute('/tour')({
  loader: async ({ context }) => {
    if ((await findMe(context.queryClient)) === null) throw redirect({ to: '/' });
  },
  component: TourScreen,
});
