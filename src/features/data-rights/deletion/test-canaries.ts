import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Deps } from '#app/deps.ts';
import type { DeletionRule } from '#platform/db/table/table-facts.ts';

/** A word in each text of the erased user. */
export const CANARY = 'canary';

type Column = {
  table: string;
  name: string;
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
  /** Cannot be written. */
  isGenerated: boolean;
  /** The first of the values that a check lists. */
  firstValue: string | null;
  /** The table that it references. */
  references: string | null;
};

type Values = Record<string, unknown>;

/** A value that another row has: the key of the first row of a table. */
const keyOf = (table: string) => ({ keyOf: table });

/** Columns that a check or a key restricts, with a value that fits. A function gets the column that names the user. */
const VALUES: Record<string, Values | ((column: string) => Values)> = {
  action_note: { note_date: '2026-01-01' },
  badge: { level: 1, success_rate: 1 },
  badge_milestone: { level: 1 },
  chat_message: (column) =>
    column === 'sender_id' ? { mentions: JSON.stringify([{ user_id: randomUUID(), name: CANARY }]) } : {},
  chat_room: { team_id: keyOf('team') },
  check_in: {
    photo_key: 'check-ins/canary-photo.webp',
    tile_key: 'check-ins/canary-tile.webp',
    photo_digest: Buffer.alloc(32, CANARY),
    photo_fingerprint: Buffer.alloc(32, CANARY),
    status: 'rejected',
    battle_chips_earned: 0,
    photo_color: '#ffffff',
  },
  drop_sender: { windows_ended: 0, ended_increases: 0, engagement_increases: 0 },
  drop_sent: (column) => ({
    is_custom: true,
    engagement_ends_at: column === 'sender_id' ? new Date() : null,
    bonus_drops_awarded: 0,
  }),
  group_invitation: (column) => ({
    user_id: column === 'user_id' ? undefined : null,
    email: column === 'email' ? undefined : null,
    max_uses: 1,
    uses: 0,
  }),
  idempotency_key: (column) => ({
    user_id: column === 'user_id' ? undefined : null,
    network_key_digest: column === 'user_id' ? null : CANARY,
    status: 200,
    step_outputs: [Buffer.from(CANARY)],
  }),
  identity_account: { accountId: 'canary account', providerId: 'credential' },
  impersonation: (column) => ({
    [column === 'admin_id' ? 'target_id' : 'admin_id']: randomUUID(),
    expires_at: new Date(Date.now() + 3_600_000),
  }),
  imported_history: { file_key: 'imported/canary.webp' },
  imported_record: { source_digest: CANARY.padEnd(43, '-') },
  incoming_mail: { message_digest: Buffer.alloc(32, CANARY) },
  journal_entry: (column) => ({
    entry_date: '2026-01-01',
    created_date: '2026-01-01',
    ...(column === 'user_id'
      ? { background_key: 'backgrounds/canary.webp' }
      : {
          title: 'Of Ben',
          mood: null,
          emotional_tone: null,
          tags: ['ben'],
          music_track_id: null,
          background_key: null,
        }),
  }),
  lab_replication: { outputs: '["canary"]' },
  lab_template: {
    steps: '["canary"]',
    is_template: true,
    cloned_from: null,
    completed_steps: null,
    min_grade_band: null,
    confirmations: 0,
  },
  lab_video: { url: 'https://canary.test/video', status: 'declined', decided_at: new Date() },
  mail_count: (column) => ({ counter: column === 'counter' ? undefined : `sent to ${CANARY}@elsewhere.test` }),
  music_oauth_state: { state_digest: CANARY.padEnd(43, '-') },
  note_analysis: { summary: CANARY, topics: '["canary"]', patterns: '["canary"]', recommendations: '["canary"]' },
  notification_quiet_hours: { start_time: '22:00', end_time: '07:00' },
  opportunity: {
    url: 'https://canary.test/opportunity',
    deadline: CANARY.padEnd(10, '-'),
    closes_at: new Date(),
    status: 'declined',
    decided_at: new Date(),
  },
  journal_mail: { reason: 'automatic' },
  outgoing_mail: (column) => ({
    category: column === 'user_id' ? 'welcome' : column === 'sender_id' ? 'personal' : 'invitation',
    content_digest: column === 'sender_id' ? Buffer.alloc(32, CANARY) : null,
    external_recipient_id: column === 'recipient_email' ? randomUUID() : null,
    status: 'sent',
  }),
  photo: { key: 'photos/canary', color: '#ffffff', sizes: '{"small":{"width":1,"height":1}}', expires_at: new Date() },
  rate_limit: {},
  report: (column) => ({
    status: 'resolved',
    decided_at: new Date(),
    ...(column === 'decided_by' && { note: 'A note.', reason: 'A reason.' }),
    ...(column !== 'subject_id' && { subject_id: randomUUID() }),
    subject_type: 'user',
  }),
  rest_period: { weekdays: [6] },
  satisfaction_entry: { score: 5 },
  sign_up_invitation: (column) => ({ email: column === 'email' ? undefined : null, max_uses: 1, uses: 0 }),
  sleep_entry: { hours: 8, quality: 3 },
  sponsor_message: { sponsor_id: keyOf('sponsor') },
  sponsor: { website: null, logo_url: null, decline_reason: null },
  payment_customer: { payment_customer_id: 'cus_canary' },
  subscription: { payment_customer_id: 'cus_canary', state_kind: 'created', state_at: new Date(), payment_kind: null },
  team_member: { org_id: keyOf('organization'), team_id: keyOf('team') },
  team: { org_id: keyOf('organization') },
  temporary_background: { key: 'backgrounds/canary-temporary.webp' },
  tone_pack_email_share: { pack_id: keyOf('tone_pack') },
  trash: { record: '{"background_key":"backgrounds/canary-trash.webp"}' },
  used_totp_code: { code: '123456' },
  waitlist_entry: (column) => ({
    status: 'approved',
    decided_at: new Date(),
    ...(column === 'decided_by' && { email: 'eve@elsewhere.test', name: 'Eve', note: 'A note.' }),
  }),
  webhook_delivery: { next_attempt_at: new Date() },
  webhook_endpoint: (column) => ({
    org_id: column === 'user_id' ? null : keyOf('organization'),
    previous_secret_expires_at: new Date(),
    paused_at: new Date(),
  }),
  workout_location: { country: 'DE', latitude: 1, longitude: 1, ip_address: '203.0.113.7' },
  workout_window: {
    activity_type: 'other',
    window_start_time: '08:00',
    window_end_time: '10:00',
    timezone: 'Europe/Berlin',
  },
};

