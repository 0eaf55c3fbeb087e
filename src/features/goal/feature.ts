import { defineFeature } from '../../access/feature.ts';
import { goalRoutes } from './goal.routes.ts';
import { goalCheckInRoutes } from './goal-check-in.routes.ts';
import { DUE_GOALS } from './goal-due.jobs.ts';

export const goal = defineFeature({
  routes: {
    member: [goalRoutes, goalCheckInRoutes],
  },
  jobs: [DUE_GOALS],
});
