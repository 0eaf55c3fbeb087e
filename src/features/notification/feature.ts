import { defineFeature } from '../../access/feature.ts';
import { deviceRoutes } from './device.routes.ts';
import { eventRoutes } from './event.routes.ts';
import { notificationRoutes } from './notification.routes.ts';

export const notification = defineFeature({
  routes: {
    member: [notificationRoutes, deviceRoutes, eventRoutes],
  },
});
