import { expect, test } from 'vitest';
import { PATIENT_LOCKS, startTestApp } from '#test/start-test-app.ts';
import { byTier } from '#test/tier.ts';
import { notify } from '../index.ts';
import { notificationTo } from '../test-notifications.ts';

const { person, call, deps } = await startTestApp({ environment: PATIENT_LOCKS });

test('stores one notification for twenty concurrent transactions with the same key, and blocks none of them', async () => {
  for (let round = 0; round < byTier(1, 6); round += 1) {
    const [ada, ben] = [await person(), await person()];
    const notifications = [ada, ben].map((reader) => notificationTo(reader, { dedupeKey: 'once' }));
    const reached = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        // The order alternates, since two jobs may store them in different orders.
        deps.db
          .transaction()
          .execute((tx) => notify(deps, tx, index % 2 === 0 ? notifications : notifications.toReversed())),
      ),
    );
    expect(reached.flat().toSorted()).toEqual([ada.id, ben.id].toSorted());
    for (const reader of [ada, ben]) {
      expect((await call(reader, 'GET', '/api/notifications')).body.notifications).toHaveLength(1);
    }
  }
});
