import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { expiredRowsOf } from '#platform/db/table/tables.ts';
import { applyRetention, RETENTION_ENVIRONMENT } from '#test/retention.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { createTestUsers, MORNING } from '../../check-in/test-users.ts';
import { ORPHAN_FILE_DAYS, type Retention, retentionsOf, runRetentions } from './retention.actions.ts';

const app = await startTestApp({ environment: RETENTION_ENVIRONMENT });
const { call, clock, deps, person, superAdmin } = app;
const EXPIRED_ROWS = expiredRowsOf(deps.tables);
const DAY_MS = 24 * 60 * 60 * 1_000;

const daysAgo = (days: number, ms = 0) => new Date(clock.now().getTime() - days * DAY_MS - ms);
const digest = () => Buffer.from(randomUUID().replaceAll('-', '').repeat(2), 'hex');

/** Inserts a row for each instant, for each table whose rows expire. */
async function seed(userId: string, sponsorId: string): Promise<void> {
  const at = (days: number) => [daysAgo(days, 1), daysAgo(days)];
  const day = (date: Date) => date.toISOString().slice(0, 10);
  const daysOf = Object.fromEntries(EXPIRED_ROWS.map(({ table, days }) => [table, days]));
  const insert = async (table: string, rowOf: (date: Date) => Record<string, unknown>) => {
    const dates = at(daysOf[table] as number);
    for (const row of dates.map(rowOf))
      await deps.db
        .insertInto(table as 'notification')
        .values(row as never)
        .execute();
  };
  const id = () => ({ id: deps.ids.next() });
  await insert('notification', (created_at) => ({
    ...id(),
    user_id: userId,
    kind: 'k',
    title: 't',
    body: 'b',
    created_at,
  }));
  await insert('idempotency_key', (claimed_at) => ({
    user_id: userId,
    key: randomUUID(),
    request_digest: 'd',
    claimed_at,
  }));
  const account = { id: randomUUID(), name: 'A', email: `${randomUUID()}@a.test`, emailVerified: true };
  await deps.db.insertInto('identity_user').values(account).execute();
  const session = () => ({ token: randomUUID(), updatedAt: clock.now(), userId: account.id });
  await insert('identity_session', (expiresAt) => ({ ...session(), expiresAt }));
  await insert('identity_verification', (expiresAt) => ({ identifier: 'i', value: 'v', expiresAt }));
  await insert('sign_in_attempt', (expires_at) => ({
    account_digest: randomUUID(),
    network_digest: '',
    failures: 1,
    expires_at,
  }));
  await insert('identity_address_token', (expires_at) => ({ token_digest: digest(), user_id: account.id, expires_at }));
  await insert('identity_mail_count', (ends_at) => ({ address_digest: digest(), count: 1, ends_at }));
  // The times differ by a millisecond, and so do the codes.
  const code = (date: Date) => `${date.getTime()}`.slice(-6);
  await insert('used_totp_code', (expires_at) => ({ user_id: account.id, code: code(expires_at), expires_at }));
  await insert('personal_token', (expires_at) => ({
    ...id(),
    user_id: userId,
    name: 'n',
    digest: digest(),
    prefix: 'p',
    scopes: ['goals'],
    expires_at,
    created_at: expires_at,
  }));
  await insert('sign_up_invitation', (expires_at) => ({ ...id(), max_uses: 1, expires_at, created_at: expires_at }));
  await insert('music_oauth_state', (expires_at) => ({
    state_digest: `${randomUUID()}1234567`,
    user_id: userId,
    created_at: expires_at,
    expires_at,
  }));
  await insert('payment_event', (received_at) => ({
    id: randomUUID(),
    type: 't',
    created_at: received_at,
    received_at,
  }));
  await insert('outgoing_mail', (created_at) => ({
    ...id(),
    category: 'welcome',
    user_id: userId,
    recipient_email: 'a@b.test',
    subject: 's',
    status: 'sent',
    created_at,
    updated_at: created_at,
  }));
  await insert('incoming_mail', (received_at) => ({ user_id: userId, message_digest: digest(), received_at }));
  await insert('journal_mail', (created_at) => ({ ...id(), user_id: userId, subject: 's', content: 'c', created_at }));
  await insert('sponsor_message', (created_at) => ({ ...id(), sender_id: userId, sponsor_id: sponsorId, created_at }));
  const counted = (date: Date) => ({ user_id: userId, day: day(date) });
  // The day of an instant begins before it.
  clock.set(new Date(`${day(clock.now())}T00:00:00Z`));
  await insert('mail_count', (date) => ({ ...counted(date), counter: 'sent', count: 1 }));
  await insert('ai_call_count', (date) => ({ ...counted(date), calls: 1 }));
  await insert('report_count', (date) => ({ ...counted(date), reports: 1 }));
  const endpoint = deps.ids.next();
  const webhook = { user_id: userId, url: 'https://a.test', description: '', kinds: ['k'], secret: 's' };
  const dates = { created_at: clock.now(), updated_at: clock.now() };
  await deps.db
    .insertInto('webhook_endpoint')
    .values({ id: endpoint, ...webhook, ...dates })
    .execute();
  await insert('webhook_delivery', (created_at) => ({
    ...id(),
    endpoint_id: endpoint,
    kind: 'k',
    body: '{}',
    status: 'failed',
    created_at,
  }));
  await insert('job_run', (started_at) => ({ ...id(), job: 'sow', started_at }));
}

