import pg from 'pg';
import { medianOf, QUESTIONS } from './latency.ts';
import { connectionOptions, endConnection, QUERY_TIMEOUT_MS } from './pool.ts';

/** What an operator wants to know of a database before anything depends on it. */
export type DatabaseFacts = {
  /** Such as 18.4. */
  version: string;
  /** From a question to its answer: the median of a few, in milliseconds. */
  latency: number;
  /** Whether the role may create schemas and extensions. */
  mayCreate: boolean;
  /** Which of the schemas asked for are there. */
  schemas: ReadonlySet<string>;
};

const CONNECT_TIMEOUT_MS = 5_000;

/** Asks the database itself. Throws where it cannot be reached. */
export async function inspectDatabase(connectionString: string, schemas: readonly string[]): Promise<DatabaseFacts> {
  const client = new pg.Client({
    ...connectionOptions(connectionString, 'doctor'),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const times: number[] = [];
    for (let count = 0; count < QUESTIONS; count += 1) {
      const asked = performance.now();
      await client.query('select 1');
      times.push(performance.now() - asked);
    }
    const { rows } = await client.query(
      `select current_setting('server_version') as version,
        has_database_privilege(current_database(), 'create') as may_create,
        array(select nspname::text from pg_namespace where nspname = any($1)) as schemas`,
      [schemas],
    );
    const { version, may_create: mayCreate, schemas: found } = rows[0];
    return {
      version: version.split(' ')[0],
      latency: medianOf(times) ?? 0,
      mayCreate,
      schemas: new Set(found),
    };
  } finally {
    await endConnection(client);
  }
}
