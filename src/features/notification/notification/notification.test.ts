import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Person, startTestApp } from '../../../../test/start-test-app.ts';
import { type NewNotification, notify } from '../index.ts';

const { person, call, deps, clock } = await startTestApp();

const SECOND = 1_000;

/** Stores a notification, a second after the last one. */
async function storeNotification(reader: Person, notification: Partial<NewNotification> = {}): Promise<void> {
  clock.advance(SECOND);
  const usual = { userId: reader.id, kind: 'baton_pass', title: 'Your turn', body: 'Ada has checked in.' };
  await deps.db.transaction().execute((tx) => notify(deps, tx, [{ ...usual, ...notification }]));
}

async function inboxOf(reader: Person, query = '') {
  const { status, body } = await call(reader, 'GET', `/api/notifications${query}`);
  expect(status).toBe(200);
  return body;
}

async function onlyNotificationOf(reader: Person) {
  const { notifications } = await inboxOf(reader);
  expect(notifications).toHaveLength(1);
  return notifications[0];
}

const titlesOf = (inbox: { notifications: { title: string }[] }) => inbox.notifications.map(({ title }) => title);

describe('GET /api/notifications', () => {
  test('returns an empty list to a new user', async () => {
    expect(await inboxOf(await person())).toEqual({ notifications: [], next_cursor: null, unread_count: 0 });
  });

  test('returns the public fields only', async () => {
    const ada = await person();
    const data = { chain_id: randomUUID(), position: 2, isFirst: false, empty: null };
    await storeNotification(ada, { data, dedupeKey: 'a key' });
    expect(await onlyNotificationOf(ada)).toEqual({
      id: expect.any(String),
      kind: 'baton_pass',
      title: 'Your turn',
      body: 'Ada has checked in.',
      data,
      read_at: null,
      created_at: clock.now().toISOString(),
    });
  });

  test('returns 200 with the newest first, in pages, and the count of all that is unread', async () => {
    const ada = await person();
    for (const title of ['one', 'two', 'three', 'four', 'five']) await storeNotification(ada, { title });
    const first = await inboxOf(ada, '?limit=2');
    expect([titlesOf(first), first.unread_count]).toEqual([['five', 'four'], 5]);
    const second = await inboxOf(ada, `?limit=2&cursor=${first.next_cursor}`);
    const third = await inboxOf(ada, `?limit=2&cursor=${second.next_cursor}`);
    expect([titlesOf(second), titlesOf(third), third.next_cursor]).toEqual([['three', 'two'], ['one'], null]);
  });

  test('returns 200 with those of one moment in one order, on every page', async () => {
    const ada = await person();
    const notifications = Array.from({ length: 7 }, (_, index) => ({
      userId: ada.id,
      kind: 'k',
      title: String(index),
      body: '',
    }));
    await deps.db.transaction().execute((tx) => notify(deps, tx, notifications));
    const whole = titlesOf(await inboxOf(ada));
    const [start, end] = [await inboxOf(ada, '?limit=4'), await inboxOf(ada)];
    const rest = await inboxOf(ada, `?cursor=${start.next_cursor}`);
    expect([...titlesOf(start), ...titlesOf(rest)]).toEqual(whole);
    expect(titlesOf(end)).toHaveLength(7);
  });

  test('returns 200 with unread=true leaves out what has been read, in pages too; unread=false leaves out nothing', async () => {
    const ada = await person();
    for (const title of ['one', 'two', 'three', 'four']) await storeNotification(ada, { title });
    const { notifications } = await inboxOf(ada);
    await call(ada, 'POST', `/api/notifications/${notifications[1].id}/read`);
    const unread = await inboxOf(ada, '?unread=true&limit=2');
    expect([titlesOf(unread), unread.unread_count]).toEqual([['four', 'two'], 3]);
    const rest = await inboxOf(ada, `?unread=true&limit=2&cursor=${unread.next_cursor}`);
    expect([titlesOf(rest), rest.next_cursor]).toEqual([['one'], null]);
    expect(titlesOf(await inboxOf(ada, '?unread=false'))).toHaveLength(4);
  });

  test('never contains notifications of other users', async () => {
    const [ada, ben] = [await person(), await person()];
    await storeNotification(ada);
    expect(await inboxOf(ben)).toEqual({ notifications: [], next_cursor: null, unread_count: 0 });
  });

  test.each(['?unread=yes', '?limit=0', '?limit=501', '?cursor=abc'])('returns 400 for %s', async (query) => {
    expect((await call(await person(), 'GET', `/api/notifications${query}`)).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await call(null, 'GET', '/api/notifications')).status).toBe(401);
  });
});

describe('POST /api/notifications/:id/read', () => {
  test('returns 200 with when it was read, which is the first time, however often', async () => {
    const ada = await person();
    await storeNotification(ada);
    const { id } = await onlyNotificationOf(ada);
    clock.advance(SECOND);
    const readAt = clock.now().toISOString();
    const first = await call(ada, 'POST', `/api/notifications/${id}/read`);
    expect([first.status, first.body.notification]).toEqual([
      200,
      { ...(await onlyNotificationOf(ada)), read_at: readAt },
    ]);
    clock.advance(SECOND);
    const second = await call(ada, 'POST', `/api/notifications/${id}/read`);
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect((await inboxOf(ada)).unread_count).toBe(0);
  });

  test('returns 404 for a notification of another user, which remains unread, and for an unknown id', async () => {
    const [ada, ben] = [await person(), await person()];
    await storeNotification(ada);
    const { id } = await onlyNotificationOf(ada);
    for (const other of [id, randomUUID()]) {
      const { status, body } = await call(ben, 'POST', `/api/notifications/${other}/read`);
      expect([status, body.code]).toEqual([404, 'notification.not-found']);
    }
    expect((await onlyNotificationOf(ada)).read_at).toBeNull();
  });

  test('returns 400 for an id that is none', async () => {
    expect((await call(await person(), 'POST', '/api/notifications/7/read')).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await call(null, 'POST', `/api/notifications/${randomUUID()}/read`)).status).toBe(401);
  });
});

describe('POST /api/notifications/read-all', () => {
  test('returns 200 with how many were unread, which then are read, and no others', async () => {
    const [ada, ben] = [await person(), await person()];
    for (const reader of [ada, ada, ada, ben]) await storeNotification(reader);
    const { notifications } = await inboxOf(ada);
    const { body: before } = await call(ada, 'POST', `/api/notifications/${notifications[0].id}/read`);
    clock.advance(SECOND);
    expect(await call(ada, 'POST', '/api/notifications/read-all')).toMatchObject({ status: 200, body: { read: 2 } });
    const after = await inboxOf(ada);
    const readAt = clock.now().toISOString();
    expect(after.notifications.map(({ read_at }: { read_at: string }) => read_at)).toEqual([
      before.notification.read_at,
      readAt,
      readAt,
    ]);
    expect([after.unread_count, (await inboxOf(ben)).unread_count]).toEqual([0, 1]);
    expect((await call(ada, 'POST', '/api/notifications/read-all')).body).toEqual({ read: 0 });
  });

  test('returns 401 without a token', async () => {
    expect((await call(null, 'POST', '/api/notifications/read-all')).status).toBe(401);
  });
});
