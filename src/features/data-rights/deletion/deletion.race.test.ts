import { describe, expect, test } from 'vitest';
import { untilLockWait } from '#test/lock-waits.ts';
import { startSecondNode } from '#test/second-node.ts';
import { type Person, startTestApp, type TestApp } from '#test/start-test-app.ts';
import { byTier } from '#test/tier.ts';
import { eraseDueAccounts, tryToErase } from './erasure.actions.ts';
import { findRemains } from './test-remains.ts';

const app = await startTestApp();
const { call, clock, deps, person } = app;
const other = await startSecondNode(app);

const ROUNDS = byTier(2, 8);
const NOW = { confirm: 'DELETE', immediately: true };
const ACCOUNT = '/api/user/account';
const profileOf = (id: string) =>
  deps.db.selectFrom('profile').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('A deletion', () => {
  test('leaves nothing behind of what is written at the same time', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const ada = await person();
      const write = (one: TestApp['call'], number: number) => [
        one(
          ada,
          'POST',
          '/api/journal',
          { title: `Entry ${number}`, content: 'Words.' },
          { 'idempotency-key': `k${number}` },
        ),
        one(ada, 'POST', '/api/goals', { title: `Goal ${number}` }),
        one(ada, 'POST', '/api/action-notes', { content: `Note ${number}` }),
        one(ada, 'POST', '/api/notebooks', { name: `Notebook ${number}` }),
        one(ada, 'PUT', '/api/user/profile', { full_name: `Ada ${number}` }),
      ];
      const [deletion, ...writes] = await Promise.all([
        call(ada, 'DELETE', ACCOUNT, NOW),
        ...Array.from({ length: 4 }, (_, number) => write(number % 2 === 0 ? call : other.call, number)).flat(),
      ]);
      expect(deletion.status).toBe(200);
      // A write can wait for the deletion for longer than its timeout: 503. The deletion can, too, and goes on then.
      expect(writes.map(({ status }) => status)).not.toContain(500);
      expect(await tryToErase(deps, ada.id)).toBe(true);
      expect(await findRemains(deps, ada.id)).toEqual([]);
      expect(await profileOf(ada.id)).toMatchObject({ full_name: 'Deleted user', email: null, preferences: {} });
    }
  });

  test('refuses a row whose transaction began before it, and waits for one that has written', async () => {
    const ada = await person();
    const goal = (id: string) => ({
      id,
      user_id: ada.id,
      title: 'Late',
      created_at: clock.now(),
      updated_at: clock.now(),
    });
    const [written, late] = [deps.ids.next(), deps.ids.next()];
    let deletion: Promise<unknown> = Promise.resolve();
    await deps.db.transaction().execute(async (tx) => {
      await tx.insertInto('goal').values(goal(written)).execute();
      await deps.db
        .updateTable('profile')
        .set({ is_active: false, erase_at: clock.now() })
        .where('id', '=', ada.id)
        .execute();
      deletion = tryToErase(deps, ada.id);
      await untilLockWait(deps.db, deletion);
    });
    expect(await deletion).toBe(true);
    await expect(deps.db.insertInto('goal').values(goal(late)).execute()).rejects.toMatchObject({ code: '23503' });
    expect(await findRemains(deps, ada.id)).toEqual([]);
  });

  test('is granted once to two requests, and erases once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const ada = await person();
      const responses = await Promise.all(
        [call, other.call, call].map((one) => one(ada, 'DELETE', ACCOUNT, { confirm: 'DELETE' })),
      );
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(responses.filter(({ status }) => status === 403 || status === 409)).toHaveLength(2);
    }
  });

  test('by the nightly job of two nodes and a restore never both win', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const ada: Person = await person();
      await call(ada, 'POST', '/api/journal', { title: 'Kept?', content: 'Words.' });
      await call(ada, 'DELETE', ACCOUNT, { confirm: 'DELETE' });
      // Due for the erasure, and not yet for the restore, as on two nodes whose clocks differ.
      const eraseAt = new Date(clock.now().getTime() + 1);
      await deps.db.updateTable('profile').set({ erase_at: eraseAt }).where('id', '=', ada.id).execute();
      const late = { ...deps.clock, now: () => eraseAt };
      const restoring = round % 2 === 0 ? call : other.call;
      const [restored] = await Promise.all([
        restoring(ada, 'POST', '/api/user/account/restore'),
        ...[deps, other.deps].map((node) => eraseDueAccounts({ ...node, clock: late })),
      ]);
      const { is_active: isActive, deleted_at: deletedAt } = await profileOf(ada.id);
      const entries = await deps.db.selectFrom('journal_entry').select('id').where('user_id', '=', ada.id).execute();
      const hasWon = restored.status === 200;
      expect({ isActive, isErased: deletedAt !== null, entries: entries.length }).toEqual({
        isActive: hasWon,
        isErased: !hasWon,
        entries: hasWon ? 1 : 0,
      });
      const audited = await deps.db
        .selectFrom('audit_log')
        .select('action')
        .where('subject_id', '=', ada.id)
        .where('action', 'in', ['account.erase', 'account.restore'])
        .execute();
      expect(audited).toEqual([{ action: hasWon ? 'account.restore' : 'account.erase' }]);
    }
  });
});
