import type { Push, PushConfiguration } from './push.ts';
import { deriveVapidKeys } from './push.vapid.ts';
import { createWebPush } from './push.web.ts';

/** Creates the client for Web Push (RFC 8030, 8291, 8292). */
export function createPush(configuration: PushConfiguration): Push {
  return createWebPush({ ...configuration, vapidKeys: deriveVapidKeys(configuration.secret) });
}
