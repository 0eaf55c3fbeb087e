import type { GoalDeps } from '../goal/index.ts';

export type WellbeingDeps = GoalDeps;
