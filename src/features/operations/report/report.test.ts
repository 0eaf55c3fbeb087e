import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { addDays, localDateOf } from '#platform/days/calendar-date.ts';
import { createOrganization } from '#test/groups.ts';
import { settle } from '#test/plans.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { createTestRooms, type SentMessage } from '../../chat/test-rooms.ts';
import { createTestUsers } from '../../check-in/test-users.ts';

const app = await startTestApp();
const { person, superAdmin, call, deps, clock } = app;
const { peopleAt, checkIn, looked, renewed } = createTestUsers(app);
const chat = createTestRooms(app);

let root: Person;
beforeEach(async () => {
  await deps.db.deleteFrom('audit_log').execute();
  await deps.db.deleteFrom('report').execute();
  root = await superAdmin();
});

type ReportedSubject = { subject_type: string; subject_id: string; reason?: unknown };

const report = (actor: Person | null, { reason = 'It is rude', ...subject }: ReportedSubject) =>
  call(actor, 'POST', '/api/reports', { ...subject, reason });
const reportUser = (actor: Person | null, { id }: { id: string }) =>
  report(actor, { subject_type: 'user', subject_id: id });

async function createReport(actor: Person, subject: ReportedSubject): Promise<{ id: string }> {
  const { status, body } = await report(actor, subject);
  expect(status).toBe(201);
  return body.report;
}

const list = (actor: Person | null, query = '') => call(actor, 'GET', `/api/admin/reports${query}`);
const decide = (actor: Person | null, verb: string, { id }: { id: string }, note: unknown = 'Investigated') =>
  call(actor, 'POST', `/api/admin/reports/${id}/${verb}`, { note });

const rowOf = ({ id }: { id: string }) =>
  deps.db.selectFrom('report').selectAll().where('id', '=', id).executeTakeFirst();
const rowsBy = ({ id }: Person) => deps.db.selectFrom('report').selectAll().where('reporter_id', '=', id).execute();
const audited = (action: string) => deps.db.selectFrom('audit_log').selectAll().where('action', '=', action).execute();

/** Stores a sent drop; one of the assistant if `sender` is null. */
async function createDrop(sender: Person | null, recipient: Person, content = 'Keep going, you fool'): Promise<string> {
  const [id, now] = [randomUUID(), clock.now()];
  await deps.db
    .insertInto('drop_sent')
    .values({
      id,
      sender_id: sender?.id ?? null,
      recipient_id: recipient.id,
      drop_type: 'encouragement',
      is_custom: true,
      title: null,
      content,
      date_sent: now,
      day: now.toISOString().slice(0, 10),
      engagement_ends_at: sender === null ? null : now,
    })
    .execute();
  return id;
}

/** A message of a sender to an organization of its reader. */
async function chatWith(sender: Person, reader: Person): Promise<SentMessage> {
  return chat.sent(sender, await createOrganization(deps, reader, [sender]), 'You fool');
}

/** On the next morning: three users in one chain, the check-ins of the first two, and their date. */
async function createPhotos() {
  const date = addDays(localDateOf(clock.now(), 'UTC'), 1);
  clock.advance(Date.parse(`${date}T09:00:00Z`) - clock.now().getTime());
  root = await renewed(root);
  const users = await Promise.all((await peopleAt(6, 8, 14)).map(renewed));
  const [ada, ben, cleo] = users as [Person, Person, Person];
  const ids: string[] = [];
  for (const user of [ada, ben]) {
    const { status, body } = await checkIn(user);
    expect(status).toBe(201);
    ids.push(body.checkin.id);
  }
  await looked();
  return { ada, ben, cleo, date, ids: ids as [string, string] };
}

async function impersonate(target: Person): Promise<Person> {
  const { body } = await call(root, 'POST', '/api/admin/impersonate', { target_id: target.id, reason: 'A ticket' });
  return { ...target, token: body.token };
}

