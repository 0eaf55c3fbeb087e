import { defineFeature } from '../../access/feature.ts';
import { badgeRoutes } from './badge.routes.ts';

export const badge = defineFeature({
  routes: {
    member: [badgeRoutes],
  },
});
