import { withClient } from '../cluster.ts';

/** The size of a row of a growing table with its share of all indexes, and how many an active user makes. */
export type RowSize = { table: string; bytes: number; perDay: number; keptDays: number | null };

/** `columns` are the columns that differ from their default, as SQL of the row's number `n`. */
type Growing = Omit<RowSize, 'bytes'> & { columns: Readonly<Record<string, string>> };

const ROWS = 20_000;
const PEOPLE = 500;
const ID = 'gen_random_uuid()';
const USER = `('00000001-0000-4000-8000-' || lpad(to_hex(n % ${PEOPLE}), 12, '0'))::uuid`;
const OTHER = `('00000001-0000-4000-8000-' || lpad(to_hex((n * 7 + 1) % ${PEOPLE}), 12, '0'))::uuid`;
const INSTANT = `timestamptz '2026-01-01' + n * interval '1 minute'`;
const DAY = `date '2026-01-01' + n / ${PEOPLE}`;
const SENTENCE = `'The river was high today, and the light on it was good. ' || n`;
const DIGEST = `sha256(n::text::bytea)`;

const GROWING: readonly Growing[] = [
  {
    table: 'check_in',
    perDay: 0.8,
    keptDays: null,
    columns: {
      id: ID,
      user_id: USER,
      date: DAY,
      timezone: `'Europe/Berlin'`,
      match_group: `'group ' || n / 50`,
      activity_type: `'walk'`,
      chain_id: ID,
      photo_key: `'check-ins/' || ${ID} || '.webp'`,
      photo_digest: DIGEST,
      photo_fingerprint: DIGEST,
      photo_width: '2048',
      photo_height: '1536',
      photo_color: `'#808080'`,
      tile_key: `'tiles/' || ${ID} || '.webp'`,
      photo_timestamp: INSTANT,
      status: `'verified'`,
      within_window: 'true',
      continues_chain: 'true',
      created_at: INSTANT,
    },
  },
  {
    table: 'chain',
    perDay: 1,
    keptDays: null,
    columns: {
      id: ID,
      date: DAY,
      user_id: USER,
      before_user_id: OTHER,
      after_user_id: OTHER,
      squad_id: ID,
      team_color: `'red'`,
      match_group: `'group ' || n / 50`,
      created_at: INSTANT,
    },
  },
  {
    table: 'goal_check_in',
    perDay: 1,
    keptDays: null,
    columns: {
      id: ID,
      goal_id: OTHER,
      user_id: USER,
      status: `'completed'`,
      check_in_date: DAY,
      created_date: DAY,
      created_at: INSTANT,
      updated_at: INSTANT,
    },
  },
  {
    table: 'satisfaction_entry',
    perDay: 0.5,
    keptDays: null,
    columns: { id: ID, user_id: USER, score: '7', entry_date: DAY, created_at: INSTANT, updated_at: INSTANT },
  },
  {
    table: 'sleep_entry',
    perDay: 0.5,
    keptDays: null,
    columns: {
      id: ID,
      user_id: USER,
      hours: '7.5',
      quality: '4',
      sleep_date: DAY,
      created_at: INSTANT,
      updated_at: INSTANT,
    },
  },
  {
    table: 'chat_message',
    perDay: 1.5,
    keptDays: null,
    columns: { id: ID, room_id: OTHER, sender_id: USER, content: SENTENCE, mentions: `'[]'`, created_at: INSTANT },
  },
  {
    table: 'drop_sent',
    perDay: 0.5,
    keptDays: null,
    columns: {
      id: ID,
      sender_id: USER,
      recipient_id: OTHER,
      drop_type: `'encouragement'`,
      content: SENTENCE,
      is_custom: 'true',
      date_sent: INSTANT,
      day: DAY,
      engagement_ends_at: INSTANT,
      closed_at: INSTANT,
    },
  },
  {
    table: 'drops_transaction',
    perDay: 0.1,
    keptDays: null,
    columns: {
      id: ID,
      user_id: USER,
      type: `'monthly_recurring'`,
      amount: '100',
      balance_after: 'n',
      reason_key: `'monthly:2026-01:' || ${ID}`,
      description: `'Monthly award'`,
      created_at: INSTANT,
    },
  },
  {
    table: 'token_usage',
    perDay: 2,
    keptDays: null,
    columns: {
      id: ID,
      user_id: USER,
      type: `'tone_analysis'`,
      model: `'small'`,
      input_tokens: '500',
      output_tokens: '100',
      cost_usd: '0.00012',
      reference_id: ID,
      created_at: INSTANT,
    },
  },
  {
    table: 'notification',
    perDay: 4,
    keptDays: 90,
    columns: {
      id: ID,
      user_id: USER,
      kind: `'baton_pass'`,
      title: `'Ada has checked in'`,
      body: SENTENCE,
      data: `jsonb_build_object('from_user_id', ${OTHER}, 'date', ${DAY})`,
      actor_id: OTHER,
      created_at: INSTANT,
    },
  },
  {
    table: 'idempotency_key',
    perDay: 7,
    keptDays: 1,
    columns: {
      key: `${ID}::text`,
      user_id: USER,
      request_digest: `encode(${DIGEST}, 'base64')`,
      claimed_at: INSTANT,
      status: '201',
      response_body: `repeat(${SENTENCE}, 15)`,
    },
  },
];

/** Measures rows as they were inserted, in copies of the tables that are removed. Entries are those of the data set. */
export async function measureRows(url: string, say: (sentence: string) => void): Promise<RowSize[]> {
  say('Measuring the size of rows.');
  return withClient(url, async (client) => {
    await client.query('drop schema if exists row_sizes cascade');
    await client.query('create schema row_sizes');
    const entries = await client.query<{ bytes: number }>(
      `select pg_total_relation_size('journal_entry')::float8 / count(*) as bytes from journal_entry`,
    );
    const sizes: RowSize[] = [
      { table: 'journal_entry', bytes: entries.rows[0]?.bytes ?? 0, perDay: 1.2, keptDays: null },
    ];
    for (const { table, columns, ...growth } of GROWING) {
      const copy = `row_sizes.${table}`;
      await client.query(
        `create table ${copy} (like ${table} including defaults including generated including indexes)`,
      );
      await client.query(
        `insert into ${copy} (${Object.keys(columns).join(', ')})
         select ${Object.values(columns).join(', ')} from generate_series(1, ${ROWS}) n`,
      );
      const { rows } = await client.query<{ bytes: number }>(
        `select pg_total_relation_size('${copy}')::float8 / ${ROWS} as bytes`,
      );
      sizes.push({ table, bytes: rows[0]?.bytes ?? 0, ...growth });
    }
    await client.query('drop schema row_sizes cascade');
    return sizes;
  });
}
