import { createFileRoute } from '@tanstack/react-router';
import { tokensQuery } from '../features/personal-token/api/queries.ts';
import { TokensScreen } from '../features/personal-token/screens/tokens-screen.tsx';
import { ListSkeleton } from '../shared/ui/list-skeleton.tsx';

export const Route = createFileRoute('/_user/me/tokens/')({
  loader: ({ context }) => context.queryClient.ensureQueryData(tokensQuery),
  pendingComponent: ListSkeleton,
  component: TokensScreen,
});
