import type pg from 'pg';
import { STATEMENT_COUNTER } from '../cluster.ts';
import { processorSecondsOf, processorSecondsOfServer } from '../processor-time.ts';

/** What one request cost, on average over a measurement. Null where the machine or the database does not say. */
export type Costs = {
  nodeMicroseconds: number | null;
  databaseMicroseconds: number | null;
  statements: number | null;
  /** Pages of 8 KB that its statements touched. */
  buffers: number | null;
};

/** Reads what a server process and its database have used so far, so that a measurement can be divided by its requests. */
export type CostMeter = (pid: number) => Promise<Costs>;

/** The database must belong to the measurement alone: everything that its server does is counted. */
export async function createCostMeter(client: pg.Client): Promise<CostMeter> {
  const { rows } = await client.query<{ is_counting: boolean }>(
    `select current_setting('shared_preload_libraries') = '${STATEMENT_COUNTER}' as is_counting`,
  );
  const isCounting = rows[0]?.is_counting === true;
  if (isCounting) await client.query(`create extension if not exists ${STATEMENT_COUNTER}`);
  return async (pid) => {
    const counted = isCounting ? await client.query<Pick<Costs, 'statements' | 'buffers'>>(COUNTS) : null;
    const { statements = null, buffers = null } = counted?.rows[0] ?? {};
    const microseconds = (seconds: number | null) => seconds && seconds * 1e6;
    return {
      nodeMicroseconds: microseconds(await processorSecondsOf(pid)),
      databaseMicroseconds: microseconds(await processorSecondsOfServer(client)),
      statements,
      buffers,
    };
  };
}

const COUNTS = `select sum(calls)::float8 as statements, sum(shared_blks_hit + shared_blks_read)::float8 as buffers
  from ${STATEMENT_COUNTER} where dbid = (select oid from pg_database where datname = current_database())`;

/** The difference of two readings, for each request. */
export function costsBetween(before: Costs, after: Costs, requests: number): Costs {
  const each = (cost: keyof Costs) => {
    const [from, to] = [before[cost], after[cost]];
    return from === null || to === null ? null : (to - from) / Math.max(1, requests);
  };
  return {
    nodeMicroseconds: each('nodeMicroseconds'),
    databaseMicroseconds: each('databaseMicroseconds'),
    statements: each('statements'),
    buffers: each('buffers'),
  };
}
