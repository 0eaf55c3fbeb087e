import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { NamedLock } from '#platform/db/named-lock.ts';

/**
 * Locks the chains of groups on dates for a rebuild, until the transaction ends. Waits for other rebuilds and for shared locks.
 */
export async function lockChains(tx: Tx, groups: readonly string[], dates: readonly string[]): Promise<void> {
  const names = groups.flatMap((group) => dates.map((date) => lockName(group, date))).sort();
  await sql`
    select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) as name`.execute(tx);
}

/** `lockChains` for groups on one date that does not wait. Returns the groups that no other transaction has locked. */
export async function lockIdleChains(tx: Tx, groups: readonly string[], date: string): Promise<string[]> {
  const names = groups.map((group) => lockName(group, date));
  const { rows } = await sql<{ group: string; is_locked: boolean }>`
    select match_group as group, pg_try_advisory_xact_lock(hashtextextended(name, 0)) as is_locked
    from unnest(${[...groups]}::text[], ${names}::text[]) as given (match_group, name)`.execute(tx);
  return rows.filter(({ is_locked }) => is_locked).map(({ group }) => group);
}

/** Prevents rebuilds of the chains of groups on a date until the transaction ends. Several transactions can have this lock. */
export async function lockChainsShared(tx: Tx, groups: readonly string[], date: string): Promise<void> {
  const names = groups.map((group) => lockName(group, date)).sort();
  await sql`
    select pg_advisory_xact_lock_shared(hashtextextended(name, 0)) from unnest(${names}::text[]) as name`.execute(tx);
}

/** The lock of `lockChainsShared` for one group. */
export function sharedChainLock(group: string, date: string): NamedLock {
  return { name: lockName(group, date), isShared: true };
}

/** Callers lock names in alphabetical order, which prevents deadlocks. */
function lockName(group: string, date: string): string {
  return `chains of ${group} on ${date}`;
}
