import { systemClock } from '../../clock.ts';
import { QUERY_TIMEOUT_MS, withClient } from './client.ts';
import { measureClockOffset } from './clock-offset.ts';
import { medianOf, QUERY_COUNT } from './latency.ts';

/** What an operator needs to know about a database before using it. */
export type DatabaseFacts = {
  /** Such as 18.4. */
  version: string;
  /** How far the clock of this machine is ahead of the server's, in milliseconds. */
  clockOffsetMs: number;
  /** The median response time of a few queries. */
  latencyMs: number;
  /** Whether the role may create schemas and extensions. */
  canCreate: boolean;
  /** Connections that the server has for roles without privileges. */
  maxConnections: number;
  /** The requested schemas that exist. */
  schemas: ReadonlySet<string>;
};

const CONNECT_TIMEOUT_MS = 5_000;

/** Rejects if the database is unreachable. */
export async function inspectDatabase(connectionString: string, schemas: readonly string[]): Promise<DatabaseFacts> {
  const options = { purpose: 'doctor', connectTimeoutMs: CONNECT_TIMEOUT_MS, queryTimeoutMs: QUERY_TIMEOUT_MS };
  return withClient(connectionString, options, async (client) => {
    const times: number[] = [];
    for (let count = 0; count < QUERY_COUNT; count += 1) {
      const start = performance.now();
      await client.query('select 1');
      times.push(performance.now() - start);
    }
    const clockOffsetMs = await measureClockOffset(
      async () => (await client.query('select clock_timestamp() as time')).rows[0].time,
      systemClock,
    );
    const { rows } = await client.query(
      `select current_setting('server_version') as version,
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections,
        has_database_privilege(current_database(), 'create') as may_create,
        array(select nspname::text from pg_namespace where nspname = any($1)) as schemas`,
      [schemas],
    );
    const { version, connections: maxConnections, may_create: canCreate, schemas: found } = rows[0];
    return {
      version: version.split(' ')[0],
      clockOffsetMs,
      latencyMs: medianOf(times) ?? 0,
      maxConnections,
      canCreate,
      schemas: new Set(found),
    };
  });
}
