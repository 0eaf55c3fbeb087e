import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { MIGRATIONS } from '#app/database.ts';
import { migrate } from '#platform/db/migrations.ts';
import { partitionNotifications } from '#platform/db/partitions.ts';
import { createTestDatabase } from '#test/database/database.ts';
import { digestRows } from '#test/database/row-digest.ts';

const TABLES = ['audit_log', 'notification', 'token_usage'];
const DAY_MS = 24 * 60 * 60 * 1_000;

/** A database of the version before, and a connection to it. */
async function createFormer() {
  const database = await createTestDatabase(inject('clusterUrl'), 'template0');
  await migrate(database.url, MIGRATIONS, { upTo: '0040_webhooks' });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await database.drop();
  });
  return { url: database.url, client };
}

/** Rows of a year, one with an id of no month, and a delivery. `v7` makes an id of an instant. */
const ROWS = `
  create function v7(instant timestamptz, n integer) returns uuid language sql as $$
    select (lpad(to_hex(floor(extract(epoch from instant) * 1000)::bigint), 12, '0') || '7000' || '8' || lpad(to_hex(n), 15, '0'))::uuid
  $$;
  insert into profile (id, role_changed_at, created_at, updated_at)
  select md5(n::text)::uuid, now(), now(), now() from generate_series(1, 5) n;
  create temp table moment as select n, now() - n * interval '9 hours' as at, md5((1 + n % 5)::text)::uuid as user_id
  from generate_series(1, 1000) n;
  insert into audit_log (id, actor_id, action, subject_type, subject_id, created_at)
  select v7(at, n), user_id, 'a.' || n, 'thing', user_id, at from moment;
  insert into audit_log (id, action, subject_type, subject_id, created_at)
  values ('ffffffff-ffff-4fff-bfff-ffffffffffff', 'a.b', 'thing', gen_random_uuid(), now());
  insert into token_usage (id, user_id, type, model, cost_usd, created_at)
  select v7(at, n), user_id, 'tone_analysis', 'm', n / 1000.0, at from moment;
  insert into notification (id, user_id, kind, title, body, dedupe_key, created_at)
  select v7(at, n), user_id, 'k', 't', 'b', case when n % 2 = 0 then 'key ' || n end, at from moment;
  insert into push_device (id, user_id, endpoint, p256dh, auth, created_at, updated_at)
  select id, id, id, 'p', 'a', now(), now() from profile;
  insert into push_delivery (notification_id, device_id, urgency, expires_at, next_attempt_at)
  select v7(at, n), user_id, 'normal', at, at from moment where n <= 10;
  drop function v7`;

/** Columns, constraints, indexes and triggers of the tables. A unique key of notifications holds within a partition only. */
async function schemaOf(client: pg.Client) {
  const { rows } = await client.query<{ definition: string }>(
    `select concat_ws(' ', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid)) as definition
     from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
     where attrelid = any ($1::regclass[]) and attnum > 0
     union all select conname || ' ' || conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
     where conparentid = 0 and (conrelid = any ($1::regclass[]) or confrelid = any ($1::regclass[]))
     union all select replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') from pg_index
     where indrelid = any ($1::regclass[]) and indexrelid::regclass::text <> 'notification_user_id_dedupe_key_key'
     union all select pg_get_triggerdef(oid) from pg_trigger where tgrelid = any ($1::regclass[]) and not tgisinternal
     order by 1`,
    [TABLES],
  );
  return rows.map(({ definition }) => definition);
}

const withoutMigrations = ({ schema_migration_checksum: _, ...digests }: Record<string, string>) => digests;

test('keeps rows, columns, constraints, indexes and triggers, whatever the migration finds', async () => {
  const { url, client } = await createFormer();
  await client.query(ROWS);
  const [rows, schema] = [withoutMigrations(await digestRows(url)), await schemaOf(client)];

  expect(await migrate(url, MIGRATIONS, { upTo: '0041_partitions' })).toEqual(['0041_partitions']);
  expect([withoutMigrations(await digestRows(url)), await schemaOf(client)]).toEqual([rows, schema]);
  const { rows: outside } = await client.query('select id from partitions.audit_log_rest');
  expect(outside).toHaveLength(1);

  expect(await partitionNotifications(url, 0)).toBe(true);
  expect([withoutMigrations(await digestRows(url)), await schemaOf(client)]).toEqual([rows, schema]);
  const { rows: found } = await client.query(`
    select count(*)::int as notifications, (select count(*)::int from event_outbox where kind = 'notification') as events
    from notification join push_delivery on notification_id = notification.id`);
  expect(found).toEqual([{ notifications: 10, events: 1_000 }]);
  await client.query('delete from notification');
  expect((await client.query('select from push_delivery')).rowCount).toBe(0);
});

test('notifications are partitioned a day later, once: until then nodes of the version before store theirs', async () => {
  const { url, client } = await createFormer();
  await client.query(ROWS);
  await migrate(url, MIGRATIONS);
  const insertAsBefore = () =>
    client.query(`
      insert into notification (id, user_id, kind, title, body, dedupe_key, created_at)
      select gen_random_uuid(), id, 'k', 't', 'b', 'once', now() from profile
      on conflict (user_id, dedupe_key) where dedupe_key is not null do nothing`);
  expect([await partitionNotifications(url), (await insertAsBefore()).rowCount]).toEqual([false, 5]);
  expect((await insertAsBefore()).rowCount).toBe(0);
  const setAge = (ms: number) =>
    client.query(`update schema_migration set timestamp = $1 where name = '0041_partitions'`, [
      new Date(Date.now() - ms).toISOString(),
    ]);
  await setAge(DAY_MS - 60_000);
  expect(await partitionNotifications(url)).toBe(false);
  await setAge(DAY_MS);
  const results = await Promise.all([partitionNotifications(url), partitionNotifications(url)]);
  expect(results.toSorted()).toEqual([false, true]);
  expect(await partitionNotifications(url)).toBe(false);
});
