import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { type Person, startTestApp } from '../../../../test/start-test-app.ts';
import { createPush } from '../../../providers/push/push.factory.ts';
import { startSandboxPush } from '../../../sandbox/push/push.ts';
import { type NewNotification, notify } from '../index.ts';
import { deliverDue } from './delivery.actions.ts';

const push = await startSandboxPush();
afterAll(push.close);
const { person, call, deps } = await startTestApp({
  environment: { PUSH_ALLOWED_HOSTS: push.url },
});

const NOTHING = { delivered: 0, gone: 0, failed: 0, dropped: 0 };

afterEach(async () => {
  push.behave({ mode: 'normal' });
  await deps.db.deleteFrom('push_delivery').execute();
});

/** Registers a new browser of a user, and returns its endpoint. */
async function register(owner: Person): Promise<string> {
  const subscription = push.subscribe(deps.push.publicKey);
  expect((await call(owner, 'POST', '/api/notifications/devices', subscription)).status).toBe(201);
  return subscription.endpoint;
}

function storeNotification(reader: Person, notification: Partial<NewNotification> = {}) {
  const usual = { userId: reader.id, kind: 'baton_pass', title: 'Your turn', body: 'Ada has checked in.' };
  return deps.db.transaction().execute((tx) => notify(deps, tx, [{ ...usual, ...notification }]));
}

describe('A push service', () => {
  test('that hangs delays neither callers nor other devices, and times out', async () => {
    const [ada, ben] = [await person(), await person()];
    const [hanging, quick] = [await register(ada), await register(ben)];
    push.behave({ mode: 'hang' }, hanging);
    const { allowedHosts, contact } = deps.config.push;
    const impatient = createPush({ allowedHosts, contact, secret: 'any', timeoutMs: 3_000 });
    await storeNotification(ada);
    const run = deliverDue({ ...deps, push: impatient });
    await expect.poll(() => push.attempts(hanging)).toBe(1);
    let isOver = false;
    const over = run.finally(() => {
      isOver = true;
    });
    await storeNotification(ben);
    expect(await deliverDue(deps)).toEqual({ ...NOTHING, delivered: 1 });
    expect([isOver, push.attempts(quick)]).toEqual([false, 1]);
    expect(await over).toEqual({ ...NOTHING, failed: 1 });
    impatient.close();
  });
});
