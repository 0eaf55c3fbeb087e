import { defineFeature } from '../../access/feature.ts';
import { PUSH_QUEUE } from './device/delivery.jobs.ts';
import { deviceRoutes } from './device/device.routes.ts';
import { notificationRoutes } from './notification/notification.routes.ts';
import { preferenceRoutes } from './preference/preference.routes.ts';

export const notification = defineFeature({
  routes: {
    member: [notificationRoutes, deviceRoutes, preferenceRoutes],
  },
  queues: [PUSH_QUEUE],
});