/** Columns that hold no text of the user, though their type could: the product or a check writes a format. */
const PLAIN_COLUMNS = new Set([
  'check_in.photo_color',
  'identity_account.providerId',
  'journal_mail.reason',
  'notification_quiet_hours.start_time',
  'notification_quiet_hours.end_time',
  'photo.color',
  'photo.sizes',
  'rate_limit.key',
  'sign_in_attempt.account_digest',
  'workout_location.country',
  'workout_window.timezone',
  'chain.match_group',
  'check_in.match_group',
  'check_in.timezone',
  'check_in.activity_type',
  'outgoing_mail.category',
  'photo.key',
  'token_usage.model',
  'used_totp_code.code',
]);

/** Their rows come through the product: balances add up, and profiles exist. */
const PLANTED_ELSEWHERE = new Set(['drops_transaction', 'profile', 'synthetic_user', 'assistant_batch']);

const TEXT_TYPES = new Set(['text', 'varchar', 'jsonb', '_text']);

/** Inserts a row with canaries for each column of each table that names a user and does not stay. Returns what it could not plant. */
export async function plantCanaries(
  { db, tables }: Deps,
  user: { id: string; email: string },
  other: { id: string },
): Promise<string[]> {
  const columns = await readColumns(db);
  const keys = new Map<string, unknown>();

  function plantedValue(column: Column, text: string): unknown {
    const { type, firstValue, references } = column;
    if (firstValue !== null) return firstValue;
    if (references === 'profile' || references === 'identity_user') return other.id;
    if (references !== null) return keyOf(references);
    if (type === 'text' || type === 'varchar')
      return PLAIN_COLUMNS.has(`${column.table}.${column.name}`) ? 'A text' : text;
    if (type === 'jsonb') return JSON.stringify({ text });
    if (type === '_text') return [text];
    if (type === '_bytea') return [];
    if (type === 'bytea') return Buffer.alloc(32, text);
    if (type === 'uuid') return randomUUID();
    if (type === 'date') return '2026-01-01';
    if (type === 'time') return '08:00';
    if (type.startsWith('timestamp')) return new Date();
    return type === 'bool' ? false : 1;
  }

  async function insertRow(table: string, given: Values, text: string): Promise<void> {
    const row: Values = {};
    for (const column of columns.filter((one) => one.table === table && !one.isGenerated)) {
      const isText = TEXT_TYPES.has(column.type) && column.references === null;
      const isNeeded = !column.isNullable && !column.hasDefault;
      if (column.name in given ? given[column.name] !== undefined : isNeeded || isText) {
        row[column.name] = column.name in given ? given[column.name] : plantedValue(column, text);
      }
    }
    for (const [name, value] of Object.entries(row)) {
      if (typeof value !== 'object' || value === null || !('keyOf' in value)) continue;
      const target = String(value.keyOf);
      if (!keys.has(target)) await insertRow(target, valuesFor(target, ''), 'A text');
      row[name] = keys.get(target);
    }
    const names = Object.keys(row);
    const { rows } = await sql<Values>`
      insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(row))}) returning *`.execute(db);
    const key = rows[0]?.id;
    if (key !== undefined && !keys.has(table)) keys.set(table, key);
  }

  const valuesFor = (table: string, column: string): Values => {
    const values = VALUES[table] ?? {};
    return typeof values === 'function' ? values(column) : values;
  };

  /** What the column of a rule holds so that the rule finds the row. */
  function subjectOf(column: string, rule: DeletionRule): unknown {
    if (rule.where.includes('sha256') && rule.where.includes('sign-in'))
      return sql`rtrim(translate(encode(sha256(${`sign-in ${user.email}`}::bytea), 'base64'), '+/', '-_'), '=')`;
    if (rule.where.includes('sha256')) return sql`sha256(${user.email}::bytea)`;
    if (column === 'mentions') return JSON.stringify([{ user_id: user.id, name: CANARY }]);
    if (column === 'data') return JSON.stringify({ from_user_id: user.id, text: CANARY });
    if (column === 'counter') return `sent to ${user.email}`;
    if (column === 'key') return `user:${user.id}`;
    if (rule.where.includes(':emails')) return user.email;
    return user.id;
  }

  const failed: string[] = [];
  let planted = 0;
  // Deletion goes from a row to those that it references.
  for (const { name: table, deletion } of tables.toReversed()) {
    if (PLANTED_ELSEWHERE.has(table)) continue;
    for (const rule of deletion) {
      const [column] = rule.columns;
      if (rule.action === 'keep' || column === undefined) continue;
      const given = { ...valuesFor(table, column), [column]: subjectOf(column, rule) };
      if (column === 'mentions') given.content = `With @[${CANARY}](${user.id}).`;
      planted += 1;
      await insertRow(table, given, `${CANARY} ${planted}`).catch((error: Error) =>
        failed.push(`${table}.${column}: ${error.message}`),
      );
    }
  }
  return failed;
}

