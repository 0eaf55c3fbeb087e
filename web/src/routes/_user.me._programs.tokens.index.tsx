import { createFileRoute } from '@tanstack/react-router';
import { tokensQuery } from '../features/programs/api/queries.ts';
import { TokensScreen } from '../features/programs/screens/tokens-screen.tsx';
import { ListSkeleton } from '../shared/ui/list-skeleton.tsx';

export const Route = createFileRoute('/_user/me/_programs/tokens/')({
  loader: ({ context }) => context.queryClient.ensureQueryData(tokensQuery),
  pendingComponent: ListSkeleton,
  component: TokensScreen,
});
