import { createFileRoute } from '@tanstack/react-router';
import { findMe, receivedInvitationsQuery } from '../features/sign-in/api/queries.ts';
import { InvitationScreen } from '../features/sign-in/screens/invitation-screen.tsx';

export const Route = createFileRoute('/invitation')({
  loader: async ({ context: { queryClient }, location }) => {
    const me = await findMe(queryClient);
    if (me !== null && location.hash === '') await queryClient.ensureQueryData(receivedInvitationsQuery);
    return { isGuest: me === null };
  },
  component: () => <InvitationScreen {...Route.useLoaderData()} />,
});
