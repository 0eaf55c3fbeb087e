export type { GoalDeps } from './deps.ts';
export { listGoals, selectGoalsOfDay } from './goal.actions.ts';
export { Goal, GoalQuery } from './goal.schema.ts';
export { lockGoalOf } from './goal.store.ts';
export { checkIn, listCheckIns, listOwnCheckIns } from './goal-check-in.actions.ts';
export { NewGoalCheckIn } from './goal-check-in.schema.ts';
export { countGoalProgress } from './goal-check-in.store.ts';
