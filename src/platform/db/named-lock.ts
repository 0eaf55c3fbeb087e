import { sql } from 'kysely';
import type { Tx } from './database.ts';

/** Waits until nobody else holds the lock of this name, and holds it until the transaction ends. */
export async function lockNamed(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}
