import { createFileRoute } from '@tanstack/react-router';
import { NewGoalScreen } from '../features/goal/screens/goal-form-screen.tsx';

export const Route = createFileRoute('/_user/goals/new')({ component: NewGoalScreen });
