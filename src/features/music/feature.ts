import { defineFeature } from '../../access/feature.ts';
import { MUSIC_INVARIANTS } from './account/account.invariants.ts';
import { musicAccountRoutes } from './account/music-account.routes.ts';
import { connectionRoutes, publicConnectionRoutes } from './connection/connection.routes.ts';
import { playRoutes } from './play/play.routes.ts';
import { MUSIC_SYNC } from './sync/sync.jobs.ts';
import { syncRoutes } from './sync/sync.routes.ts';

export const music = defineFeature({
  routes: {
    public: [publicConnectionRoutes],
    member: [connectionRoutes, musicAccountRoutes, playRoutes, syncRoutes],
  },
  jobs: [MUSIC_SYNC],
  invariants: MUSIC_INVARIANTS,
});
