import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { settle } from '../../../../test/plans.ts';
import { type Person, startTestApp } from '../../../../test/start-test-app.ts';
import { addDays, localDateOf } from '../../../platform/days/calendar-date.ts';
import { createTestUsers } from '../../check-in/test-users.ts';

const app = await startTestApp();
const { person, superAdmin, call, deps, clock } = app;
const { peopleAt, checkIn, looked, renewed } = createTestUsers(app);

let root: Person;
beforeEach(async () => {
  await deps.db.deleteFrom('audit_log').execute();
  await deps.db.deleteFrom('report').execute();
  root = await superAdmin();
});

type Asked = { subject_type: string; subject_id: string; reason?: unknown };

const report = (actor: Person | null, { reason = 'It is rude', ...asked }: Asked) =>
  call(actor, 'POST', '/api/reports', { ...asked, reason });
const reportUser = (actor: Person | null, { id }: { id: string }) =>
  report(actor, { subject_type: 'user', subject_id: id });

async function reported(actor: Person, asked: Asked): Promise<{ id: string }> {
  const { status, body } = await report(actor, asked);
  expect(status).toBe(201);
  return body.report;
}

const list = (actor: Person | null, query = '') => call(actor, 'GET', `/api/admin/reports${query}`);
const decide = (actor: Person | null, verb: string, { id }: { id: string }, note: unknown = 'Looked into it') =>
  call(actor, 'POST', `/api/admin/reports/${id}/${verb}`, { note });

const rowOf = ({ id }: { id: string }) =>
  deps.db.selectFrom('report').selectAll().where('id', '=', id).executeTakeFirst();
const rowsBy = ({ id }: Person) => deps.db.selectFrom('report').selectAll().where('reporter_id', '=', id).execute();
const audited = (action: string) => deps.db.selectFrom('audit_log').selectAll().where('action', '=', action).execute();

