import { defineFeature } from '../../access/feature.ts';
import { connectionRoutes, publicConnectionRoutes } from './connection.routes.ts';
import { musicAccountRoutes } from './music-account.routes.ts';
import { playRoutes } from './play.routes.ts';
import { MUSIC_SYNC } from './sync.jobs.ts';
import { syncRoutes } from './sync.routes.ts';

export const music = defineFeature({
  routes: {
    public: [publicConnectionRoutes],
    member: [connectionRoutes, musicAccountRoutes, playRoutes, syncRoutes],
  },
  jobs: [MUSIC_SYNC],
});
