import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

export type NewConnection = { stateDigest: string; userId: string; now: Date; expiresAt: Date };

export async function insertConnection(db: Db, connection: NewConnection): Promise<void> {
  const { stateDigest, userId, now, expiresAt } = connection;
  await db
    .insertInto('music_oauth_state')
    .values({ state_digest: stateDigest, user_id: userId, created_at: now, expires_at: expiresAt })
    .execute();
}

/** Who began a connection, as the page says it before they go on. */
export type ConnectionOwner = { full_name: string; email: string | null };

/** Whose connection this state stands for; undefined where it is unknown or too old. */
export async function findConnectionOwner(
  db: Db,
  stateDigest: string,
  now: Date,
): Promise<ConnectionOwner | undefined> {
  return db
    .selectFrom('music_oauth_state')
    .innerJoin('profile', 'profile.id', 'music_oauth_state.user_id')
    .select(['full_name', 'email'])
    .where('state_digest', '=', stateDigest)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Whoever began the connection with this state; nobody else can end it from now on. Undefined where it is unknown or too old. */
export async function claimConnection(db: Db, stateDigest: string, now: Date): Promise<string | undefined> {
  const claimed = await db
    .deleteFrom('music_oauth_state')
    .where('state_digest', '=', stateDigest)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
  return claimed?.user_id;
}

/** Deletes at most `limit` connections that nobody can end any more. */
export async function deleteExpiredConnections(db: Db, now: Date, limit: number): Promise<void> {
  await sql`
    delete from music_oauth_state where state_digest in (
      select state_digest from music_oauth_state where expires_at <= ${now}
      order by expires_at limit ${limit} for update skip locked
    )`.execute(db);
}
