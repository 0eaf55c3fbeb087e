import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

export type UnfoldedName = { id: string; full_name: string };

/** Locks up to `limit` users whose names are not folded, in order of their ids. Skips locked ones. */
export async function lockUnfoldedNames(tx: Tx, afterId: string | null, limit: number): Promise<UnfoldedName[]> {
  const isAfter = afterId === null ? sql`` : sql`and id > ${afterId}`;
  const { rows } = await sql<UnfoldedName>`
    select id, full_name from profile where search_name is null ${isAfter}
    order by id limit ${limit}
    for no key update skip locked`.execute(tx);
  return rows;
}

/** Stores folded names of users that the transaction has locked. */
export async function updateSearchNames(tx: Tx, names: readonly { id: string; searchName: string }[]): Promise<void> {
  if (names.length === 0) return;
  await sql`
    update profile set search_name = folded."searchName"
    from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as folded (id uuid, "searchName" text)
    where profile.id = folded.id`.execute(tx);
}

/** All users whose names are folded, with what searches compare, for a check. */
export function selectFoldedNames(): RawBuilder<{ id: string; full_name: string; search_name: string }> {
  return sql`select id, full_name, search_name from profile where search_name is not null`;
}
