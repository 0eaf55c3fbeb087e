import { defineFeature } from '#access/feature.ts';
import { PUSH_QUEUE } from './device/delivery.jobs.ts';
import { deviceRoutes } from './device/device.routes.ts';
import { DEVICE_TABLES } from './device/device.table.ts';
import { notificationRoutes } from './notification/notification.routes.ts';
import { NOTIFICATION_TABLES } from './notification/notification.table.ts';
import { createNotificationParts } from './parts.ts';
import { preferenceRoutes } from './preference/preference.routes.ts';
import { PREFERENCE_TABLES } from './preference/preference.table.ts';

export const notification = defineFeature({
  parts: createNotificationParts,
  routes: {
    member: [notificationRoutes, deviceRoutes, preferenceRoutes],
  },
  queues: [PUSH_QUEUE],
  tables: [...DEVICE_TABLES, ...PREFERENCE_TABLES, ...NOTIFICATION_TABLES],
});
