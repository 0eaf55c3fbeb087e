import { defineFeature } from '#access/feature.ts';
import { mediaRoutes } from './media.routes.ts';

export const media = defineFeature({
  routes: {
    public: [mediaRoutes],
  },
});
