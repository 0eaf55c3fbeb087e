import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { lockNamed } from '../../platform/db/named-lock.ts';
import type {
  WorkoutLocation as LocationTable,
  WorkoutWindow as WindowTable,
} from '../../platform/db/tables.generated.ts';
import type { ActivityType } from './workout-window.schema.ts';

export type WindowRow = Selectable<WindowTable>;
export type LocationRow = Selectable<LocationTable>;

/** Holds a person's window and location still until the transaction ends: together they decide the group. */
export async function lockWindowOf(tx: Tx, userId: string): Promise<void> {
  await lockNamed(tx, `workout window of ${userId}`);
}

export async function findWindowOf(db: Db, userId: string): Promise<WindowRow | undefined> {
  return db.selectFrom('workout_window').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

export async function findLocationOf(db: Db, userId: string): Promise<LocationRow | undefined> {
  return db.selectFrom('workout_location').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

export type WindowValues = {
  id: string;
  userId: string;
  activityType: ActivityType;
  customActivity: string | null;
  startTime: string;
  endTime: string;
  timezone: string;
  matchGroup: string;
  /** The first date on which the person has a window; it stays as it was where they had one before. */
  since: string;
  now: Date;
};

/** Makes the person's window, or changes the one that there is and opens it again; `is_new` says which. */
export async function upsertWindow(tx: Tx, values: WindowValues): Promise<WindowRow & { is_new: boolean }> {
  const columns = {
    activity_type: values.activityType,
    custom_activity: values.customActivity,
    window_start_time: values.startTime,
    window_end_time: values.endTime,
    timezone: values.timezone,
    match_group: values.matchGroup,
    is_active: true,
    updated_at: values.now,
  };
  return (
    tx
      .insertInto('workout_window')
      .values({ id: values.id, user_id: values.userId, since: values.since, created_at: values.now, ...columns })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
      .returningAll()
      // PostgreSQL leaves xmax at 0 on a row that was inserted.
      .returning(sql<boolean>`xmax = 0`.as('is_new'))
      .executeTakeFirstOrThrow()
  );
}

/** Opens or closes the person's window; undefined where they have none. */
export async function updateWindowOpen(
  db: Db,
  userId: string,
  isOpen: boolean,
  now: Date,
): Promise<WindowRow | undefined> {
  return db
    .updateTable('workout_window')
    .set({ is_active: isOpen, updated_at: now })
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();
}

/** The group that the person's window, which there is, is matched in from now on. */
export async function updateMatchGroup(tx: Tx, userId: string, matchGroup: string): Promise<WindowRow> {
  return tx
    .updateTable('workout_window')
    .set({ match_group: matchGroup })
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What of a location a request sets: null clears, and what is left out stays. */
export type LocationValues = Partial<
  Pick<LocationRow, 'ip_address' | 'latitude' | 'longitude' | 'city' | 'region' | 'country' | 'timezone'>
>;

export async function upsertLocation(tx: Tx, userId: string, values: LocationValues, now: Date): Promise<LocationRow> {
  return tx
    .insertInto('workout_location')
    .values({ user_id: userId, ...values, last_updated: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...values, last_updated: now }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Somebody who can be matched. Coordinates are rounded to two decimals, which is as near as matching looks. */
export type ParticipantRow = {
  user_id: string;
  start_time: string;
  timezone: string;
  latitude: number | null;
  longitude: number | null;
};

/** So many rows are read in a few milliseconds. */
const ROWS_PER_BATCH = 1_000;

/** The id that sorts before everybody's. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Who of a group has an open window that they had on this date already, by user id. Blocked people have none. */
export async function listParticipants(db: Db, group: string, date: string): Promise<ParticipantRow[]> {
  const participants: ParticipantRow[] = [];
  for (;;) {
    const last = participants.at(-1)?.user_id ?? NOBODY;
    const { rows } = await sql<ParticipantRow>`
      select workout_window.user_id, to_char(window_start_time, 'HH24:MI') as start_time, workout_window.timezone,
        round(latitude, 2)::float8 as latitude, round(longitude, 2)::float8 as longitude
      from workout_window
      join profile on profile.id = workout_window.user_id and profile.is_active
      left join workout_location on workout_location.user_id = workout_window.user_id
      where match_group = ${group} and workout_window.is_active and since <= ${date} and workout_window.user_id > ${last}
      order by workout_window.user_id limit ${ROWS_PER_BATCH}`.execute(db);
    participants.push(...rows);
    if (rows.length < ROWS_PER_BATCH) return participants;
  }
}

/** The groups that have an open window, in order. */
export async function listMatchGroups(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('workout_window')
    .select('match_group')
    .distinct()
    .where('is_active', '=', true)
    .orderBy('match_group')
    .execute();
  return rows.map(({ match_group }) => match_group);
}
