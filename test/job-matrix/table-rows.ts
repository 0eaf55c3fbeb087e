import pg from 'pg';

/** The rows of each table as sorted texts. */
export type Tables = Readonly<Record<string, readonly string[]>>;

/**
 * The tables that are not compared: the runs of jobs and the audit log of drawn mosaics count runs; events have ids and instants of the
 * database, but their records are compared.
 */
// Each node that starts writes `encryption_key_check`, if the table is empty.
const LEFT_OUT = ['job_run', 'audit_log', 'event', 'event_outbox', 'event_sequence', 'encryption_key_check'];

/**
 * The columns that are not compared, by table: those with the clock of the database, the number of attempts, and the size of a compressed
 * file that contains instants. In all other tables this is `changed_at`.
 */
const NOT_COMPARED: Readonly<Record<string, string>> = {
  tombstone: '{deleted_at}',
  data_export: '{attempts,size_bytes}',
};

/** Reads all rows of the compared tables. */
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
/** The URL of a public picture, which ends with a random text. */
const PICTURE = /(mosaics\/\d{4}-\d\d-\d\d-)[\w-]+/g;

/**
 * Replaces what differs between two runs: new ids, instants from `now` on, and the random text of URLs. Ids and instants from before are
 * kept.
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

/** Returns, for each changed table, the number of added rows: 0 if rows were only updated. */
export function changesBetween(before: Tables, after: Tables): Record<string, number> {
  const changed = Object.entries(after).filter(([name, rows]) => rows.join('\n') !== before[name]?.join('\n'));
  return Object.fromEntries(changed.map(([name, rows]) => [name, rows.length - (before[name]?.length ?? 0)]));
}
