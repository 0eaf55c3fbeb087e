import { createFileRoute } from '@tanstack/react-router';
import { configQuery } from '../app/session/queries.ts';
import { MailScreen } from '../features/account/screens/mail-screen.tsx';
import { RecentSignIn } from '../features/sign-in/components/recent-sign-in.tsx';
import { VerifyFirst } from '../features/sign-in/components/verify-first.tsx';
import { ListSkeleton } from '../shared/ui/list-skeleton.tsx';

export const Route = createFileRoute('/_user/me/mail')({
  loader: ({ context }) => context.queryClient.ensureQueryData(configQuery),
  pendingComponent: ListSkeleton,
  component: () => (
    <RecentSignIn>
      <MailScreen verifyFirst={<VerifyFirst />} />
    </RecentSignIn>
  ),
});
