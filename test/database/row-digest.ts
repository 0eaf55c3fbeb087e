import pg from 'pg';

/** Returns, for each table, the number of rows and a digest that does not depend on their order. Excludes rate limits and migrations. */
export async function digestRows(connectionString: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(`set timezone = 'UTC'`);
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and relname not in ('rate_limit', 'schema_migration', 'schema_migration_lock') order by 1`,
    );
    const digests: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ digest: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as digest
         from ${pg.escapeIdentifier(name)} t`,
      );
      digests[name] = rows[0]?.digest ?? '';
    }
    return digests;
  } finally {
    await client.end();
  }
}
