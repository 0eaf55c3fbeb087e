import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

/** Hides a user and stores when the account is erased. Returns false if the user is inactive already. */
export async function claimDeletion(tx: Tx, id: string, eraseAt: Date, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update profile set is_active = false, erase_at = ${eraseAt}, updated_at = ${now}
    where id = ${id} and is_active returning id`.execute(tx);
  return rows.length > 0;
}

/**
 * Takes back a deletion that is not due. A user deactivated by a super admin stays inactive. Returns false if there is no such
 * deletion.
 */
export async function claimRestore(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update profile set is_active = not is_deactivated, erase_at = null, updated_at = ${now}
    where id = ${id} and erase_at > ${now} and erasing_since is null returning id`.execute(tx);
  return rows.length > 0;
}
