import pg from 'pg';

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

const CONNECT_LIMIT_MILLISECONDS = 5_000;
const QUESTIONS = 5;

/**
 * How long the database takes from a question to its answer, the median of a few, in milliseconds; on a connection of its own,
 * so that nobody who has taken the others is measured. Throws where it does not answer within the limit, connecting included.
 */
export async function measureLatency(connectionString: string, limitMilliseconds: number): Promise<number> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: limitMilliseconds });
  client.on('error', () => undefined);
  const late = setTimeout(() => {
    // It cuts off a question that is under way.
    void client.end().catch(() => undefined);
  }, limitMilliseconds);
  try {
    await client.connect();
    return await askSeveralTimes(client);
  } finally {
    clearTimeout(late);
    // Whoever has the answer does not wait for the end of the connection.
    void client.end().catch(() => undefined);
  }
}

/** Asks the database itself. Throws where it cannot be reached. */
export async function inspectDatabase(connectionString: string, schemas: readonly string[]): Promise<DatabaseFacts> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_LIMIT_MILLISECONDS });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const latency = await askSeveralTimes(client);
    const { rows } = await client.query(
      `select current_setting('server_version') as version,
        has_database_privilege(current_database(), 'create') as may_create,
        array(select nspname::text from pg_namespace where nspname = any($1)) as schemas`,
      [schemas],
    );
    const { version, may_create: mayCreate, schemas: found } = rows[0];
    return {
      version: version.split(' ')[0],
      latency,
      mayCreate,
      schemas: new Set(found),
    };
  } finally {
    await client.end();
  }
}

async function askSeveralTimes(client: pg.Client): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < QUESTIONS; count += 1) {
    const asked = performance.now();
    await client.query('select 1');
    times.push(performance.now() - asked);
  }
  times.sort((one, other) => one - other);
  return times[Math.floor(QUESTIONS / 2)] ?? 0;
}
