export type { GoalDeps } from './deps.ts';
export { selectGoalsOfDay } from './goal.actions.ts';
export { Goal } from './goal.schema.ts';
export { lockGoalOf } from './goal.store.ts';
export { countGoalProgress } from './goal-check-in.store.ts';
