import type { Db } from '#platform/db/database.ts';

export async function findEligibility(
  db: Db,
  userId: string,
): Promise<{ isAi: boolean; isActive: boolean } | undefined> {
  return db
    .selectFrom('profile')
    .select(['is_ai as isAi', 'is_active as isActive'])
    .where('id', '=', userId)
    .executeTakeFirst();
}

/** The next users after an id who are neither synthetic nor inactive, in the order of their ids. */
export async function listEligibleUsers(db: Db, after: string | null, limit: number): Promise<string[]> {
  let query = db.selectFrom('profile').select('id').where('is_ai', '=', false).where('is_active', '=', true);
  if (after !== null) query = query.where('id', '>', after);
  return (await query.orderBy('id').limit(limit).execute()).map(({ id }) => id);
}