async function createSponsorRow(): Promise<string> {
  const id = deps.ids.next();
  await sql`
    insert into sponsor (id, name, tier, contact_name, contact_email, applied_at)
    values (${id}, 'A', 'gold', 'A', 'a@b.test', now())`.execute(deps.db);
  return id;
}

describe('POST /api/cron/apply-retention', () => {
  test('deletes rows of each kind once they are older than its days', async () => {
    await applyRetention(app);
    clock.set(new Date(`${clock.now().toISOString().slice(0, 10)}T00:00:00Z`));
    const [{ id }, sponsorId] = [await person(), await createSponsorRow()];
    await seed(id, sponsorId);
    const deleted = await applyRetention(app);
    expect(deleted).toEqual(Object.fromEntries(EXPIRED_ROWS.map(({ name }) => [name, 1])));
    clock.advance(DAY_MS);
    expect(await applyRetention(app)).toEqual(deleted);
  });

  test('deletes more than one batch, and all other tables meanwhile', async () => {
    const { id } = await person();
    await sql`
      insert into idempotency_key (user_id, key, request_digest, claimed_at)
      select ${id}, n, 'd', ${daysAgo(2)} from generate_series(1, 1200) as n`.execute(deps.db);
    expect(await applyRetention(app)).toEqual({ idempotency_keys: 1_200 });
    expect(await applyRetention(app)).toEqual({});
  });

  test('returns the counts, which the health page shows', async () => {
    // Later than the runs of other tests.
    clock.advance(1);
    const { id } = await person();
    await deps.db
      .insertInto('idempotency_key')
      .values({ user_id: id, key: 'k', request_digest: 'd', claimed_at: daysAgo(2) })
      .execute();
    const headers = { 'x-cron-secret': RETENTION_ENVIRONMENT.CRON_SECRET };
    const { status, body } = await call(null, 'POST', '/api/cron/apply-retention', undefined, headers);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      message: 'Deleted 1 idempotency keys.',
      results: { deleted: [{ name: 'idempotency_keys', count: 1 }], is_complete: true, errors: [] },
    });
    const { jobs } = (await call(await superAdmin(), 'GET', '/api/admin/health')).body;
    expect(jobs.find(({ name }: { name: string }) => name === 'apply-retention').last_run.message).toBe(body.message);
  });

  test('deletes the sources of emails in the outbox after 30 days, and keeps their rows', async () => {
    const id = deps.ids.next();
    await deps.mail.send({ id, to: 'a@b.test', subject: 'A subject', html: '<p>Text</p>', text: 'Text' });
    clock.advance(30 * DAY_MS);
    await applyRetention(app);
    expect(await deps.mail.readSource(id)).toContain('A subject');
    clock.advance(1);
    expect(await applyRetention(app)).toMatchObject({ mail_sources: 1 });
    expect(await deps.mail.readSource(id)).toBeNull();
  });

  test('returns 401 with another secret', async () => {
    const headers = { 'x-cron-secret': 'a-secret-of-the-winter' };
    expect((await call(null, 'POST', '/api/cron/apply-retention', undefined, headers)).status).toBe(401);
  });
});

