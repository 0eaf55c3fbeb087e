import type pg from 'pg';

/** States that the journal's table goes through in its life, in this order. */
export type TableState = { name: string; bring: (client: pg.Client) => Promise<void> };

/**
 * The states of a table after a large load: PostgreSQL first knows neither statistics nor all-visible pages, then learns both, one after
 * the other. A plan must be good in each state.
 */
export const TABLE_STATES: readonly TableState[] = [
  { name: 'just loaded', bring: makeAsIfJustLoaded },
  { name: 'analyzed', bring: analyze },
  { name: 'vacuumed', bring: settleTable },
];

async function makeAsIfJustLoaded(client: pg.Client): Promise<void> {
  await client.query('alter table journal_entry set (autovacuum_enabled = off)');
  const { rows } = await client.query<{ is_vacuumed: boolean }>(
    `select relallvisible > 0 as is_vacuumed from pg_class where oid = 'journal_entry'::regclass`,
  );
  // Writes the table anew, with no page marked as visible to all: the only plain way back.
  if (rows[0]?.is_vacuumed) await client.query('vacuum full journal_entry');
  await client.query(`delete from pg_statistic where starelid = 'journal_entry'::regclass`);
}

async function analyze(client: pg.Client): Promise<void> {
  await client.query('analyze journal_entry');
}

/** Leaves the table as an ordinary day does. */
export async function settleTable(client: pg.Client): Promise<void> {
  await client.query('alter table journal_entry reset (autovacuum_enabled)');
  await client.query('vacuum (analyze) journal_entry');
}
