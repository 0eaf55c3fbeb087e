import type pg from 'pg';
import { STATEMENT_COUNTER } from '../cluster.ts';
import { childrenOf, nanosecondsOf, parentOf } from '../processor-time.ts';

/** What a piece of work costs. Times are of processors, not of clocks. */
export type UnitCost = {
  /** As `pg_stat_statements` counts them: `begin` and `commit` count, statements of triggers do not. */
  statements: number;
  /** Pages of 8 KB that statements touched, in memory or not. */
  buffers: number;
  walBytes: number;
  nodeMicroseconds: number;
  databaseMicroseconds: number;
  /** Of the above: the statements about queues, limits and idempotency, with the time of PostgreSQL that they executed for. */
  queueStatements: number;
  queueWalBytes: number;
  queueMicroseconds: number;
};

export const COST_NAMES = [
  ...(['statements', 'buffers', 'walBytes', 'nodeMicroseconds', 'databaseMicroseconds'] as const),
  ...(['queueStatements', 'queueWalBytes', 'queueMicroseconds'] as const),
];

/** Reads how much of everything has been used so far. */
export type UnitMeter = { read: () => Promise<UnitCost> };

/** Tables that could be on a server of their own: nothing else has to be written in the same transaction. */
const QUEUE = String.raw`\y(rate_limit|idempotency_key|outgoing_mail|mail_opt_out|job_run|node_lease|event_outbox|event_sequence|event|webhook_[a-z]+|push_delivery|assistant_batch|payment_event)\y|graphile_worker`;

/**
 * A meter of one database and one process of Meadow. `client` is connected to another database of the server, so that its own
 * statements do not count. Only reads what Linux says of processes.
 */
export async function openUnitMeter(client: pg.Client, database: string, pid: number): Promise<UnitMeter> {
  await client.query(`create extension if not exists ${STATEMENT_COUNTER}`);
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const own = rows[0]?.pid ?? 0;
  const postmaster = await parentOf(own);
  return {
    read: async () => {
      const counted = await client.query<Omit<UnitCost, 'nodeMicroseconds' | 'databaseMicroseconds'>>(COUNTS, [
        database,
        QUEUE,
      ]);
      const [counts] = counted.rows;
      if (counts === undefined) throw new Error('The counts of statements have no row.');
      const backends = (await childrenOf(postmaster)).filter((child) => child !== own);
      return {
        ...counts,
        nodeMicroseconds: (await nanosecondsOf([pid])) / 1e3,
        databaseMicroseconds: (await nanosecondsOf(backends)) / 1e3,
      };
    },
  };
}

const COUNTS = `
  select coalesce(sum(calls), 0)::float8 as statements,
    coalesce(sum(shared_blks_hit + shared_blks_read), 0)::float8 as buffers,
    pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as "walBytes",
    coalesce(sum(calls) filter (where query ~ $2), 0)::float8 as "queueStatements",
    coalesce(sum(wal_bytes) filter (where query ~ $2), 0)::float8 as "queueWalBytes",
    coalesce(sum(total_exec_time + total_plan_time) filter (where query ~ $2), 0)::float8 * 1000 as "queueMicroseconds"
  from ${STATEMENT_COUNTER} where dbid = (select oid from pg_database where datname = $1)`;

export function costBetween(before: UnitCost, after: UnitCost): UnitCost {
  return mapCosts((name) => after[name] - before[name]);
}

export function mapCosts(costOf: (name: keyof UnitCost) => number): UnitCost {
  return Object.fromEntries(COST_NAMES.map((name) => [name, costOf(name)])) as UnitCost;
}
