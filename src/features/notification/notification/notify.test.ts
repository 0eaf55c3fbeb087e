import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createDatabase } from '#platform/db/database.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { type NewNotification, notify, notifyAfterwards, notifyOrFail } from '../index.ts';
import { notificationTo } from '../test-notifications.ts';

const { person, call, deps } = await startTestApp();

const storeNotification = (...notifications: NewNotification[]) =>
  deps.db.transaction().execute((tx) => notify(deps, tx, notifications));

async function inboxOf(reader: Person) {
  return (await call(reader, 'GET', '/api/notifications')).body.notifications;
}

/** Changes another row in the transaction of a notification. */
const rename = (db: typeof deps.db, { id }: Person, full_name: string) =>
  db.updateTable('profile').set({ full_name }).where('id', '=', id).execute();

async function nameOf(reader: Person): Promise<string> {
  return (await call(reader, 'GET', '/api/user/profile')).body.profile.full_name;
}

describe('notify', () => {
  test('commits with its transaction, and returns the notified users', async () => {
    const [ada, ben] = [await person(), await person()];
    expect(await storeNotification(notificationTo(ada), notificationTo(ben))).toEqual(
      expect.arrayContaining([ada.id, ben.id]),
    );
    const failing = deps.db.transaction().execute(async (tx) => {
      expect(await notify(deps, tx, [notificationTo(ada)])).toEqual([ada.id]);
      throw new Error('the cause failed');
    });
    await expect(failing).rejects.toThrow('the cause failed');
    expect([(await inboxOf(ada)).length, (await inboxOf(ben)).length]).toEqual([1, 1]);
  });

  test('does nothing for an empty list', async () => {
    expect(await storeNotification()).toEqual([]);
  });

  test('skips unknown and blocked users', async () => {
    const [ada, blocked] = [await person(), await person()];
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', blocked.id).execute();
    expect(
      await storeNotification(notificationTo({ id: randomUUID() }), notificationTo(blocked), notificationTo(ada)),
    ).toEqual([ada.id]);
    const rows = await deps.db.selectFrom('notification').select('id').where('user_id', '=', blocked.id).execute();
    expect(rows).toEqual([]);
  });

  test('skips synthetic users', async () => {
    const [ada, synthetic] = [await person(), await person()];
    await deps.db.updateTable('profile').set({ is_ai: true }).where('id', '=', synthetic.id).execute();
    expect(await storeNotification(notificationTo(synthetic), notificationTo(ada))).toEqual([ada.id]);
    expect(await inboxOf(synthetic)).toEqual([]);
  });

  test('is stored once for each user and key', async () => {
    const [ada, ben] = [await person(), await person()];
    const dedupeKey = 'reminder:2026-11-20';
    expect(await storeNotification(notificationTo(ada, { dedupeKey }), notificationTo(ada, { dedupeKey }))).toEqual([
      ada.id,
    ]);
    expect(await storeNotification(notificationTo(ada, { dedupeKey, title: 'Another' }))).toEqual([]);
    expect(await storeNotification(notificationTo(ben, { dedupeKey }))).toEqual([ben.id]);
    await storeNotification(
      notificationTo(ada, { dedupeKey: 'reminder:2026-11-21' }),
      notificationTo(ada),
      notificationTo(ada),
    );
    expect([(await inboxOf(ada)).length, (await inboxOf(ben)).length]).toEqual([4, 1]);
  });

  test('with the key of a rolled back transaction is stored by the next one', async () => {
    const ada = await person();
    const notification = notificationTo(ada, { dedupeKey: 'once' });
    const undone = deps.db.transaction().execute(async (tx) => {
      await notify(deps, tx, [notification]);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await storeNotification(notification)).toEqual([ada.id]);
  });

  test('is truncated and cleaned', async () => {
    const ada = await person();
    await storeNotification(
      notificationTo(ada, {
        title: `${'t'.repeat(199)}🌱`,
        body: `a\0b\u0007c\td\ne\ud800${'x'.repeat(2_000)}`,
        kind: 'check_in_rejected',
        data: { date: '2026-11-20', checkin_id: randomUUID(), reason: 'v'.repeat(600) },
        dedupeKey: 'd'.repeat(300),
      }),
    );
    const [notification] = await inboxOf(ada);
    expect(notification.title).toBe('t'.repeat(199));
    expect(notification.body).toBe(`abc\td\ne\ufffd${'x'.repeat(1_000)}`.slice(0, 1_000));
    expect(notification.data.reason).toBe('v'.repeat(500));
  });

  test('reaches a thousand users', async () => {
    const ada = await person();
    const notifications = Array.from({ length: 1_000 }, (_, index) =>
      notificationTo(ada, { dedupeKey: `many:${index}` }),
    );
    expect(await storeNotification(...notifications)).toEqual([ada.id]);
    expect((await call(ada, 'GET', '/api/notifications')).body.unread_count).toBe(1_000);
  });
});

describe('The transaction of a notification', () => {
  test('is not affected by a notification that fails, which is logged without its text', async () => {
    const ada = await person();
    const lines: string[] = [];
    const log = pino({ base: null, timestamp: false }, { write: (line) => lines.push(line) });
    const canary = 'canary-9f2c';
    await deps.db.transaction().execute(async (tx) => {
      await rename(tx, ada, 'Before');
      expect(await notify({ ...deps, log }, tx, [notificationTo({ id: 'no id' }, { title: canary })])).toEqual([]);
      await rename(tx, ada, 'After');
    });
    expect(await nameOf(ada)).toBe('After');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        level: 40,
        event: 'notifications.not-stored',
        code: '22P02',
        kinds: ['baton_pass'],
        msg: 'Could not store notifications',
      },
    ]);
  });

  test('does not wait for the deletion of a recipient', async () => {
    const [ada, leaving] = [await person(), await person()];
    await deps.db.transaction().execute(async (other) => {
      await other.deleteFrom('profile').where('id', '=', leaving.id).execute();
      expect(await storeNotification(notificationTo(leaving), notificationTo(ada))).toEqual([ada.id]);
    });
  });

  test('does not wait for a concurrent transaction with the same key for the same user', async () => {
    const ada = await person();
    await deps.db.transaction().execute(async (other) => {
      expect(await notify(deps, other, [notificationTo(ada, { dedupeKey: 'same' })])).toEqual([ada.id]);
      expect(
        await storeNotification(
          notificationTo(ada, { dedupeKey: 'same' }),
          notificationTo(ada, { dedupeKey: 'other' }),
        ),
      ).toEqual([ada.id]);
    });
    expect(await inboxOf(ada)).toHaveLength(2);
  });

  test('does not wait for a change of a profile, and such a change does not wait for it', async () => {
    const ada = await person();
    await deps.db.transaction().execute(async (other) => {
      await rename(other, ada, 'Changed');
      await deps.db.transaction().execute(async (tx) => {
        expect(await notify(deps, tx, [notificationTo(ada)])).toEqual([ada.id]);
        await rename(other, ada, 'Changed again');
      });
    });
  });
});

