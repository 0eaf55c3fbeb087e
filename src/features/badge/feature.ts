import { defineFeature } from '#access/feature.ts';
import { BADGE_INVARIANTS } from './badge.invariants.ts';
import { badgeRoutes } from './badge.routes.ts';
import { BADGE_TABLES } from './badge.table.ts';
import { createBadgeParts } from './parts.ts';

export const badge = defineFeature({
  parts: createBadgeParts,
  routes: {
    member: [badgeRoutes],
  },
  invariants: BADGE_INVARIANTS,
  tables: [...BADGE_TABLES],
});
