import { createFileRoute } from '@tanstack/react-router';
import { tokensQuery } from '../features/programs/api/queries.ts';
import { AssistantsScreen } from '../features/programs/screens/assistants-screen.tsx';
import { ListSkeleton } from '../shared/ui/list-skeleton.tsx';

export const Route = createFileRoute('/_user/me/_programs/assistants')({
  loader: ({ context }) => context.queryClient.ensureQueryData(tokensQuery),
  pendingComponent: ListSkeleton,
  component: AssistantsScreen,
});
