import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type {
  WorkoutLocation as LocationTable,
  WorkoutWindow as WindowTable,
} from '../../platform/db/tables.generated.ts';
import type { ActivityType } from './workout-window.schema.ts';

export type WindowRow = Selectable<WindowTable>;
export type LocationRow = Selectable<LocationTable>;

/** Holds a person's window and location still until the transaction ends: together they decide the group. */
export async function lockWindowOf(tx: Tx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`workout window of ${userId}`}, 0))`.execute(tx);
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

/** Closes the person's window; undefined where they have none. */
export async function updateWindowClosed(db: Db, userId: string, now: Date): Promise<WindowRow | undefined> {
  return db
    .updateTable('workout_window')
    .set({ is_active: false, updated_at: now })
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();
}

/** The group that the person's window is matched in from now on. */
export async function updateMatchGroup(tx: Tx, userId: string, matchGroup: string): Promise<void> {
  await tx.updateTable('workout_window').set({ match_group: matchGroup }).where('user_id', '=', userId).execute();
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
