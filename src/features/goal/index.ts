export type { GoalDeps } from './deps.ts';
export { lockGoalOf } from './goal.store.ts';
export { countGoalProgress } from './goal-check-in.store.ts';
