import { createFileRoute, redirect } from '@tanstack/react-router';
import { findMe } from '../features/session/api/queries.ts';
import { SignInScreen } from '../features/session/screens/sign-in-screen.tsx';

/** The welcome for guests; Today for users. */
export const Route = createFileRoute('/')({
  loader: async ({ context: { queryClient } }) => {
    const me = await findMe(queryClient);
    if (me !== null) throw redirect({ to: '/today', replace: true });
  },
  component: () => <SignInScreen to={undefined} />,
});
