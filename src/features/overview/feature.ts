import { defineFeature } from '#access/feature.ts';
import { meRoutes } from './me/me.routes.ts';
import { statsRoutes } from './stats/stats.routes.ts';
import { todayRoutes } from './today/today.routes.ts';
import { userRoutes } from './user/user.routes.ts';

/** What one screen of a client needs of several features, in one request. */
export const overview = defineFeature({ routes: { member: [meRoutes, statsRoutes, todayRoutes, userRoutes] } });
