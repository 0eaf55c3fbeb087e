export { type GoalDeps, holdOwnGoal } from './goal.actions.ts';
export { countGoalProgress } from './goal-progress.actions.ts';
