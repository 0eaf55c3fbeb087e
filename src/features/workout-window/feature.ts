import { defineFeature } from '#access/feature.ts';
import { workoutWindowRoutes } from './workout-window.routes.ts';
import { WORKOUT_WINDOW_TABLES } from './workout-window.table.ts';

export const workoutWindow = defineFeature({
  routes: {
    member: [workoutWindowRoutes],
  },
  tables: [...WORKOUT_WINDOW_TABLES],
});
