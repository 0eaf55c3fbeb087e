import { afterAll, afterEach, expect } from 'vitest';
import { startSandboxPush } from '#sandbox/push/push.ts';
import { PATIENT_LOCKS, type Person, startTestApp } from '#test/start-test-app.ts';
import { type NewNotification, notify } from '../index.ts';
import { notificationTo } from '../test-notifications.ts';

/** What a run of the deliveries reports if none was due. */
export const NOTHING = { delivered: 0, gone: 0, failed: 0, held: 0, dropped: 0 };

/** Starts an app beside a push service, which behaves normally at the start of each test. */
export async function startDeliveryApp() {
  const push = await startSandboxPush();
  afterAll(push.close);
  const app = await startTestApp({ environment: { ...PATIENT_LOCKS, PUSH_ALLOWED_HOSTS: push.url } });
  const { call, deps } = app;
  afterEach(async () => {
    push.behave({ mode: 'normal' });
    await deps.db.deleteFrom('push_delivery').execute();
  });
  return {
    ...app,
    push,
    /** Registers a new browser of a user, and returns its endpoint. */
    register: async (owner: Person): Promise<string> => {
      const subscription = push.subscribe(deps.push.publicKey);
      expect((await call(owner, 'POST', '/api/notifications/devices', subscription)).status).toBe(201);
      return subscription.endpoint;
    },
    storeNotification: (reader: Person, notification: Partial<NewNotification> = {}) =>
      deps.db.transaction().execute((tx) => notify(deps, tx, [notificationTo(reader, notification)])),
  };
}
