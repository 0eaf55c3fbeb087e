import { createFileRoute, redirect } from '@tanstack/react-router';
import { findMe } from '../features/sign-in/api/queries.ts';
import { WelcomeScreen } from '../features/sign-in/screens/welcome-screen.tsx';

/** The welcome for guests; Today for users. */
export const Route = createFileRoute('/')({
  loader: async ({ context: { queryClient } }) => {
    const me = await findMe(queryClient);
    if (me !== null) throw redirect({ to: '/today', replace: true });
  },
  component: WelcomeScreen,
});
