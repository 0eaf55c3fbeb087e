import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';

export type SessionRow = {
  id: string;
  user_agent: string | null;
  created_at: Date;
  last_used_at: Date;
  expires_at: Date;
};

/** Lists the sessions of a user that have not expired, last used first. */
export async function listSessions(db: Db, userId: string, now: Date, limit: number): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select id, "userAgent" as user_agent, "createdAt" as created_at, "updatedAt" as last_used_at, "expiresAt" as expires_at
    from identity_session
    where "userId" = ${userId} and "expiresAt" > ${now}
    order by "updatedAt" desc, id
    limit ${limit}`.execute(db);
  return rows;
}

export async function deleteSession(db: Db, userId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from identity_session where id = ${id} and "userId" = ${userId} returning id`.execute(db);
  return rows.length > 0;
}

/** Deletes all sessions of a user but one, and returns how many of them had not expired. */
export async function deleteOtherSessions(db: Db, userId: string, keptId: string | null, now: Date): Promise<number> {
  const { rows } = await sql<{ revoked: number }>`
    with deleted as (
      delete from identity_session where "userId" = ${userId} and id is distinct from ${keptId}::uuid
      returning "expiresAt" > ${now} as was_open
    )
    select count(*) filter (where was_open)::integer as revoked from deleted`.execute(db);
  return rows[0]?.revoked ?? 0;
}

/** Whether a session began within so many seconds, by the clock of the database, as the provider's own. */
export async function isNewSession(db: Db, id: string, maxAgeSeconds: number): Promise<boolean> {
  const { rows } = await sql`
    select from identity_session where id = ${id} and "createdAt" > now() - make_interval(secs => ${maxAgeSeconds})`.execute(
    db,
  );
  return rows.length > 0;
}
