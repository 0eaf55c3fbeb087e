import { createFileRoute } from '@tanstack/react-router';
import { findMe } from '../features/sign-in/api/queries.ts';
import { VerifyAddressScreen } from '../features/sign-in/screens/verify-address-screen.tsx';
import { targetOf } from '../features/sign-in/target.ts';

export const Route = createFileRoute('/verify-address')({
  validateSearch: targetOf,
  loader: async ({ context: { queryClient } }) => {
    const me = await findMe(queryClient);
    return { user: me === null ? null : { id: me.profile.id, email: me.profile.email } };
  },
  component: () => <VerifyAddressScreen user={Route.useLoaderData().user} to={Route.useSearch().to} />,
});
