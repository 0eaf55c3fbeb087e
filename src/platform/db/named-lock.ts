import { sql } from 'kysely';
import type { Tx } from './database.ts';

/** An advisory lock by name. Several transactions can have a shared one. */
export type NamedLock = { name: string; isShared: boolean };

/** Locks names one after another, in this order, until the transaction ends. */
export async function lockEach(tx: Tx, locks: readonly NamedLock[]): Promise<void> {
  await sql`
    select case when is_shared then pg_advisory_xact_lock_shared(hashtextextended(name, 0))
      else pg_advisory_xact_lock(hashtextextended(name, 0)) end
    from unnest(${locks.map(({ name }) => name)}::text[], ${locks.map(({ isShared }) => isShared)}::boolean[])
      as lock (name, is_shared)`.execute(tx);
}

/** Locks a name until the transaction ends (advisory lock). */
export async function lockNamed(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}
