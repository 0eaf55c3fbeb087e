import pg from 'pg';

/** The rows of each table as texts, in an order of their own. */
export type Tables = Readonly<Record<string, readonly string[]>>;

/**
 * What does not have to be equal: how often a job has run, and who had a mosaic drawn how often, are as many as there were runs. Events have
 * ids and instants of the database; what they tell of is compared.
 */
// The last one is written by a node as it starts, on whichever database has none.
const LEFT_OUT = ['job_run', 'audit_log', 'event', 'event_outbox', 'event_sequence', 'encryption_key_check'];

/**
 * By table, columns of the clock of the database, the number of tries, and the size of a compressed file that holds moments; `changed_at`
 * in the other tables that have one.
 */
const NOT_COMPARED: Readonly<Record<string, string>> = {
  tombstone: '{deleted_at}',
  data_export: '{attempts,size_bytes}',
};

/** All rows of all other tables. */
export async function readTables(connectionString: string): Promise<Tables> {
  const client = new pg.Client({ connectionString, options: '-c TimeZone=UTC' });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all ($1) order by 1`,
      [LEFT_OUT],
    );
    const parts = tables.map(
      ({ name }) =>
        `select '${name}' as name, (to_jsonb(whole) - '${NOT_COMPARED[name] ?? '{changed_at}'}'::text[])::text as row from "${name}" whole`,
    );
    const { rows } = await client.query<{ name: string; row: string }>(parts.join(' union all '));
    const found = new Map(tables.map(({ name }) => [name, [] as string[]]));
    for (const { name, row } of rows) found.get(name)?.push(row);
    return Object.fromEntries([...found].map(([name, all]) => [name, all.sort()]));
  } finally {
    await client.end();
  }
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:\+00:00|Z)/g;
/** The address of a public picture: nobody can guess it. */
const PICTURE = /(mosaics\/\d{4}-\d\d-\d\d-)[\w-]+/g;

/**
 * The same rows without what two runs cannot have in common: ids that nobody had before, moments from `now` on, and the
 * unguessable part of addresses. Ids and moments from before stay what they are.
 */
export function comparable(after: Tables, before: Tables, now: Date): Tables {
  const known = new Set(Object.values(before).flatMap((rows) => rows.flatMap((row) => row.match(ID) ?? [])));
  const plain = (row: string) =>
    row
      .replace(PICTURE, '$1…')
      .replace(ID, (id) => (known.has(id) ? id : 'a new id'))
      .replace(MOMENT, (moment) => (Date.parse(moment) >= now.getTime() ? 'now or later' : moment));
  return Object.fromEntries(Object.entries(after).map(([name, rows]) => [name, rows.map(plain).sort()]));
}

/** By how many rows each table has grown that is not as it was before: 0 where rows have changed in their places. */
export function changesBetween(before: Tables, after: Tables): Record<string, number> {
  const changed = Object.entries(after).filter(([name, rows]) => rows.join('\n') !== before[name]?.join('\n'));
  return Object.fromEntries(changed.map(([name, rows]) => [name, rows.length - (before[name]?.length ?? 0)]));
}