describe('POST /api/reports', () => {
  test('reports a user and stores the reporter and the reason', async () => {
    const [ada, ben] = [await person(), await person()];
    const input = { subject_type: 'user', subject_id: ben.id.toUpperCase(), reason: '  He writes me every night.\n' };
    const { status, body } = await report(ada, input);
    const facts = { subject_type: 'user', subject_id: ben.id, reason: 'He writes me every night.', status: 'open' };
    expect({ status, body }).toEqual({
      status: 201,
      body: { report: { ...facts, id: expect.any(String), created_at: clock.now().toISOString() } },
    });
    expect(await rowsBy(ada)).toEqual([
      {
        ...facts,
        id: body.report.id,
        reporter_id: ada.id,
        note: null,
        decided_by: null,
        decided_at: null,
        created_at: clock.now(),
      },
    ]);
  });

  test('reports blocked, blocking and inactive users', async () => {
    const [ada, blocked, blocker, inactive] = [await person(), await person(), await person(), await person()];
    await call(ada, 'POST', `/api/users/${blocked.id}/block`);
    await call(blocker, 'POST', `/api/users/${ada.id}/block`);
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', inactive.id).execute();
    for (const user of [blocked, blocker, inactive]) expect((await reportUser(ada, user)).status).toBe(201);
  });

  test('reports a received drop of a user or of the assistant', async () => {
    const [ada, ben] = [await person(), await person()];
    for (const subject_id of [await createDrop(ben, ada), await createDrop(null, ada)]) {
      expect((await report(ada, { subject_type: 'drop', subject_id })).status).toBe(201);
    }
    expect(await rowsBy(ada)).toHaveLength(2);
  });

  test('reports a photo of the reporter, their chain or their squad', async () => {
    const { ada, ben, cleo, ids } = await createPhotos();
    expect((await report(ada, { subject_type: 'photo', subject_id: ids[0] })).status).toBe(201);
    expect((await report(ben, { subject_type: 'photo', subject_id: ids[0] })).status).toBe(201);
    expect((await report(cleo, { subject_type: 'photo', subject_id: ids[1] })).status).toBe(201);
  });

  test('returns 404 for a photo outside of chain and squad, of an inactive user, or of a check-in without photo', async () => {
    const { ada, ben, ids } = await createPhotos();
    const stranger = await person();
    const expectNotFound = async (actor: Person, subject_id: string) => {
      const { status, body } = await report(actor, { subject_type: 'photo', subject_id });
      expect([status, body.code]).toEqual([404, 'report.subject-not-found']);
    };
    await expectNotFound(stranger, ids[0]);
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', ada.id).execute();
    await expectNotFound(ben, ids[0]);
    const without = { photo_key: null, tile_key: null, photo_digest: null, photo_fingerprint: null };
    await deps.db.updateTable('check_in').set(without).where('id', '=', ids[1]).execute();
    await expectNotFound(ben, ids[1]);
    expect(await rowsBy(ben)).toEqual([]);
  });

  test('reports a chat message of a room of the reporter, also in a blocked pair', async () => {
    const [ada, ben] = [await person(), await person()];
    const message = await chatWith(ben, ada);
    await call(ada, 'POST', `/api/users/${ben.id}/block`);
    expect((await report(ada, { subject_type: 'chat_message', subject_id: message.id })).status).toBe(201);
  });

  test('returns 404 for a chat message that is removed, or of a room that the reporter is not in', async () => {
    const [ada, ben, stranger] = [await person(), await person(), await person()];
    const [removed, message] = [await chatWith(ben, ada), await chatWith(ben, ada)];
    await chat.remove(ben, removed);
    for (const [actor, { id }] of [[ada, removed] as const, [stranger, message] as const]) {
      const { status, body } = await report(actor, { subject_type: 'chat_message', subject_id: id });
      expect([status, body.code]).toEqual([404, 'report.subject-not-found']);
    }
  });

  test('returns the same 404 for missing, invisible and mistyped subjects', async () => {
    const [ada, ben, cleo] = [await person(), await person(), await person()];
    const sent = await createDrop(ada, ben);
    const responses = [];
    for (const subject of [
      { subject_type: 'user', subject_id: randomUUID() },
      { subject_type: 'drop', subject_id: randomUUID() },
      { subject_type: 'photo', subject_id: randomUUID() },
      { subject_type: 'drop', subject_id: sent },
      { subject_type: 'drop', subject_id: await createDrop(ben, cleo) },
      { subject_type: 'user', subject_id: await createDrop(ben, ada) },
      { subject_type: 'drop', subject_id: ben.id },
    ]) {
      responses.push(await report(ada, subject));
    }
    expect(responses.map(({ status }) => status)).toEqual(Array(7).fill(404));
    expect(new Set(responses.map(({ body: { request_id: _, ...body } }) => JSON.stringify(body))).size).toBe(1);
    expect(await rowsBy(ada)).toEqual([]);
  });

  test('returns the open report of the same reporter and subject, counted once', async () => {
    const [ada, ben, cleo] = [await person(), await person(), await person()];
    const first = await reportUser(ada, ben);
    clock.advance(60_000);
    const second = await report(ada, { subject_type: 'user', subject_id: ben.id, reason: 'Another reason' });
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect((await reportUser(cleo, ben)).status).toBe(201);
    expect(await rowsBy(ada)).toHaveLength(1);
    const count = await deps.db.selectFrom('report_count').select('reports').where('user_id', '=', ada.id).execute();
    expect(count).toEqual([{ reports: 1 }]);
  });

  test.each(['resolve', 'dismiss'])('reports the same subject again after a decision: %s', async (verb) => {
    const [ada, ben] = [await person(), await person()];
    const first = (await reportUser(ada, ben)).body.report;
    await decide(root, verb, first);
    const { status, body } = await reportUser(ada, ben);
    expect([status, body.report.id === first.id]).toEqual([201, false]);
  });

  test('returns 429 after 20 reports a day (UTC), but still returns open reports', async () => {
    const day = clock.now().toISOString().slice(0, 10);
    clock.advance(Date.parse(`${day}T23:59:00.500Z`) - clock.now().getTime());
    const ada = await person();
    const users: Person[] = [];
    for (let count = 0; count < 21; count += 1) users.push(await person());
    const [last, ...others] = users as [Person, ...Person[]];
    for (const user of others) expect((await reportUser(ada, user)).status).toBe(201);
    const rejected = await reportUser(ada, last);
    expect([rejected.status, rejected.body.code]).toEqual([429, 'report.daily-limit']);
    expect(rejected.headers['retry-after']).toBe('60');
    expect((await reportUser(ada, users[1] as Person)).status).toBe(200);
    expect(await rowsBy(ada)).toHaveLength(20);
    clock.advance(60_000);
    expect((await reportUser(await renewed(ada), last)).status).toBe(201);
  });

  test('does not notify the reported user', async () => {
    const [ada, ben] = [await person(), await person()];
    await reportUser(ada, ben);
    await decide(root, 'resolve', (await rowsBy(ada))[0] as { id: string });
    expect((await call(ben, 'GET', '/api/notifications')).body.notifications).toEqual([]);
  });

  test('ignores properties that callers cannot set', async () => {
    const [ada, ben] = [await person(), await person()];
    const foreign = { id: randomUUID(), reporter_id: ben.id, status: 'dismissed', note: 'Nothing', decided_by: ada.id };
    const input = { subject_type: 'user', subject_id: ben.id, reason: 'It is rude', ...foreign };
    const { body } = await call(ada, 'POST', '/api/reports', input);
    expect(body.report).toMatchObject({ status: 'open' });
    expect(await rowsBy(ada)).toMatchObject([{ id: body.report.id, status: 'open', note: null, decided_by: null }]);
    expect(body.report.id).not.toBe(foreign.id);
  });

  test('accepts a reason of the maximum length', async () => {
    const [ada, ben] = [await person(), await person()];
    const reason = '🌻'.repeat(500);
    expect((await report(ada, { subject_type: 'user', subject_id: ben.id, reason })).body.report.reason).toBe(reason);
  });

  test.each([
    ['no reason', { reason: null }],
    ['a blank reason', { reason: ' \n' }],
    ['an empty reason', { reason: '' }],
    ['a reason that is too long', { reason: 'a'.repeat(1_001) }],
    ['another type', { subject_type: 'entry' }],
    ['an invalid id', { subject_id: 'abc' }],
  ])('returns 400 for %s', async (_what, fields) => {
    const [ada, ben] = [await person(), await person()];
    expect((await report(ada, { subject_type: 'user', subject_id: ben.id, ...fields })).status).toBe(400);
    expect(await rowsBy(ada)).toEqual([]);
  });

  test('returns 401 without a token', async () => {
    expect((await reportUser(null, await person())).status).toBe(401);
  });

  test('returns 403 while impersonating', async () => {
    const [ada, ben] = [await person(), await person()];
    const { status, body } = await reportUser(await impersonate(ada), ben);
    expect([status, body.code]).toEqual([403, 'auth.refused-while-impersonating']);
    expect(await rowsBy(ada)).toEqual([]);
  });
});

