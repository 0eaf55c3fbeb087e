import { sql } from 'kysely';
import type { ActivityType } from '#features/workout-window';
import type { Db, Tx } from '#platform/db/database.ts';
import { afterCursor, type Position } from '#platform/db/pagination.ts';

/** A synthetic user with their name and window. */
export type SyntheticUserRow = {
  id: string;
  user_name: string;
  is_ai: boolean;
  region: string;
  city: string;
  state: string;
  timezone: string;
  activity_type: ActivityType;
  custom_activity: string | null;
  window_start_time: string;
  window_end_time: string;
  check_in_probability: number;
  is_active: boolean;
  created_at: Date;
  updated_at: Date;
};

const SYNTHETIC_USER = sql`
  select synthetic_user.user_id as id, full_name as user_name, is_ai, region, city, state, timezone,
    activity_type, custom_activity, to_char(window_start_time, 'HH24:MI') as window_start_time,
    to_char(window_end_time, 'HH24:MI') as window_end_time, check_in_probability::float8 as check_in_probability,
    synthetic_user.is_active, synthetic_user.created_at, synthetic_user.updated_at
  from synthetic_user
  join profile on profile.id = synthetic_user.user_id
  join workout_window on workout_window.user_id = synthetic_user.user_id`;

export async function listSyntheticUsers(db: Db, after: Position | null, limit: number): Promise<SyntheticUserRow[]> {
  const isAfter = afterCursor(after, 'synthetic_user.created_at', 'synthetic_user.user_id');
  const { rows } = await sql<SyntheticUserRow>`
    ${SYNTHETIC_USER} where ${isAfter}
    order by synthetic_user.created_at desc, synthetic_user.user_id desc limit ${limit}`.execute(db);
  return rows;
}

export async function listSyntheticUsersWithIds(db: Db, ids: readonly string[]): Promise<SyntheticUserRow[]> {
  const { rows } = await sql<SyntheticUserRow>`
    ${SYNTHETIC_USER} where synthetic_user.user_id = any (${[...ids]}::uuid[])
    order by synthetic_user.user_id desc`.execute(db);
  return rows;
}

export async function findSyntheticUser(db: Db, id: string): Promise<SyntheticUserRow | undefined> {
  return (await listSyntheticUsersWithIds(db, [id]))[0];
}

export type NewSyntheticUser = {
  id: string;
  region: string;
  city: string;
  state: string;
  checkInProbability: number;
};

export async function insertSyntheticUsers(tx: Tx, users: readonly NewSyntheticUser[], now: Date): Promise<void> {
  await sql`
    insert into synthetic_user (user_id, region, city, state, check_in_probability, created_at, updated_at)
    select id, region, city, state, probability, ${now}, ${now}
    from unnest(${users.map(({ id }) => id)}::uuid[], ${users.map(({ region }) => region)}::text[],
      ${users.map(({ city }) => city)}::text[], ${users.map(({ state }) => state)}::text[],
      ${users.map(({ checkInProbability }) => checkInProbability)}::numeric[])
      as given (id, region, city, state, probability)`.execute(tx);
}

/** Enables or disables a synthetic user. Returns whether this changed anything. */
export async function claimActivity(tx: Tx, id: string, isActive: boolean, now: Date): Promise<boolean> {
  const changed = await tx
    .updateTable('synthetic_user')
    .set({ is_active: isActive, updated_at: now })
    .where('user_id', '=', id)
    .where('is_active', '<>', isActive)
    .returning('user_id')
    .executeTakeFirst();
  return changed !== undefined;
}

export async function lockSyntheticUser(tx: Tx, id: string): Promise<{ id: string } | undefined> {
  return tx
    .selectFrom('synthetic_user')
    .select('user_id as id')
    .where('user_id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** A synthetic user who can check in, with their window. */
export type ActiveUserRow = {
  id: string;
  probability: number;
  activity_type: ActivityType;
  start_time: string;
  timezone: string;
  since: string;
};

/** Lists active synthetic users with an open window. Excludes users deactivated by a super admin. */
export async function listActiveUsers(db: Db): Promise<ActiveUserRow[]> {
  const { rows } = await sql<ActiveUserRow>`
    select synthetic_user.user_id as id, check_in_probability::float8 as probability, activity_type,
      to_char(window_start_time, 'HH24:MI') as start_time, timezone, since
    from synthetic_user
    join profile on profile.id = synthetic_user.user_id and profile.is_active
    join workout_window on workout_window.user_id = synthetic_user.user_id and workout_window.is_active
    where synthetic_user.is_active`.execute(db);
  return rows;
}
