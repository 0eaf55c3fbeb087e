import { sql } from 'kysely';
import type { ChannelConnection } from '../connection/channel.ts';
import type { Db } from '../database.ts';

/** What a barrier has asked of a node: to acknowledge this number. */
export type Question = { id: string; number: number };

/** Whether the lease was renewed, or why it was not: the node has a question to acknowledge first, or was given up on. */
export type Renewal = 'renewed' | 'asked' | 'revoked';

/** What a node says about its own lease, over the connection that listens. */
export type LeaseStatements = {
  /** Replaces the lease that the node had over a former connection. */
  insert(id: string, formerId: string | null): Promise<void>;
  /** `heard` is the last number that the node was asked to acknowledge. */
  renew(id: string, heard: number): Promise<Renewal>;
  acknowledge(question: Question): Promise<void>;
  delete(id: string): Promise<void>;
};

export function leaseStatements({ query }: ChannelConnection): LeaseStatements {
  return {
    insert: async (id, formerId) => {
      const text = 'with former as (delete from node_lease where id = $2) insert into node_lease (id) values ($1)';
      await query(text, [id, formerId]);
    },
    renew: async (id, heard) => {
      const text = 'select asked <= $2 as is_renewed from node_lease where id = $1';
      const [row] = await query<{ is_renewed: boolean }>(text, [id, heard]);
      if (row === undefined) return 'revoked';
      return row.is_renewed ? 'renewed' : 'asked';
    },
    acknowledge: async ({ id, number }) => {
      const text = 'update node_lease set acknowledged = greatest(acknowledged, $2) where id = $1';
      await query(text, [id, number]);
    },
    delete: async (id) => void (await query('delete from node_lease where id = $1', [id])),
  };
}

/** What a barrier asks of all nodes. */
export type BarrierStatements = {
  /** Asks each node, behind all messages that were committed before. */
  ask(): Promise<Question[]>;
  /** Those of the questions whose nodes have not acknowledged them, and still have their lease. */
  listOpen(questions: readonly Question[]): Promise<Question[]>;
  /** Revokes the leases of the nodes that have not acknowledged. */
  revoke(questions: readonly Question[]): Promise<void>;
};

/** `channel` is the one that the nodes listen to. */
export function barrierStatements(db: Db, channel: string): BarrierStatements {
  return {
    // A row is locked until its message is in the queue, so that a node receives its numbers in order. All are locked in one order.
    ask: async () => {
      const { rows } = await sql<Question>`
        with locked as materialized (select id from node_lease order by id for update),
          asked as (
            update node_lease set asked = asked + 1 from locked where node_lease.id = locked.id
            returning node_lease.id, asked
          )
        select id, asked as number, pg_notify(${channel}, id || ' ' || asked) from asked`.execute(db);
      return rows.map(({ id, number }) => ({ id, number }));
    },
    listOpen: async (questions) => {
      const { rows } = await sql<Question>`
        select id, number from ${asTable(questions)} join node_lease using (id) where acknowledged < number`.execute(
        db,
      );
      return rows;
    },
    revoke: async (questions) => {
      await sql`
        with locked as materialized (
          select id from ${asTable(questions)} join node_lease using (id) where acknowledged < number
          order by id for update of node_lease
        )
        delete from node_lease using locked where node_lease.id = locked.id`.execute(db);
    },
  };
}

const asTable = (questions: readonly Question[]) =>
  sql`unnest(${questions.map(({ id }) => id)}::uuid[], ${questions.map(({ number }) => number)}::bigint[])
    as question (id, number)`;
