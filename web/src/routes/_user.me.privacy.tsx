import { createFileRoute } from '@tanstack/react-router';
import { blockedQuery } from '../features/account/api/queries.ts';
import { PrivacyScreen } from '../features/account/screens/privacy-screen.tsx';
import { ListSkeleton } from '../shared/ui/list-skeleton.tsx';

export const Route = createFileRoute('/_user/me/privacy')({
  loader: ({ context }) => context.queryClient.ensureInfiniteQueryData(blockedQuery),
  pendingComponent: ListSkeleton,
  component: PrivacyScreen,
});
