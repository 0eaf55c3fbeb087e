import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';

/** Lists the next active users, by id, who turned the digest on and have a verified email address. */
export async function listDigestRecipientsAfter(db: Db, after: string | null, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from profile
    where is_active and not is_ai and email is not null and email_verified and preferences -> 'email_digest' = 'true'
      and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
