import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { isKnownZone } from '#platform/db/local-time.ts';
import { lockEach, type NamedLock } from '#platform/db/named-lock.ts';
import { executeRead, mapRead, type Read, toRead } from '#platform/db/read.ts';
import type { WorkoutLocation as LocationTable, WorkoutWindow as WindowTable } from '#platform/db/tables.generated.ts';
import type { RestPeriod } from './rest-period.rules.ts';
import { restPeriodsOf, restsOn } from './rest-period.store.ts';
import type { WindowFacts } from './workout-window.rules.ts';
import type { ActivityType } from './workout-window.schema.ts';

export type StoredWindow = Selectable<WindowTable>;
export type WindowRow = StoredWindow & { rest_periods: RestPeriod[] };
export type LocationRow = Selectable<LocationTable>;

/** Locks a user's window and location until the transaction ends. Together they decide the matching group. */
export async function lockWindowAndLocation(tx: Tx, userId: string): Promise<void> {
  await lockEach(tx, [windowLock(userId)]);
}

/** The lock of `lockWindowAndLocation`. */
export function windowLock(userId: string): NamedLock {
  return { name: `workout window of ${userId}`, isShared: false };
}

const REST_PERIODS = restPeriodsOf(sql`workout_window.user_id`);

export function selectWindowRow(db: Db, userId: string): Read<WindowRow | undefined> {
  const query = db
    .selectFrom('workout_window')
    .selectAll()
    .select(REST_PERIODS.as('rest_periods'))
    .where('user_id', '=', userId);
  return mapRead(toRead(query, { created_at: true, updated_at: true }), ([row]) => row);
}

export async function findWindowRow(db: Db, userId: string): Promise<WindowRow | undefined> {
  return executeRead(db, selectWindowRow(db, userId));
}

/** A user's window with its matching group, and when its user rests. */
export type UserWindow = WindowFacts & { isOpen: boolean; group: string; rest: readonly RestPeriod[] };

/** The window of a user, open or closed. */
export function selectWindow(db: Db, userId: string): Read<UserWindow | undefined> {
  return mapRead(selectWindowRow(db, userId), (row) => {
    if (row === undefined) return undefined;
    const { timezone: zone, is_active: isOpen, match_group: group, rest_periods: rest } = row;
    // The window of a zone that does not exist counts as closed: no instant could be right.
    return { ...factsOf(row), isOpen: isOpen && isKnownZone(zone), group, rest };
  });
}

export function factsOf({ window_start_time, timezone: zone, since }: StoredWindow): WindowFacts {
  return { startTime: window_start_time.slice(0, 5), zone, since };
}

export async function findWindow(db: Db, userId: string): Promise<UserWindow | undefined> {
  return executeRead(db, selectWindow(db, userId));
}

export function selectLocation(db: Db, userId: string): Read<LocationRow | undefined> {
  const query = db.selectFrom('workout_location').selectAll().where('user_id', '=', userId);
  return mapRead(toRead(query, { last_updated: true }), ([row]) => row);
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
  /** The first date on which the user has a window. Not updated by later setups. */
  since: string;
  now: Date;
};

/** Creates the window of a user, or changes and reopens it. `is_new` is true if it was created. */
export async function upsertWindow(tx: Tx, values: WindowValues): Promise<StoredWindow & { is_new: boolean }> {
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
      // xmax is 0 on an inserted row.
      .returning(sql<boolean>`xmax = 0`.as('is_new'))
      .executeTakeFirstOrThrow()
  );
}

/** Opens or closes the window of a user. */
export async function updateWindowOpen(
  db: Db,
  userId: string,
  isOpen: boolean,
  now: Date,
): Promise<StoredWindow | undefined> {
  return db
    .updateTable('workout_window')
    .set({ is_active: isOpen, updated_at: now })
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();
}

export async function updateMatchGroup(tx: Tx, userId: string, matchGroup: string): Promise<StoredWindow> {
  return tx
    .updateTable('workout_window')
    .set({ match_group: matchGroup })
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The fields of a location to set. Null clears a field; an absent field is not changed. */
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

/** A user who can be matched. Coordinates are rounded to two decimals, the precision of matching. */
export type ParticipantRow = {
  userId: string;
  group: string;
  startTime: string;
  zone: string;
  latitude: number | null;
  longitude: number | null;
  /** Whether the user rests on the date. */
  isRest: boolean;
};

/** Rows per query. Parsing more would block the event loop for longer than a few milliseconds. */
const ROWS_PER_BATCH = 1_000;

/** An id that sorts before all user ids. */
const MIN_USER_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Lists the active users of groups whose window is open, in a known time zone, and existed on the date, by user id.
 *
 * Looks up each group: a plan for all of them reads the windows of all users.
 */
export async function listParticipants(db: Db, groups: readonly string[], date: string): Promise<ParticipantRow[]> {
  const participants: ParticipantRow[] = [];
  let last = MIN_USER_ID;
  for (;;) {
    const { rows } = await sql<ParticipantRow>`
      select user_id as "userId", given.match_group as "group", start_time as "startTime", timezone as zone,
        latitude, longitude, is_rest as "isRest"
      from unnest(${[...groups]}::text[]) as given (match_group)
      cross join lateral (
        select workout_window.user_id, to_char(window_start_time, 'HH24:MI') as start_time, workout_window.timezone,
          round(latitude, 2)::float8 as latitude, round(longitude, 2)::float8 as longitude,
          ${restsOn(sql`workout_window.user_id`, sql`${date}::date`)} as is_rest
        from workout_window
        join profile on profile.id = workout_window.user_id and profile.is_active
        left join workout_location on workout_location.user_id = workout_window.user_id
        where workout_window.match_group = given.match_group and workout_window.is_active and since <= ${date}
          and workout_window.user_id > ${last}
        order by workout_window.user_id limit ${ROWS_PER_BATCH}
      ) as member
      order by user_id limit ${ROWS_PER_BATCH}`.execute(db);
    participants.push(...rows.filter(({ zone }) => isKnownZone(zone)));
    last = rows.at(-1)?.userId ?? last;
    if (rows.length < ROWS_PER_BATCH) return participants;
  }
}

/** Lists the groups with an open window and the number of their open windows, sorted. */
export async function listMatchGroups(db: Db): Promise<{ group: string; windows: number }[]> {
  const { rows } = await sql<{ group: string; windows: number }>`
    select match_group as group, count(*)::integer as windows
    from workout_window where is_active group by match_group order by match_group`.execute(db);
  return rows;
}
