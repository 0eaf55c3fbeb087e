import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/** Whether somebody owns an organization, or a team names them as its admin. */
export async function existsGroupInChargeOf(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{ is_in_charge: boolean }>`
    select exists (select from organization where owner_id = ${userId})
      or exists (select from team where admin_id = ${userId}) as is_in_charge`.execute(db);
  return rows[0]?.is_in_charge === true;
}
