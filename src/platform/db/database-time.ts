import { sql } from 'kysely';
import type { Db } from './database.ts';

/** The clock of the database at the instant of the call, also inside a transaction. */
export async function readDatabaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ time: Date }>`select clock_timestamp() as time`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('A query without a row.');
  return row.time;
}
