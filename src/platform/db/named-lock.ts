import { sql } from 'kysely';
import type { Tx } from './database.ts';

/** Waits until nobody else holds the lock of this name, and holds it until the transaction ends. */
export async function lockNamed(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

/**
 * Waits until nobody holds the lock of this name alone, as `lockNamed` does, and keeps anybody from it until the transaction
 * ends. Others may hold it in this way at the same time.
 */
export async function shareNamed(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`.execute(tx);
}
