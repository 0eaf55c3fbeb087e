import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Person, startTestApp } from '../../../test/start-test-app.ts';
import { createDatabase } from '../../platform/db/database.ts';
import { type NewNotification, notify, notifyAfterwards, notifyOrFail } from './index.ts';

const { person, call, deps } = await startTestApp();

const notificationTo = (reader: { id: string }, notice: Partial<NewNotification> = {}): NewNotification => ({
  userId: reader.id,
  kind: 'baton_pass',
  title: 'Your turn',
  body: 'Ada has checked in.',
  ...notice,
});

const tell = (...notices: NewNotification[]) => deps.db.transaction().execute((tx) => notify(deps, tx, notices));

async function inboxOf(reader: Person) {
  return (await call(reader, 'GET', '/api/notifications')).body.notifications;
}

/** Does something in the transaction of a cause besides telling somebody: it renames the person. */
const rename = (db: typeof deps.db, { id }: Person, full_name: string) =>
  db.updateTable('profile').set({ full_name }).where('id', '=', id).execute();

async function nameOf(reader: Person): Promise<string> {
  return (await call(reader, 'GET', '/api/user/profile')).body.profile.full_name;
}

describe('A notice', () => {
  test('is there exactly if its cause is, and tells whom it reaches', async () => {
    const [ada, ben] = [await person(), await person()];
    expect(await tell(notificationTo(ada), notificationTo(ben))).toEqual(expect.arrayContaining([ada.id, ben.id]));
    const failing = deps.db.transaction().execute(async (tx) => {
      expect(await notify(deps, tx, [notificationTo(ada)])).toEqual([ada.id]);
      throw new Error('the cause failed');
    });
    await expect(failing).rejects.toThrow('the cause failed');
    expect([(await inboxOf(ada)).length, (await inboxOf(ben)).length]).toEqual([1, 1]);
  });

  test('to nobody is nothing', async () => {
    expect(await tell()).toEqual([]);
  });

  test('reaches the others where somebody does not exist or is blocked', async () => {
    const [ada, blocked] = [await person(), await person()];
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', blocked.id).execute();
    expect(await tell(notificationTo({ id: randomUUID() }), notificationTo(blocked), notificationTo(ada))).toEqual([
      ada.id,
    ]);
    const rows = await deps.db.selectFrom('notification').select('id').where('user_id', '=', blocked.id).execute();
    expect(rows).toEqual([]);
  });

  test('does not reach synthetic people, who read nothing', async () => {
    const [ada, synthetic] = [await person(), await person()];
    await deps.db.updateTable('profile').set({ is_ai: true }).where('id', '=', synthetic.id).execute();
    expect(await tell(notificationTo(synthetic), notificationTo(ada))).toEqual([ada.id]);
    expect(await inboxOf(synthetic)).toEqual([]);
  });

  test('with a key comes once for each person, whatever it says, and again with another key or with none', async () => {
    const [ada, ben] = [await person(), await person()];
    const dedupeKey = 'reminder:2026-11-20';
    expect(await tell(notificationTo(ada, { dedupeKey }), notificationTo(ada, { dedupeKey }))).toEqual([ada.id]);
    expect(await tell(notificationTo(ada, { dedupeKey, title: 'Another' }))).toEqual([]);
    expect(await tell(notificationTo(ben, { dedupeKey }))).toEqual([ben.id]);
    await tell(notificationTo(ada, { dedupeKey: 'reminder:2026-11-21' }), notificationTo(ada), notificationTo(ada));
    expect([(await inboxOf(ada)).length, (await inboxOf(ben)).length]).toEqual([4, 1]);
  });

  test('whose key belongs to a cause that was undone comes with the next one', async () => {
    const ada = await person();
    const notice = notificationTo(ada, { dedupeKey: 'once' });
    const undone = deps.db.transaction().execute(async (tx) => {
      await notify(deps, tx, [notice]);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await tell(notice)).toEqual([ada.id]);
  });

  test('is cut and cleaned where it would not fit', async () => {
    const ada = await person();
    await tell(
      notificationTo(ada, {
        kind: 'k'.repeat(60),
        title: `${'t'.repeat(199)}🌱`,
        body: `a\0b\u0007c\td\ne\ud800${'x'.repeat(2_000)}`,
        data: Object.fromEntries(
          Array.from({ length: 30 }, (_, index) => [`${index} ${'n'.repeat(60)}`, 'v'.repeat(600)]),
        ),
        dedupeKey: 'd'.repeat(300),
      }),
    );
    const [notification] = await inboxOf(ada);
    expect(notification.kind).toBe('k'.repeat(50));
    expect(notification.title).toBe('t'.repeat(199));
    expect(notification.body).toBe(`abc\td\ne\ufffd${'x'.repeat(1_000)}`.slice(0, 1_000));
    const facts = Object.entries(notification.data);
    expect(facts).toHaveLength(20);
    expect(facts.every(([name, value]) => name.length === 50 && String(value).length === 500)).toBe(true);
  });

  test('of a thousand reaches them all', async () => {
    const ada = await person();
    const notices = Array.from({ length: 1_000 }, (_, index) => notificationTo(ada, { dedupeKey: `many:${index}` }));
    expect(await tell(...notices)).toEqual([ada.id]);
    expect((await call(ada, 'GET', '/api/notifications')).body.unread_count).toBe(1_000);
  });
});

describe('A cause', () => {
  test('is not hindered by a notice that fails, which is logged without its text', async () => {
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
      { level: 40, code: '22P02', kinds: ['baton_pass'], msg: 'notices could not be stored' },
    ]);
  });

  test('does not wait for whoever is deleting the account that is told something', async () => {
    const [ada, leaving] = [await person(), await person()];
    await deps.db.transaction().execute(async (other) => {
      await other.deleteFrom('profile').where('id', '=', leaving.id).execute();
      expect(await tell(notificationTo(leaving), notificationTo(ada))).toEqual([ada.id]);
    });
  });

  test('does not wait for another one that is still telling the same person something with the same key', async () => {
    const ada = await person();
    await deps.db.transaction().execute(async (other) => {
      expect(await notify(deps, other, [notificationTo(ada, { dedupeKey: 'same' })])).toEqual([ada.id]);
      expect(
        await tell(notificationTo(ada, { dedupeKey: 'same' }), notificationTo(ada, { dedupeKey: 'other' })),
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

describe('A notice that somebody has to know of', () => {
  test('is stored', async () => {
    const ada = await person();
    expect(await deps.db.transaction().execute((tx) => notifyOrFail(deps, tx, [notificationTo(ada)]))).toEqual([
      ada.id,
    ]);
    expect(await inboxOf(ada)).toHaveLength(1);
  });

  test('fails together with those beside it', async () => {
    const ada = await person();
    const notices = [notificationTo(ada), notificationTo({ id: 'no id' })];
    const telling = deps.db.transaction().execute((tx) => notifyOrFail(deps, tx, notices));
    await expect(telling).rejects.toThrow('uuid');
    expect(await inboxOf(ada)).toEqual([]);
  });
});

describe('A notice after its cause', () => {
  test('is stored', async () => {
    const ada = await person();
    expect(await notifyAfterwards(deps, [notificationTo(ada)])).toEqual([ada.id]);
    expect(await inboxOf(ada)).toHaveLength(1);
  });

  test('that fails is told by nothing but the log', async () => {
    expect(await notifyAfterwards(deps, [notificationTo({ id: 'no id' })])).toEqual([]);
  });

  test('without a database is told by nothing but the log', async () => {
    const unreachable = createDatabase({
      connectionString: 'postgres://127.0.0.1:1/none',
      onIdleError: () => undefined,
    });
    onTestFinished(unreachable.close);
    expect(await notifyAfterwards({ ...deps, db: unreachable.db }, [notificationTo(await person())])).toEqual([]);
  });
});
