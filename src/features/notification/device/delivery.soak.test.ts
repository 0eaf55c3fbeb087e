import { describe, expect, test } from 'vitest';
import { createPush } from '#providers/push/push.factory.ts';
import { deliverDue } from './delivery.actions.ts';
import { NOTHING, startDeliveryApp } from './test-deliveries.ts';

const { person, deps, push, register, storeNotification } = await startDeliveryApp();

describe('A push service', () => {
  test('that hangs delays neither callers nor other devices, and times out', async () => {
    const [ada, ben] = [await person(), await person()];
    const [hanging, quick] = [await register(ada), await register(ben)];
    push.behave({ mode: 'hang' }, hanging);
    const { allowedHosts, contact } = deps.config.push;
    const impatient = createPush({ allowedHosts, contact, secret: 'any', timeoutMs: 15_000 });
    await storeNotification(ada);
    const run = deliverDue({ ...deps, push: impatient });
    await expect.poll(() => push.attempts(hanging), { timeout: 10_000 }).toBe(1);
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
