import { createFileRoute } from '@tanstack/react-router';
import { findMe } from '../features/sign-in/api/queries.ts';
import { SignInLinkScreen } from '../features/sign-in/screens/sign-in-link-screen.tsx';

export const Route = createFileRoute('/sign-in-link')({
  loader: async ({ context: { queryClient } }) => {
    const me = await findMe(queryClient);
    return { user: me === null ? null : { id: me.profile.id, email: me.profile.email } };
  },
  component: () => <SignInLinkScreen user={Route.useLoaderData().user} />,
});