describe('the check-in photos of inactive users', () => {
  const { peopleAt, checkIn, looked } = createTestUsers(app);

  test('are deleted 90 days after the deactivation, and the check-ins stay', async () => {
    clock.set(MORNING);
    const [ada, ben, cleo] = await peopleAt(10, 10, 10);
    for (const user of [ada, ben, cleo]) expect((await checkIn(user ?? null)).status).toBe(201);
    await looked();
    const root = await superAdmin();
    const setActive = async (id: string, is_active: boolean) => {
      const token = await app.issuer.sign(root.id, clock.now(), { email: root.email });
      const { status } = await call({ ...root, token }, 'PUT', `/api/admin/users/${id}`, { is_active });
      expect(status).toBe(200);
    };
    const photosOf = async (id = '') => {
      const row = deps.db.selectFrom('check_in').select(['photo_key', 'tile_key']).where('user_id', '=', id);
      const { photo_key, tile_key } = await row.executeTakeFirstOrThrow();
      const files = [photo_key, tile_key].map((key) => (key === null ? null : deps.storage.read(key)));
      return (await Promise.all(files)).filter((file) => file !== null).length;
    };
    for (const id of [ada?.id, ben?.id]) await setActive(id ?? '', false);
    clock.advance(90 * DAY_MS);
    await setActive(ben?.id ?? '', true);
    await applyRetention(app);
    expect(await photosOf(ada?.id)).toBe(2);
    clock.advance(1);
    expect(await applyRetention(app)).toMatchObject({ check_in_photos_of_inactive_users: 1 });
    expect([await photosOf(ada?.id), await photosOf(ben?.id), await photosOf(cleo?.id)]).toEqual([0, 2, 2]);
    expect(await applyRetention(app)).toEqual({});
  });
});

describe('runRetentions', () => {
  const countdown = (name: string, counts: number[], tick = 0): Retention => ({
    name,
    days: 1,
    of: 'then',
    purge: async () => {
      clock.advance(tick);
      return counts.shift() ?? 0;
    },
  });

  test('continues with the other kinds after an error, and reports it without its message', async () => {
    const failing: Retention = {
      ...countdown('failing', []),
      purge: () => Promise.reject(new Error('a private text')),
    };
    const run = await runRetentions(deps, [failing, countdown('working', [3, 2])]);
    expect(run).toEqual({
      success: false,
      message: 'Deleted 5 working. Failed: failing: see the log.',
      results: { deleted: [{ name: 'working', count: 5 }], is_complete: false, errors: ['failing: see the log'] },
    });
  });

  test('takes a batch of each kind in turn and ends after 30 minutes; the next run continues', async () => {
    const kinds = [countdown('one', Array(100).fill(500), 10 * 60_000), countdown('two', [1])];
    const run = await runRetentions(deps, kinds);
    expect(run.results).toMatchObject({
      deleted: [
        { name: 'one', count: 1_500 },
        { name: 'two', count: 1 },
      ],
      is_complete: false,
      errors: [],
    });
    expect(run.message).toBe('Deleted 1500 one, 1 two. The next run continues.');
  });
});

test('each column that rows are selected by is the first one of an index', async () => {
  const { rows } = await sql<{ key: string }>`
    select relname || '.' || attname as key
    from pg_index join pg_class on pg_class.oid = indrelid
    join pg_attribute on attrelid = indrelid and attnum = indkey[0]
    where indpred is null`.execute(deps.db);
  const indexed = new Set(rows.map(({ key }) => key));
  expect(EXPIRED_ROWS.filter(({ table, column }) => !indexed.has(`${table}.${column}`))).toEqual([]);
});

test('docs/operations.md lists all retention periods', async () => {
  const text = await readFile(join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'operations.md'), 'utf8');
  const orphanFiles = { name: 'orphan_files', days: ORPHAN_FILE_DAYS, of: 'their storage' };
  const rows = [...retentionsOf(deps.tables), orphanFiles].map(({ name, days, of }) => {
    return `| ${name.replaceAll('_', ' ')} | ${days} ${days === 1 ? 'day' : 'days'} after ${of} |`;
  });
  const section = text.slice(text.indexOf('### Retention'));
  expect(
    section
      .split('\n')
      .filter((line) => / days? after /.test(line) && line.startsWith('|'))
      .sort(),
  ).toEqual(rows.sort());
});
