import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { smallestIdAt } from '#platform/ids.ts';
import { costsOf } from '#test/plans.ts';
import { applyRetention, RETENTION_ENVIRONMENT } from '#test/retention.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { listUsageSums } from '../../usage/usage.store.ts';
import { partitionsOf } from './test-partitions.ts';

const app = await startTestApp({ environment: RETENTION_ENVIRONMENT });
const { call, clock, deps, person } = app;
const { namesOf, month, nameOf, insertNotification, holderOf } = await partitionsOf(app);
const DAY_MS = 24 * 60 * 60 * 1_000;
const TABLES = ['audit_log', 'notification', 'token_usage'];

const later = (instant: Date, ms: number) => new Date(instant.getTime() + ms);

async function makePartitions() {
  const headers = { 'x-cron-secret': RETENTION_ENVIRONMENT.CRON_SECRET };
  const { status, body } = await call(null, 'POST', '/api/cron/make-partitions', undefined, headers);
  expect(status).toBe(200);
  return body;
}

async function inboxOf(id: string) {
  const rows = await deps.db.selectFrom('notification').select('id').where('user_id', '=', id).orderBy('id').execute();
  return rows.map((row) => row.id);
}

describe('POST /api/cron/make-partitions', () => {
  test('makes the months up to two ahead of each table, once', async () => {
    clock.set(later(month(0), 14 * DAY_MS));
    const made = TABLES.flatMap((table) =>
      [0, 1, 2].map((number) => `${table} ${month(number).toISOString().slice(0, 7)}`),
    );
    expect(await makePartitions()).toEqual({
      success: true,
      message: `Made ${made.join(', ')}.`,
      results: { made, errors: [] },
    });
    expect((await makePartitions()).message).toBe('All partitions are made.');
    for (const table of TABLES) expect(await namesOf(table)).toEqual(expect.arrayContaining([nameOf(table, 2)]));
  });

  test('rows of the first and last instant of a month are in its partition', async () => {
    const ada = await person();
    const holderAt = async (instant: Date) => holderOf(await insertNotification(ada, instant));
    expect(await holderAt(later(month(0), -1))).toMatch(/^notification_until_/);
    for (const number of [0, 1, 2]) {
      expect(await holderAt(month(number))).toBe(nameOf('notification', number));
      expect(await holderAt(later(month(number + 1), -1))).toBe(nameOf('notification', number));
    }
    expect(await holderAt(month(3))).toBe('notification_rest');
    await deps.db.deleteFrom('notification').execute();
  });

  test('rows of a month that is not made are kept and reported, and moved with what refers to them once it is', async () => {
    const ada = await person();
    const [first, last] = [await insertNotification(ada, month(4)), await insertNotification(ada, later(month(5), -1))];
    const { id: device_id } = await deps.db
      .insertInto('push_device')
      .values({ id: deps.ids.next(), user_id: ada.id, endpoint: randomUUID(), p256dh: 'p', auth: 'a', ...times() })
      .returning('id')
      .executeTakeFirstOrThrow();
    const delivery = { user_id: ada.id, notification_id: first, device_id, urgency: 'normal' as const };
    await deps.db
      .insertInto('push_delivery')
      .values({ ...delivery, expires_at: clock.now(), next_attempt_at: clock.now() })
      .execute();

    const reported = await makePartitions();
    expect([reported.success, reported.results.errors]).toEqual([
      false,
      ['notification: 2 rows belong to no month that is made'],
    ]);
    expect([await holderOf(first), await inboxOf(ada.id)]).toEqual(['notification_rest', [first, last]]);

    clock.set(month(3));
    expect((await makePartitions()).success).toBe(true);
    expect([await holderOf(first), await holderOf(last)]).toEqual(Array(2).fill(nameOf('notification', 4)));
    expect(await inboxOf(ada.id)).toEqual([first, last]);
    expect(await deps.db.selectFrom('push_delivery').select('device_id').execute()).toEqual([{ device_id }]);
    await deps.db.deleteFrom('notification').execute();
    expect(await deps.db.selectFrom('push_delivery').select('device_id').execute(), 'they go together').toEqual([]);
  });

  test('returns 401 with another secret', async () => {
    const headers = { 'x-cron-secret': 'a-secret-of-the-winter' };
    expect((await call(null, 'POST', '/api/cron/make-partitions', undefined, headers)).status).toBe(401);
  });
});

const times = () => ({ created_at: clock.now(), updated_at: clock.now() });

describe('retention', () => {
  test('drops a month all of whose rows have expired, and deletes expired rows of the others', async () => {
    const ada = await person();
    // The third day of the month after this one is the first that stays.
    clock.set(later(month(1), 92 * DAY_MS));
    const expired = [later(month(0), -1), month(0), later(month(1), -1), month(1), later(month(1), 2 * DAY_MS - 1)];
    for (const instant of expired) await insertNotification(ada, instant);
    const kept = [later(month(1), 2 * DAY_MS), later(month(2), DAY_MS)];
    const ids: string[] = [];
    for (const instant of kept) ids.push(await insertNotification(ada, instant));

    expect(await applyRetention(app)).toMatchObject({ notifications: expired.length });
    expect(await inboxOf(ada.id)).toEqual(ids);
    const names = await namesOf('notification');
    expect(names).toEqual(expect.arrayContaining([nameOf('notification', 1), 'notification_rest']));
    expect(names.filter((name) => name.includes('until') || name === nameOf('notification', 0))).toEqual([]);
    expect(await namesOf('audit_log')).toEqual(expect.arrayContaining([nameOf('audit_log', 0)]));
  });

  test('keeps a month with a row that is younger than its id', async () => {
    const ada = await person();
    const younger = await insertNotification(ada, later(month(2), -1), later(month(2), DAY_MS));
    clock.set(later(month(2), 91 * DAY_MS));
    await applyRetention(app);
    expect(await holderOf(younger)).toBe(nameOf('notification', 1));
    clock.advance(1);
    await applyRetention(app);
    expect([await holderOf(younger), (await namesOf('notification')).includes(nameOf('notification', 1))]).toEqual([
      null,
      false,
    ]);
  });
});

test.each([
  '1970-01-01T00:00:00.000Z',
  '2026-12-31T23:59:59.999Z',
  '2027-01-01T00:00:00.000Z',
  '2100-02-28T12:34:56.789Z',
])('the smallest id of %s is the same in the database and here', async (instant) => {
  const { rows } = await sql<{ id: string }>`select smallest_id_at(${instant}) as id`.execute(deps.db);
  expect(rows).toEqual([{ id: smallestIdAt(new Date(instant)) }]);
});

test('the usage of a month reads that month, and the ones beside it', async () => {
  clock.set(month(4));
  await makePartitions();
  const span = { from: month(2), until: month(3) };
  for (const { outline } of await costsOf(app.databaseUrl, (db) => listUsageSums(db, [deps.ids.next()], span))) {
    const text = outline.join('\n');
    for (const number of [1, 2, 3]) expect(text).toContain(nameOf('token_usage', number));
    for (const number of [0, 4, 5]) expect(text).not.toContain(nameOf('token_usage', number));
    expect(text).not.toMatch(/token_usage_(rest|until)/);
  }
});
