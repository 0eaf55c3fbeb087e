import { defineFeature } from '../../access/feature.ts';
import { backgroundRoutes } from './background.routes.ts';
import { calendarRoutes } from './calendar.routes.ts';
import { entryRoutes } from './entry.routes.ts';
import { notebookRoutes } from './notebook.routes.ts';

export const journal = defineFeature({
  routes: {
    member: [calendarRoutes, entryRoutes, backgroundRoutes, notebookRoutes],
  },
});
