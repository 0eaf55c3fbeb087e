import { createFileRoute } from '@tanstack/react-router';
import { goalQuery } from '../features/goals/api/queries.ts';
import { EditGoalScreen } from '../features/goals/screens/goal-form-screen.tsx';

export const Route = createFileRoute('/_user/goals/$goalId_/edit')({
  loader: ({ context, params }) => context.queryClient.ensureQueryData(goalQuery(params.goalId)),
  component: () => <EditGoalScreen goalId={Route.useParams().goalId} />,
});
