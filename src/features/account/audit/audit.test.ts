import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { settle } from '#test/plans.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { recordAudit } from './audit.actions.ts';

const { call, clock, deps, person, superAdmin } = await startTestApp();

const MINUTE = 60_000;
const root = await superAdmin();

const list = (actor: Person | null, query = '') => call(actor, 'GET', `/api/admin/audit-log${query}`);

const acting = (id: string) => ({ userId: id, isSuperAdmin: true, impersonatorId: null });

/** Records an audit event, a minute after the last one. */
async function record(actor: Parameters<typeof recordAudit>[2], action = 'test.do', subjectIds = [randomUUID()]) {
  clock.advance(MINUTE);
  await recordAudit(deps, deps.db, actor, { action, subjectType: 'thing', subjectIds, details: { n: 1 } });
  return { subjectId: subjectIds[0] ?? '', at: clock.now().toISOString() };
}

describe('GET /api/admin/audit-log', () => {
  test('lists audit events, newest first, with actor and impersonated user', async () => {
    const [ada, ben] = [randomUUID(), randomUUID()];
    const own = await record(acting(ada));
    const inPlace = await record({
      userId: ben,
      isSuperAdmin: false,
      impersonatorId: ada,
      impersonationId: randomUUID(),
    });
    const byNoActor = await record(null);
    const { status, body } = await list(root, '?limit=3');
    expect(status).toBe(200);
    const facts = { id: expect.any(String), action: 'test.do', subject_type: 'thing', details: { n: 1 } };
    expect(body.records).toEqual([
      { ...facts, actor_id: null, on_behalf_of: null, subject_id: byNoActor.subjectId, created_at: byNoActor.at },
      { ...facts, actor_id: ada, on_behalf_of: ben, subject_id: inPlace.subjectId, created_at: inPlace.at },
      { ...facts, actor_id: ada, on_behalf_of: null, subject_id: own.subjectId, created_at: own.at },
    ]);
  });

  test('filters by actor, subject, action and time, and by combinations', async () => {
    const [ada, ben, entry] = [randomUUID(), randomUUID(), randomUUID()];
    const first = await record(acting(ada), 'test.read', [entry]);
    const second = await record(acting(ben), 'test.read', [entry]);
    const third = await record(acting(ada), 'test.write', [entry]);
    const fourth = await record(acting(ada), 'test.read');
    const found = async (query: string) =>
      (await list(root, `?${query}`)).body.records.map(({ created_at }: { created_at: string }) => created_at);
    expect(await found(`subject_id=${entry.toUpperCase()}`)).toEqual([third.at, second.at, first.at]);
    expect(await found(`actor_id=${ada}`)).toEqual([fourth.at, third.at, first.at]);
    expect(await found(`actor_id=${ada}&action=test.read`)).toEqual([fourth.at, first.at]);
    expect(await found(`subject_id=${entry}&actor_id=${ben}&action=test.read`)).toEqual([second.at]);
    expect(await found(`subject_id=${entry}&from=${second.at}&to=${second.at}`)).toEqual([second.at]);
    expect(await found(`subject_id=${entry}&from=${second.at}`)).toEqual([third.at, second.at]);
    expect(await found(`subject_id=${entry}&to=${second.at}`)).toEqual([second.at, first.at]);
    expect(await found('action=test.%25')).toEqual([]);
    expect(await found(`subject_id=${randomUUID()}`)).toEqual([]);
  });

  test('returns each record once in pages, also those of the same instant', async () => {
    const ada = randomUUID();
    await record(acting(ada), 'test.page', [randomUUID(), randomUUID(), randomUUID()]);
    await record(acting(ada), 'test.page', [randomUUID(), randomUUID()]);
    const whole = (await list(root, `?actor_id=${ada}`)).body.records;
    const seen: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await list(root, `?actor_id=${ada}&limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...body.records);
      cursor = body.next_cursor;
    }
    expect(whole).toHaveLength(5);
    expect(seen).toEqual(whole);
  });

  test('is not audited itself', async () => {
    const before = (await list(root)).body.records.length;
    await list(root, `?actor_id=${root.id}`);
    expect((await list(root)).body.records).toHaveLength(before);
  });

  test('reads each page by an index for any filter', async () => {
    await sql`
      insert into audit_log (id, actor_id, action, subject_type, subject_id, created_at)
      select gen_random_uuid(), md5((n % 50)::text)::uuid, 'test.bulk-' || n % 40, 'thing', md5((n % 5000)::text)::uuid,
        ${clock.now()}::timestamptz - n * interval '1 second'
      from generate_series(1, 20000) n`.execute(deps.db);
    await settle(deps.db, 'audit_log');
    const plans: string[] = [];
    for (const condition of [
      '',
      "where actor_id = md5('7')::uuid",
      "where subject_id = md5('7')::uuid",
      "where action = 'test.bulk-7'",
      "where created_at >= now() - interval '1 hour' and created_at <= now() + interval '1 year'",
    ]) {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(
        `select * from audit_log ${condition} order by created_at desc, id desc limit 51`,
      )}`.execute(deps.db);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
    for (const plan of plans) {
      expect(plan).toContain('Index Scan using audit_log_');
      // A merge of partitions has a sort key, and sorts nothing.
      expect(plan).not.toMatch(/\bSort {2}\(/);
    }
  });

  test('returns 404 for every way to change or delete what it holds', async () => {
    const { body } = await list(root, '?limit=1');
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      for (const url of ['/api/admin/audit-log', `/api/admin/audit-log/${body.records[0].id}`]) {
        expect((await call(root, method, url, {})).status).toBe(404);
      }
    }
  });

  test.each([
    'actor_id=abc',
    'subject_id=abc',
    'action=',
    `action=${'a'.repeat(101)}`,
    'from=yesterday',
    'from=2026-11-21',
    'to=2026-02-30T00:00:00Z',
    'limit=0',
    'cursor=abc',
  ])('returns 400 for %s', async (query) => {
    expect((await list(root, `?${query}`)).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await list(null)).status).toBe(401);
  });

  test('returns 403 to other users, whatever the query', async () => {
    const { status, body } = await list(await person(), '?actor_id=abc');
    expect([status, body.code]).toEqual([403, 'auth.not-super-admin']);
  });
});
