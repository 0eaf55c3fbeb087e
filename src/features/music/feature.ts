import { defineFeature } from '#access/feature.ts';
import { MUSIC_INVARIANTS } from './account/account.invariants.ts';
import { musicAccountRoutes } from './account/music-account.routes.ts';
import { MUSIC_ACCOUNT_TABLES } from './account/music-account.table.ts';
import { connectionRoutes, publicConnectionRoutes } from './connection/connection.routes.ts';
import { CONNECTION_TABLES } from './connection/connection.table.ts';
import { createMusicParts } from './parts.ts';
import { playRoutes } from './play/play.routes.ts';
import { PLAY_TABLES } from './play/play.table.ts';
import { MUSIC_SYNC } from './sync/sync.jobs.ts';
import { syncRoutes } from './sync/sync.routes.ts';

export const music = defineFeature({
  parts: createMusicParts,
  routes: {
    public: [publicConnectionRoutes],
    member: [connectionRoutes, musicAccountRoutes, playRoutes, syncRoutes],
  },
  jobs: [MUSIC_SYNC],
  invariants: MUSIC_INVARIANTS,
  tables: [...CONNECTION_TABLES, ...MUSIC_ACCOUNT_TABLES, ...PLAY_TABLES],
});
