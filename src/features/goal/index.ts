export { type GoalDeps, lockOwnGoal } from './goal.actions.ts';
export { countGoalProgress } from './goal-progress.actions.ts';