/** A drop as it is stored once it is sent; the assistant's where there is no sender. */
async function drop(sender: Person | null, recipient: Person, content = 'Keep going, you fool'): Promise<string> {
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

/** The next morning: three people in one chain, of whom the first two have checked in; and their check-ins. */
async function photos() {
  const date = addDays(localDateOf(clock.now(), 'UTC'), 1);
  clock.advance(Date.parse(`${date}T09:00:00Z`) - clock.now().getTime());
  root = await renewed(root);
  const people = await Promise.all((await peopleAt(6, 8, 14)).map(renewed));
  const [ada, ben, cleo] = people as [Person, Person, Person];
  const ids: string[] = [];
  for (const somebody of [ada, ben]) {
    const { status, body } = await checkIn(somebody);
    expect(status).toBe(201);
    ids.push(body.checkin.id);
  }
  await looked();
  return { ada, ben, cleo, date, ids: ids as [string, string] };
}

async function impersonated(target: Person): Promise<Person> {
  const asked = { target_id: target.id, reason: 'A ticket' };
  const { body } = await call(root, 'POST', '/api/admin/impersonate', asked);
  return { ...target, token: body.token };
}

describe('POST /api/reports', () => {
  test('201 reports anybody, and stores who did it and why', async () => {
    const [ada, ben] = [await person(), await person()];
    const asked = { subject_type: 'user', subject_id: ben.id.toUpperCase(), reason: '  He writes me every night.\n' };
    const { status, body } = await report(ada, asked);
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

  test('201 reports people whom one has blocked, who have blocked one, or who are no more let in', async () => {
    const [ada, blocked, blocker, gone] = [await person(), await person(), await person(), await person()];
    await call(ada, 'POST', `/api/users/${blocked.id}/block`);
    await call(blocker, 'POST', `/api/users/${ada.id}/block`);
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', gone.id).execute();
    for (const somebody of [blocked, blocker, gone]) expect((await reportUser(ada, somebody)).status).toBe(201);
  });

  test('201 reports a drop that one has received, from whomever', async () => {
    const [ada, ben] = [await person(), await person()];
    for (const subject_id of [await drop(ben, ada), await drop(null, ada)]) {
      expect((await report(ada, { subject_type: 'drop', subject_id })).status).toBe(201);
    }
    expect(await rowsBy(ada)).toHaveLength(2);
  });

  test('201 reports a photo of one’s own, one’s chain or one’s squad', async () => {
    const { ada, ben, cleo, ids } = await photos();
    expect((await report(ada, { subject_type: 'photo', subject_id: ids[0] })).status).toBe(201);
    expect((await report(ben, { subject_type: 'photo', subject_id: ids[0] })).status).toBe(201);
    expect((await report(cleo, { subject_type: 'photo', subject_id: ids[1] })).status).toBe(201);
  });

  test('404 for the photo of somebody who is in neither, or no more let in, and for a check-in without one', async () => {
    const { ada, ben, ids } = await photos();
    const stranger = await person();
    const expectUnseen = async (actor: Person, subject_id: string) => {
      const { status, body } = await report(actor, { subject_type: 'photo', subject_id });
      expect([status, body.code]).toEqual([404, 'report.subject-not-found']);
    };
    await expectUnseen(stranger, ids[0]);
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', ada.id).execute();
    await expectUnseen(ben, ids[0]);
    const without = { photo_key: null, tile_key: null, photo_digest: null, photo_fingerprint: null };
    await deps.db.updateTable('check_in').set(without).where('id', '=', ids[1]).execute();
    await expectUnseen(ben, ids[1]);
    expect(await rowsBy(ben)).toEqual([]);
  });

  test('404 for what is not there, is not one’s own to see, or is of another type, all alike', async () => {
    const [ada, ben, cleo] = [await person(), await person(), await person()];
    const sent = await drop(ada, ben);
    const answers = [];
    for (const asked of [
      { subject_type: 'user', subject_id: randomUUID() },
      { subject_type: 'drop', subject_id: randomUUID() },
      { subject_type: 'photo', subject_id: randomUUID() },
      { subject_type: 'drop', subject_id: sent },
      { subject_type: 'drop', subject_id: await drop(ben, cleo) },
      { subject_type: 'user', subject_id: await drop(ben, ada) },
      { subject_type: 'drop', subject_id: ben.id },
    ]) {
      answers.push(await report(ada, asked));
    }
    expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(404));
    expect(new Set(answers.map(({ body: { request_id: _, ...body } }) => JSON.stringify(body))).size).toBe(1);
    expect(await rowsBy(ada)).toEqual([]);
  });

  test('200 gives the open report that there is, and counts it once; others have their own', async () => {
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

  test.each(['resolve', 'dismiss'])('201 reports the same anew after the first report of it: %s', async (verb) => {
    const [ada, ben] = [await person(), await person()];
    const first = (await reportUser(ada, ben)).body.report;
    await decide(root, verb, first);
    const { status, body } = await reportUser(ada, ben);
    expect([status, body.report.id === first.id]).toEqual([201, false]);
  });

  test('429 after 20 of a day (UTC), until the next one; what was reported before is still given', async () => {
    const day = clock.now().toISOString().slice(0, 10);
    clock.advance(Date.parse(`${day}T23:59:00.500Z`) - clock.now().getTime());
    const ada = await person();
    const people: Person[] = [];
    for (let count = 0; count < 21; count += 1) people.push(await person());
    const [last, ...others] = people as [Person, ...Person[]];
    for (const somebody of others) expect((await reportUser(ada, somebody)).status).toBe(201);
    const refused = await reportUser(ada, last);
    expect([refused.status, refused.body.code]).toEqual([429, 'report.daily-limit']);
    expect(refused.headers['retry-after']).toBe('60');
    expect((await reportUser(ada, people[1] as Person)).status).toBe(200);
    expect(await rowsBy(ada)).toHaveLength(20);
    clock.advance(60_000);
    expect((await reportUser(await renewed(ada), last)).status).toBe(201);
  });

  test('201 tells the reported one nothing', async () => {
    const [ada, ben] = [await person(), await person()];
    await reportUser(ada, ben);
    await decide(root, 'resolve', (await rowsBy(ada))[0] as { id: string });
    expect((await call(ben, 'GET', '/api/notifications')).body.notifications).toEqual([]);
  });

  test('201 takes nothing of it that is nobody’s to set', async () => {
    const [ada, ben] = [await person(), await person()];
    const foreign = { id: randomUUID(), reporter_id: ben.id, status: 'dismissed', note: 'Nothing', decided_by: ada.id };
    const asked = { subject_type: 'user', subject_id: ben.id, reason: 'It is rude', ...foreign };
    const { body } = await call(ada, 'POST', '/api/reports', asked);
    expect(body.report).toMatchObject({ status: 'open' });
    expect(await rowsBy(ada)).toMatchObject([{ id: body.report.id, status: 'open', note: null, decided_by: null }]);
    expect(body.report.id).not.toBe(foreign.id);
  });

  test('201 takes the longest reason, whatever is in it', async () => {
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
    ['an id that is none', { subject_id: 'abc' }],
  ])('400 for %s', async (_what, fields) => {
    const [ada, ben] = [await person(), await person()];
    expect((await report(ada, { subject_type: 'user', subject_id: ben.id, ...fields })).status).toBe(400);
    expect(await rowsBy(ada)).toEqual([]);
  });

  test('401 for nobody in particular', async () => {
    expect((await reportUser(null, await person())).status).toBe(401);
  });

  test('403 for whoever acts in somebody’s place', async () => {
    const [ada, ben] = [await person(), await person()];
    const { status, body } = await reportUser(await impersonated(ada), ben);
    expect([status, body.code]).toEqual([403, 'auth.refused-while-impersonating']);
    expect(await rowsBy(ada)).toEqual([]);
  });
});

describe('GET /api/admin/reports', () => {
  test('200 gives open reports, newest first, with what each is about, and no other text of anybody’s', async () => {
    const { ada, ben, date, ids } = await photos();
    await call(ben, 'POST', '/api/journal', { title: 'canary', content: 'canary', mood: 'calm' });
    const subjects = [
      { subject_type: 'user', subject_id: ben.id },
      { subject_type: 'drop', subject_id: await drop(ben, ada) },
      { subject_type: 'drop', subject_id: await drop(null, ada, 'Breathe') },
      { subject_type: 'photo', subject_id: ids[1] },
    ];
    const made: unknown[] = [];
    for (const subject of subjects) {
      clock.advance(1_000);
      made.unshift({
        ...(await reported(ada, subject)),
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
        { user, drop: null, photo },
        { user: null, drop: { ...sent, content: 'Breathe' }, photo: null },
        { user, drop: { ...sent, content: 'Keep going, you fool' }, photo: null },
        { user, drop: null, photo: null },
      ].map((subject, index) => ({ ...(made[index] as object), subject })),
    );
    expect(body.next_cursor).toBeNull();
    for (const secret of ['canary', ben.email, 'Berlin', 'latitude']) expect(text).not.toContain(secret);
    const { pathname, search } = new URL(body.reports[0].subject.photo.photo_url);
    expect((await call(null, 'GET', `${pathname}${search}`)).status).toBe(200);
  });

  test('200 writes down which reports were read, by whom', async () => {
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

  test('200 says that what it is about is gone', async () => {
    const { ada, ben, ids } = await photos();
    const sent = await drop(ben, ada);
    for (const [subject_type, subject_id] of [
      ['user', ben.id],
      ['drop', sent],
      ['photo', ids[1]],
    ] as const) {
      await reported(ada, { subject_type, subject_id });
    }
    await deps.db.deleteFrom('profile').where('id', '=', ben.id).execute();
    const { body } = await list(root);
    expect(body.reports.map(({ subject }: { subject: unknown }) => subject)).toEqual(
      Array(3).fill({ user: null, drop: null, photo: null }),
    );
  });

  test('200 gives those of one status, in pages', async () => {
    const ada = await person();
    const made: { id: string }[] = [];
    for (let count = 0; count < 6; count += 1) made.push((await reportUser(ada, await person())).body.report);
    // All of one moment, so that their ids decide.
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

  test('200 reads any page by an index', async () => {
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

  test.each(['status=closed', 'status=', 'limit=0', 'cursor=abc'])('400 for %s', async (query) => {
    expect((await list(root, `?${query}`)).status).toBe(400);
  });

  test('401 for nobody in particular', async () => {
    expect((await list(null)).status).toBe(401);
  });

  test('403 for everybody else, also for whoever has made reports', async () => {
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
  test('200 closes the report with a note, and writes it down without it', async () => {
    const [ada, ben] = [await person(), await person()];
    const made = (await reportUser(ada, ben)).body.report;
    clock.advance(60_000);
    const answer = await decide(root, verb, made, '  We have talked.\n');
    const decision = { status, note: 'We have talked.', decided_by: root.id };
    expect([answer.status, answer.body]).toEqual([
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

  test('200 does nothing to what was reported, nor to reports by others', async () => {
    const [ada, ben, cleo] = [await person(), await person(), await person()];
    const made = (await reportUser(ada, ben)).body.report;
    const other = (await reportUser(cleo, ben)).body.report;
    const profile = () => deps.db.selectFrom('profile').selectAll().where('id', '=', ben.id).execute();
    const before = await profile();
    await decide(root, verb, made);
    expect(await profile()).toEqual(before);
    expect(await rowOf(other)).toMatchObject({ status: 'open' });
  });

  test('400 for one that is decided about, which stays as it is', async () => {
    const made = (await reportUser(await person(), await person())).body.report;
    await decide(root, verb, made);
    const before = await rowOf(made);
    for (const again of ['resolve', 'dismiss']) {
      const answer = await decide(await superAdmin(), again, made, 'Otherwise');
      expect([answer.status, answer.body.code]).toEqual([400, 'report.decided']);
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
  ])('400 for %s note', async (_what, note) => {
    const made = (await reportUser(await person(), await person())).body.report;
    expect((await decide(root, verb, made, note)).status).toBe(400);
    expect(await rowOf(made)).toMatchObject({ status: 'open' });
  });

  test('400 for an id that is no UUID', async () => {
    expect((await decide(root, verb, { id: 'abc' })).status).toBe(400);
  });

  test('401 for nobody in particular', async () => {
    expect((await decide(null, verb, { id: randomUUID() })).status).toBe(401);
  });

  test('403 for everybody else, the reporter first of all', async () => {
    const ada = await person();
    const made = (await reportUser(ada, await person())).body.report;
    const answer = await decide(ada, verb, made);
    expect([answer.status, answer.body.code]).toEqual([403, 'auth.not-super-admin']);
    expect(await rowOf(made)).toMatchObject({ status: 'open' });
  });

  test('404 for an id that no report has', async () => {
    const answer = await decide(root, verb, { id: randomUUID() });
    expect([answer.status, answer.body.code]).toEqual([404, 'report.not-found']);
  });
}
