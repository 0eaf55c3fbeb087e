import { defineFeature } from '#access/feature.ts';
import { BADGE_INVARIANTS } from './badge.invariants.ts';
import { badgeRoutes } from './badge.routes.ts';
import { BADGE_TABLES } from './badge.table.ts';

export const badge = defineFeature({
  routes: {
    member: [badgeRoutes],
  },
  invariants: BADGE_INVARIANTS,
  tables: [...BADGE_TABLES],
});
