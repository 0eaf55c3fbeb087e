import { defineFeature } from '#access/feature.ts';
import { toneRoutes } from './tone.routes.ts';

export const tone = defineFeature({
  routes: {
    member: [toneRoutes],
  },
});
