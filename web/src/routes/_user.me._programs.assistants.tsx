import { createFileRoute } from '@tanstack/react-router';
import { tokensQuery } from '../features/programs/api/queries.ts';
import { AssistantsScreen } from '../features/programs/screens/assistants-screen.tsx';
import { RecentSignIn } from '../features/session/components/recent-sign-in.tsx';
import { VerifyFirst } from '../features/session/components/verify-first.tsx';
import { ListSkeleton } from '../shared/ui/list-skeleton.tsx';

export const Route = createFileRoute('/_user/me/_programs/assistants')({
  loader: ({ context }) => context.queryClient.ensureQueryData(tokensQuery),
  pendingComponent: ListSkeleton,
  component: () => (
    <RecentSignIn>
      <VerifyFirst>
        <AssistantsScreen />
      </VerifyFirst>
    </RecentSignIn>
  ),
});