describe('notifyOrFail', () => {
  test('is stored', async () => {
    const ada = await person();
    expect(await deps.db.transaction().execute((tx) => notifyOrFail(deps, tx, [notificationTo(ada)]))).toEqual([
      ada.id,
    ]);
    expect(await inboxOf(ada)).toHaveLength(1);
  });

  test('fails together with those beside it', async () => {
    const ada = await person();
    const notifications = [notificationTo(ada), notificationTo({ id: 'no id' })];
    const telling = deps.db.transaction().execute((tx) => notifyOrFail(deps, tx, notifications));
    await expect(telling).rejects.toThrow('uuid');
    expect(await inboxOf(ada)).toEqual([]);
  });
});

describe('notifyAfterwards', () => {
  test('is stored', async () => {
    const ada = await person();
    expect(await notifyAfterwards(deps, [notificationTo(ada)])).toEqual([ada.id]);
    expect(await inboxOf(ada)).toHaveLength(1);
  });

  test('only logs a failure', async () => {
    expect(await notifyAfterwards(deps, [notificationTo({ id: 'no id' })])).toEqual([]);
  });

  test('only logs a failure of the database', async () => {
    const unreachable = createDatabase({
      connectionString: 'postgres://127.0.0.1:1/none',
      onIdleError: () => undefined,
    });
    onTestFinished(unreachable.close);
    expect(await notifyAfterwards({ ...deps, db: unreachable.db }, [notificationTo(await person())])).toEqual([]);
  });
});
