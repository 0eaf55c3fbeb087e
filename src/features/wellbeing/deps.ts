import type { GoalDeps } from '#features/goal';

export type WellbeingDeps = GoalDeps;
