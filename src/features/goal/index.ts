export { type GoalDeps, holdOwnGoal } from './goal.actions.ts';
