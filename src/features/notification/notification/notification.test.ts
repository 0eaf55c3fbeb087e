import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Actor } from '#access/actor.ts';
import { countStatements } from '#test/count-statements.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { type NewNotification, notify } from '../index.ts';
import { notificationTo } from '../test-notifications.ts';
import { readInbox } from './notification.actions.ts';

const { person, call, deps, clock } = await startTestApp();

const SECOND = 1_000;

/** Stores a notification, a second after the last one. */
async function storeNotification(reader: Person, notification: Partial<NewNotification> = {}): Promise<void> {
  clock.advance(SECOND);
  await deps.db.transaction().execute((tx) => notify(deps, tx, [notificationTo(reader, notification)]));
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
    const data = { drop_id: randomUUID(), from_user_id: null };
    await storeNotification(ada, { kind: 'drop_received', data, dedupeKey: 'a key' });
    expect(await onlyNotificationOf(ada)).toEqual({
      id: expect.any(String),
      kind: 'drop_received',
      title: 'Your turn',
      body: 'Ada has checked in.',
      data,
      key: 'notification.drop_received',
      target: { type: 'drop', id: data.drop_id },
      actor: null,
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
    const notifications = Array.from({ length: 7 }, (_, index) => notificationTo(ada, { title: String(index) }));
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

describe('GET /api/notifications?kind=', () => {
  test('returns 200 with the notifications of the kind only, in pages', async () => {
    const ada = await person();
    for (const title of ['one', 'two']) await storeNotification(ada, { title });
    await storeNotification(ada, { kind: 'music_reconnect', data: {}, title: 'another' });
    const first = await inboxOf(ada, '?kind=baton_pass&limit=1');
    expect([titlesOf(first), first.unread_count]).toEqual([['two'], 3]);
    expect(titlesOf(await inboxOf(ada, `?kind=baton_pass&cursor=${first.next_cursor}`))).toEqual(['one']);
    expect(titlesOf(await inboxOf(ada, '?kind=goal_due'))).toEqual([]);
  });

  test('returns 400 for an unknown kind', async () => {
    expect((await call(await person(), 'GET', '/api/notifications?kind=k')).status).toBe(400);
  });
});

describe('GET /api/notifications, the actor', () => {
  const drop = (actor: Person | null) =>
    ({
      kind: 'drop_received',
      data: { drop_id: randomUUID(), from_user_id: actor?.id ?? null },
    }) as const;

  test('is the user who caused it', async () => {
    const [ada, ben] = [await person(), await person()];
    await storeNotification(ada, drop(ben));
    const { full_name } = (await call(ben, 'GET', '/api/user/profile')).body.profile;
    expect((await onlyNotificationOf(ada)).actor).toEqual({ id: ben.id, full_name, avatar_url: null, is_ai: false });
  });

  test.each<[string, (reader: Person, actor: Person) => Promise<unknown>]>([
    ['the user blocks', (reader, actor) => call(reader, 'POST', `/api/users/${actor.id}/block`)],
    ['blocks the user', (reader, actor) => call(actor, 'POST', `/api/users/${reader.id}/block`)],
    [
      'is deactivated',
      (_, { id }) => deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', id).execute(),
    ],
    ['is deleted', (_, { id }) => deps.db.deleteFrom('profile').where('id', '=', id).execute()],
  ])('is null if it is one that %s', async (_, happen) => {
    const [ada, ben] = [await person(), await person()];
    await storeNotification(ada, drop(ben));
    await happen(ada, ben);
    const { actor, title } = await onlyNotificationOf(ada);
    expect([actor, title]).toEqual([null, 'Your turn']);
  });

  test('in a blocked pair causes no notification, except a required one', async () => {
    const [ada, ben] = [await person(), await person()];
    await call(ada, 'POST', `/api/users/${ben.id}/block`);
    await storeNotification(ada, drop(ben));
    await storeNotification(ben, drop(ada));
    expect((await inboxOf(ben)).notifications).toEqual([]);
    expect((await inboxOf(ada)).notifications).toEqual([]);
    const data = { org_id: randomUUID(), group_name: 'Group', from_user_id: ben.id };
    await storeNotification(ada, { kind: 'ownership_received', data });
    expect(await onlyNotificationOf(ada)).toMatchObject({
      kind: 'ownership_received',
      actor: null,
      target: { type: 'organization', id: data.org_id },
    });
  });

  test('costs no statement for each notification', async () => {
    const [ada, ben] = [await person(), await person()];
    for (let count = 0; count < 5; count += 1) await storeNotification(ada, drop(ben));
    const { db, count } = countStatements(deps.db);
    const inbox = await readInbox({ ...deps, db }, { userId: ada.id } as Actor, {});
    expect([inbox.notifications.length, count()]).toEqual([5, 1]);
  });
});

describe('DELETE /api/notifications/:id', () => {
  test('returns 200 and removes it from the inbox, the count, and the database', async () => {
    const ada = await person();
    await storeNotification(ada, { title: 'canary', dedupeKey: 'once' });
    const { id } = await onlyNotificationOf(ada);
    expect((await call(ada, 'DELETE', `/api/notifications/${id}`)).status).toBe(200);
    expect(await inboxOf(ada)).toEqual({ notifications: [], next_cursor: null, unread_count: 0 });
    const rows = await deps.db.selectFrom('notification').selectAll().where('user_id', '=', ada.id).execute();
    expect(JSON.stringify(rows)).not.toContain('canary');
    const again = await call(ada, 'DELETE', `/api/notifications/${id}`);
    const read = await call(ada, 'POST', `/api/notifications/${id}/read`);
    expect([again.body.code, read.body.code]).toEqual(['notification.not-found', 'notification.not-found']);
  });

  test('keeps its cause from sending it again', async () => {
    const ada = await person();
    await storeNotification(ada, { dedupeKey: 'once' });
    const { id } = await onlyNotificationOf(ada);
    await call(ada, 'DELETE', `/api/notifications/${id}`);
    await storeNotification(ada, { dedupeKey: 'once' });
    expect((await inboxOf(ada)).notifications).toEqual([]);
  });

  test('returns 404 for a notification of another user, which remains', async () => {
    const [ada, ben] = [await person(), await person()];
    await storeNotification(ada);
    const { id } = await onlyNotificationOf(ada);
    const { status, body } = await call(ben, 'DELETE', `/api/notifications/${id}`);
    expect([status, body.code]).toEqual([404, 'notification.not-found']);
    expect((await inboxOf(ada)).unread_count).toBe(1);
  });

  test('returns 400 for an id that is none, and 401 without a token', async () => {
    expect((await call(await person(), 'DELETE', '/api/notifications/7')).status).toBe(400);
    expect((await call(null, 'DELETE', `/api/notifications/${randomUUID()}`)).status).toBe(401);
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
