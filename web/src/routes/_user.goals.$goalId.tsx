import { createFileRoute } from '@tanstack/react-router';
import { goalQuery } from '../features/goal/api/queries.ts';
import { GoalScreen } from '../features/goal/screens/goal-screen.tsx';
import { PendingScreen } from '../shared/ui/pending-screen.tsx';

export const Route = createFileRoute('/_user/goals/$goalId')({
  loader: ({ context, params }) => context.queryClient.ensureQueryData(goalQuery(params.goalId)),
  pendingMs: 300,
  pendingComponent: PendingScreen,
  component: () => <GoalScreen goalId={Route.useParams().goalId} />,
});
