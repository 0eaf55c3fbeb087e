import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/** The next so many people who asked for letters about their weeks and whose addresses are verified, in the order of their ids. */
export async function listDigestReadersAfter(db: Db, after: string | null, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from profile
    where is_active and not is_ai and email is not null and email_verified and preferences -> 'email_digest' = 'true'
      and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