/** The columns with text in which no row holds a canary. */
export async function listColumnsWithoutCanary({ db, tables }: Deps): Promise<string[]> {
  const texts = (await readColumns(db)).filter(({ table, name, type, firstValue, references, isGenerated }) => {
    const rules = tables.find((one) => one.name === table)?.deletion ?? [];
    const isOfUser = rules.some(({ action }) => action !== 'keep') && !PLANTED_ELSEWHERE.has(table);
    const isPlain = PLAIN_COLUMNS.has(`${table}.${name}`) || firstValue !== null || references !== null || isGenerated;
    return isOfUser && TEXT_TYPES.has(type) && !isPlain;
  });
  const missing: string[] = [];
  for (const { table, name } of texts) {
    const { rows } = await sql`
      select from ${sql.table(table)} where ${sql.ref(name)}::text like ${`%${CANARY}%`} limit 1`.execute(db);
    if (rows.length === 0) missing.push(`${table}.${name}`);
  }
  return missing;
}

/** All rows of all tables as text, by table; bytes as hex. */
export async function dumpTables({ db }: Deps): Promise<Map<string, string>> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema', 'partitions') and table_type = 'BASE TABLE'`.execute(
    db,
  );
  const dump = new Map<string, string>();
  for (const { schema, name } of tables) {
    const { rows } = await sql<{
      row: string;
    }>`select whole::text as row from ${sql.table(`${schema}.${name}`)} whole`.execute(db);
    dump.set(name, rows.map(({ row }) => row).join('\n'));
  }
  return dump;
}

async function readColumns(db: Deps['db']): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select columns.table_name as table, column_name as name, udt_name as type, is_nullable = 'YES' as "isNullable",
      column_default is not null as "hasDefault", 'ALWAYS' in (is_generated, identity_generation) as "isGenerated",
      (
        select (regexp_match(pg_get_constraintdef(oid), 'ARRAY\\[''([^'']*)'''))[1] from pg_constraint
        where contype = 'c' and conrelid = columns.table_name::regclass and cardinality(conkey) = 1
          and pg_get_constraintdef(oid) like '%(' || column_name || ' = ANY%' limit 1
      ) as "firstValue",
      (
        select confrelid::regclass::text from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
        where contype = 'f' and conrelid = columns.table_name::regclass and attname = column_name and cardinality(conkey) = 1 limit 1
      ) as references
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
    order by columns.table_name, ordinal_position`.execute(db);
  return rows;
}
