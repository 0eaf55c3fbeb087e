import { defineFeature } from '#access/feature.ts';
import { goalRoutes } from './goal.routes.ts';
import { GOAL_TABLES } from './goal.table.ts';
import { goalCheckInRoutes } from './goal-check-in.routes.ts';
import { GOAL_CHECK_IN_TABLES } from './goal-check-in.table.ts';
import { DUE_GOALS } from './goal-due.jobs.ts';

export const goal = defineFeature({
  routes: {
    member: [goalRoutes, goalCheckInRoutes],
  },
  jobs: [DUE_GOALS],
  tables: [...GOAL_CHECK_IN_TABLES, ...GOAL_TABLES],
});
