import type { Db } from '#platform/db/database.ts';

export type NewConnection = { stateDigest: string; userId: string; now: Date; expiresAt: Date };

export async function insertConnection(db: Db, connection: NewConnection): Promise<void> {
  const { stateDigest, userId, now, expiresAt } = connection;
  await db
    .insertInto('music_oauth_state')
    .values({ state_digest: stateDigest, user_id: userId, created_at: now, expires_at: expiresAt })
    .execute();
}

/** The user who started a connection, as the consent page shows them. */
export type ConnectionOwner = { full_name: string; email: string | null };

/** Finds the owner of a connection that has not expired. */
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

/** Claims a connection and returns the id of its user; undefined if the state is unknown, expired or already claimed. */
export async function claimConnection(db: Db, stateDigest: string, now: Date): Promise<string | undefined> {
  const claimed = await db
    .deleteFrom('music_oauth_state')
    .where('state_digest', '=', stateDigest)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
  return claimed?.user_id;
}