describe('GET /api/admin/reports', () => {
  test('lists open reports, newest first, with their subjects and no other data', async () => {
    const { ada, ben, date, ids } = await createPhotos();
    await call(ben, 'POST', '/api/journal', { title: 'canary', content: 'canary', mood: 'calm' });
    const subjects = [
      { subject_type: 'user', subject_id: ben.id },
      { subject_type: 'drop', subject_id: await createDrop(ben, ada) },
      { subject_type: 'drop', subject_id: await createDrop(null, ada, 'Breathe') },
      { subject_type: 'photo', subject_id: ids[1] },
    ];
    const reports: unknown[] = [];
    for (const subject of subjects) {
      clock.advance(1_000);
      reports.unshift({
        ...(await createReport(ada, subject)),
        reporter_id: ada.id,
        note: null,
        decided_by: null,
        decided_at: null,
      });
    }
    const { status, body, text } = await list(root);
    const user = { id: ben.id, full_name: 'Person 1', avatar_url: null, is_ai: false, is_active: true };
    const sent = { id: expect.any(String), title: null, media_url: null, date_sent: expect.any(String) };
    const photo = { check_in_id: ids[1], date, status: 'verified', photo_url: expect.any(String) };
    expect(status).toBe(200);
    expect(body.reports).toEqual(
      [
        { user, drop: null, photo, chat_message: null },
        { user: null, drop: { ...sent, content: 'Breathe' }, photo: null, chat_message: null },
        { user, drop: { ...sent, content: 'Keep going, you fool' }, photo: null, chat_message: null },
        { user, drop: null, photo: null, chat_message: null },
      ].map((subject, index) => ({ ...(reports[index] as object), subject })),
    );
    expect(body.next_cursor).toBeNull();
    for (const secret of ['canary', ben.email, 'Berlin', 'latitude']) expect(text).not.toContain(secret);
    const { pathname, search } = new URL(body.reports[0].subject.photo.photo_url);
    expect((await call(null, 'GET', `${pathname}${search}`)).status).toBe(200);
  });

  test('shows a chat message with its sender, and without its text after it is removed', async () => {
    const [ada, ben] = [await person(), await person()];
    const message = await chatWith(ben, ada);
    await createReport(ada, { subject_type: 'chat_message', subject_id: message.id });
    const { room_id, created_at } = message;
    const shown = { id: message.id, room_id, content: 'You fool', created_at, edited_at: null, removed_at: null };
    const subjectOf = async () => (await list(root)).body.reports[0].subject;
    expect(await subjectOf()).toEqual({
      user: { id: ben.id, full_name: 'A Person', avatar_url: null, is_ai: false, is_active: true },
      drop: null,
      photo: null,
      chat_message: shown,
    });
    expect((await chat.remove(root, message)).status).toBe(200);
    const removed = { ...shown, content: null, removed_at: clock.now().toISOString() };
    expect(await subjectOf()).toMatchObject({ user: { id: ben.id }, chat_message: removed });
  });

  test('audits each listed report', async () => {
    const [ada, ben, cleo] = [await person(), await person(), await person()];
    const ids = [(await reportUser(ada, ben)).body.report.id, (await reportUser(ada, cleo)).body.report.id];
    await list(root);
    const records = await audited('report.read');
    expect(records.map(({ subject_id }) => subject_id).toSorted()).toEqual(ids.toSorted());
    for (const record of records) {
      expect(record).toMatchObject({ actor_id: root.id, subject_type: 'report', details: {} });
    }
    await list(root, '?status=dismissed');
    expect(await audited('report.read')).toHaveLength(2);
  });

  test('returns null for deleted subjects', async () => {
    const { ada, ben, ids } = await createPhotos();
    const sent = await createDrop(ben, ada);
    for (const [subject_type, subject_id] of [
      ['user', ben.id],
      ['drop', sent],
      ['photo', ids[1]],
      ['chat_message', (await chatWith(ben, ada)).id],
    ] as const) {
      await createReport(ada, { subject_type, subject_id });
    }
    await deps.db.deleteFrom('profile').where('id', '=', ben.id).execute();
    const { body } = await list(root);
    expect(body.reports.map(({ subject }: { subject: unknown }) => subject)).toEqual(
      Array(4).fill({ user: null, drop: null, photo: null, chat_message: null }),
    );
  });

  test('filters by status and returns pages', async () => {
    const ada = await person();
    const made: { id: string }[] = [];
    for (let count = 0; count < 6; count += 1) made.push((await reportUser(ada, await person())).body.report);
    // All are created at the same instant, so that their ids decide the order.
    made.sort((one, other) => (one.id < other.id ? 1 : -1));
    await decide(root, 'resolve', made[0] as { id: string });
    await decide(root, 'dismiss', made[1] as { id: string });
    const idsOf = async (query: string) => (await list(root, query)).body.reports.map(({ id }: { id: string }) => id);
    const ids = made.map(({ id }) => id);
    expect(await idsOf('')).toEqual(ids.slice(2));
    expect(await idsOf('?status=open')).toEqual(ids.slice(2));
    expect(await idsOf('?status=resolved')).toEqual([ids[0]]);
    expect(await idsOf('?status=dismissed')).toEqual([ids[1]]);
    const first = await list(root, '?limit=3');
    expect(first.body.reports.map(({ id }: { id: string }) => id)).toEqual(ids.slice(2, 5));
    expect(await idsOf(`?limit=3&cursor=${first.body.next_cursor}`)).toEqual(ids.slice(5));
  });

  test('reads each page from an index', async () => {
    const ada = await person();
    await sql`
      insert into report (id, reporter_id, subject_type, subject_id, reason, status, note, decided_at, created_at)
      select gen_random_uuid(), ${ada.id}, 'user', gen_random_uuid(), 'r',
        case when n % 50 = 0 then 'open' else 'resolved' end, case when n % 50 > 0 then 'n' end,
        case when n % 50 > 0 then now() end, ${clock.now()}::timestamptz - n * interval '1 second'
      from generate_series(1, 20000) n`.execute(deps.db);
    await settle(deps.db, 'report');
    for (const status of ['open', 'resolved']) {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(
        `select * from report where status = '${status}' order by created_at desc, id desc limit 501`,
      )}`.execute(deps.db);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toContain('Index Scan using report_status_created_at_idx');
      expect(plan).not.toContain('Sort');
    }
  });

  test.each(['status=closed', 'status=', 'limit=0', 'cursor=abc'])('returns 400 for %s', async (query) => {
    expect((await list(root, `?${query}`)).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await list(null)).status).toBe(401);
  });

  test('returns 403 for other users, including reporters', async () => {
    const ada = await person();
    await reportUser(ada, root);
    const { status, body } = await list(ada);
    expect([status, body.code]).toEqual([403, 'auth.not-super-admin']);
    expect(await audited('report.read')).toEqual([]);
  });
});

describe('POST /api/admin/reports/:id/resolve', () => describeDecision('resolve', 'resolved'));

describe('POST /api/admin/reports/:id/dismiss', () => describeDecision('dismiss', 'dismissed'));

function describeDecision(verb: 'resolve' | 'dismiss', status: 'resolved' | 'dismissed'): void {
  test('notifies the reporter, without the note, and no other user', async () => {
    const [ada, ben] = [await person(), await person()];
    const made = (await reportUser(ada, ben)).body.report;
    await decide(root, verb, made, 'A canary');
    const inboxOf = async (user: Person) => (await call(user, 'GET', '/api/notifications')).body.notifications;
    const notifications = await inboxOf(ada);
    expect(notifications).toMatchObject([
      {
        kind: 'report_decided',
        data: { report_id: made.id, status },
        target: { type: 'report', id: made.id },
        actor: null,
      },
    ]);
    expect(JSON.stringify(notifications)).not.toContain('canary');
    expect(await inboxOf(ben)).toEqual([]);
  });

  test('closes the report with a note, and audits the decision without the note', async () => {
    const [ada, ben] = [await person(), await person()];
    const made = (await reportUser(ada, ben)).body.report;
    clock.advance(60_000);
    const response = await decide(root, verb, made, '  We have talked.\n');
    const decision = { status, note: 'We have talked.', decided_by: root.id };
    expect([response.status, response.body]).toEqual([
      200,
      { report: { ...made, ...decision, reporter_id: ada.id, decided_at: clock.now().toISOString() } },
    ]);
    expect(await rowOf(made)).toMatchObject({ ...decision, decided_at: clock.now(), reason: made.reason });
    const records = await audited(`report.${verb}`);
    expect(records).toMatchObject([
      {
        actor_id: root.id,
        subject_type: 'report',
        subject_id: made.id,
        details: { subject_type: 'user', subject_id: ben.id },
      },
    ]);
    expect(JSON.stringify(records)).not.toContain('talked');
  });

  test('changes neither the subject nor reports of other users', async () => {
    const [ada, ben, cleo] = [await person(), await person(), await person()];
    const made = (await reportUser(ada, ben)).body.report;
    const other = (await reportUser(cleo, ben)).body.report;
    const profile = () => deps.db.selectFrom('profile').selectAll().where('id', '=', ben.id).execute();
    const before = await profile();
    await decide(root, verb, made);
    expect(await profile()).toEqual(before);
    expect(await rowOf(other)).toMatchObject({ status: 'open' });
  });

  test('returns 400 for a decided report and does not change it', async () => {
    const made = (await reportUser(await person(), await person())).body.report;
    await decide(root, verb, made);
    const before = await rowOf(made);
    for (const again of ['resolve', 'dismiss']) {
      const response = await decide(await superAdmin(), again, made, 'Otherwise');
      expect([response.status, response.body.code]).toEqual([400, 'report.decided']);
    }
    expect(await rowOf(made)).toEqual(before);
    expect(await deps.db.selectFrom('audit_log').selectAll().where('subject_id', '=', made.id).execute()).toHaveLength(
      1,
    );
  });

  test.each([
    ['no', null],
    ['an empty', ''],
    ['a blank', ' '],
    ['too long a', 'a'.repeat(1_001)],
  ])('returns 400 for %s note', async (_what, note) => {
    const made = (await reportUser(await person(), await person())).body.report;
    expect((await decide(root, verb, made, note)).status).toBe(400);
    expect(await rowOf(made)).toMatchObject({ status: 'open' });
  });

  test('returns 400 for an invalid id', async () => {
    expect((await decide(root, verb, { id: 'abc' })).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await decide(null, verb, { id: randomUUID() })).status).toBe(401);
  });

  test('returns 403 for other users, including the reporter', async () => {
    const ada = await person();
    const made = (await reportUser(ada, await person())).body.report;
    const response = await decide(ada, verb, made);
    expect([response.status, response.body.code]).toEqual([403, 'auth.not-super-admin']);
    expect(await rowOf(made)).toMatchObject({ status: 'open' });
  });

  test('returns 404 for an unknown id', async () => {
    const response = await decide(root, verb, { id: randomUUID() });
    expect([response.status, response.body.code]).toEqual([404, 'report.not-found']);
  });
}
