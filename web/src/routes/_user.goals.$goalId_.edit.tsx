import { createFileRoute } from '@tanstack/react-router';
import { goalQuery } from '../features/goal/api/queries.ts';
import { EditGoalScreen } from '../features/goal/screens/goal-form-screen.tsx';

export const Route = createFileRoute('/_user/goals/$goalId_/edit')({
  loader: ({ context, params }) => context.queryClient.ensureQueryData(goalQuery(params.goalId)),
  component: () => <EditGoalScreen goalId={Route.useParams().goalId} />,
});
