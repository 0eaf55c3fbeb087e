import { defineFeature } from '../../access/feature.ts';
import { workoutWindowRoutes } from './workout-window.routes.ts';

export const workoutWindow = defineFeature({
  routes: {
    member: [workoutWindowRoutes],
  },
});
