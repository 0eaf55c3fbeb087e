import { createFileRoute } from '@tanstack/react-router';
import { findMe, receivedInvitationsQuery } from '../features/session/api/queries.ts';
import { InvitationScreen } from '../features/session/screens/invitation-screen.tsx';

export const Route = createFileRoute('/invitation')({
  loader: async ({ context: { queryClient }, location }) => {
    const me = await findMe(queryClient);
    if (me !== null && location.hash === '') await queryClient.ensureQueryData(receivedInvitationsQuery);
    return { isGuest: me === null };
  },
  component: () => <InvitationScreen {...Route.useLoaderData()} />,
});
