import { sql } from 'kysely';
import { v7 } from 'uuid';
import type { Db } from '#platform/db/database.ts';
import type { Person, TestApp } from '#test/start-test-app.ts';
import { endOfPartition } from './partition.rules.ts';
import { listPartitionedTables } from './partition.store.ts';

/** What tests do with the partitions of an app, whose first ones end in a month that depends on the present. */
export async function partitionsOf({ deps: { db } }: Pick<TestApp, 'deps'>) {
  const namesOf = async (table: string) =>
    (await listPartitionedTables(db)).find((partitioned) => partitioned.table === table)?.partitions ?? [];
  const end = (await namesOf('notification')).map(endOfPartition).find((date) => date !== null);
  if (end === null || end === undefined) throw new Error('The notifications are not partitioned.');

  /** The first instant of the month so many after the end of the first partition. */
  const month = (number: number): Date => {
    const date = new Date(`${end}T00:00:00Z`);
    date.setUTCMonth(date.getUTCMonth() + number);
    return date;
  };
  const nameOf = (table: string, number: number) =>
    `${table}_${month(number).toISOString().slice(0, 7).replace('-', '_')}`;

  /** Stores a notification whose id and time of creation are of these instants, and returns its id. */
  async function insertNotification(
    { id: user_id }: Person,
    idOf: Date,
    created_at = idOf,
    on: Db = db,
  ): Promise<string> {
    const id = v7({ msecs: idOf.getTime() });
    const values = { id, user_id, kind: 'k', title: 't', body: 'b', created_at };
    await on.insertInto('notification').values(values).execute();
    return id;
  }

  /** The name of the partition that holds a notification. */
  const holderOf = async (id: string) => (await findHolder(db, id))?.replace('partitions.', '') ?? null;

  return { namesOf, month, nameOf, insertNotification, holderOf };
}

async function findHolder(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select tableoid::regclass::text as name from notification where id = ${id}`.execute(db);
  return rows[0]?.name;
}
