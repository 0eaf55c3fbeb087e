import { defineFeature } from '../../access/feature.ts';
import { BADGE_INVARIANTS } from './badge.invariants.ts';
import { badgeRoutes } from './badge.routes.ts';

export const badge = defineFeature({
  routes: {
    member: [badgeRoutes],
  },
  invariants: BADGE_INVARIANTS,
});
