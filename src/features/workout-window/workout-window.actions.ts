import type { Actor } from '../../access/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import { localDateOf } from '../../platform/days/calendar-date.ts';
import { isTimeZone } from '../../platform/days/time-zone.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Ids } from '../../platform/ids.ts';
import { isTwoHours, matchingGroupOf } from './workout-window.rules.ts';
import {
  type LocationUpdate,
  type WindowSetup,
  type WorkoutLocation,
  type WorkoutWindow,
  windowErrors,
} from './workout-window.schema.ts';
import {
  findLocationOf,
  findWindowOf,
  type LocationRow,
  type LocationValues,
  lockWindowOf,
  updateMatchGroup,
  updateWindowOpen,
  upsertLocation,
  upsertWindow,
  type WindowRow,
} from './workout-window.store.ts';

export type WorkoutWindowDeps = {
  db: Db;
  clock: Clock;
  ids: Ids;
  /** Matches the people of these groups anew, for today and tomorrow as the time zone has them. It never throws. */
  rebuildChains: (groups: readonly string[], timezone: string) => Promise<void>;
};

/**
 * Commits the actor to two hours of each day, or changes and reopens that commitment, and matches their group anew. Throws
 * the refusals of `windowErrors`.
 */
export async function setUpWindow(
  deps: WorkoutWindowDeps,
  actor: Actor,
  setup: WindowSetup,
): Promise<{ window: WorkoutWindow; isNew: boolean }> {
  const { activityType, windowStartTime, windowEndTime, timezone } = setup;
  if (!isTimeZone(timezone)) throw windowErrors.zoneUnknown();
  if (!isTwoHours(windowStartTime, windowEndTime)) throw windowErrors.notTwoHours();
  const customActivity = activityType === 'other' ? (setup.customActivity?.trim() ?? '') : null;
  if (customActivity === '') throw windowErrors.customActivityRequired();

  const now = deps.clock.now();
  const { before, after } = await deps.db.transaction().execute(async (tx) => {
    await lockWindowOf(tx, actor.userId);
    const location = await findLocationOf(tx, actor.userId);
    const values = {
      id: deps.ids.next(),
      userId: actor.userId,
      activityType,
      customActivity,
      startTime: windowStartTime,
      endTime: windowEndTime,
      timezone,
      matchGroup: matchingGroupOf({ ...placeOf(location), timeZone: timezone }),
      since: localDateOf(now, timezone),
      now,
    };
    return { before: await findWindowOf(tx, actor.userId), after: await upsertWindow(tx, values) };
  });
  await rematch(deps, after, [before?.match_group]);
  return { window: viewOfWindow(after), isNew: after.is_new };
}

/** The actor's window and location, each null where there is none. */
export async function readOwnWindow(
  deps: WorkoutWindowDeps,
  actor: Actor,
): Promise<{ window: WorkoutWindow | null; location: WorkoutLocation | null }> {
  const window = await findWindowOf(deps.db, actor.userId);
  const location = await findLocationOf(deps.db, actor.userId);
  return { window: window ? viewOfWindow(window) : null, location: location ? viewOfLocation(location) : null };
}

/** Closes the actor's window: from the next matching on they are in no chain. Without a window it does nothing. */
export async function closeWindow(deps: WorkoutWindowDeps, actor: Actor): Promise<void> {
  const closed = await updateWindowOpen(deps.db, actor.userId, false, deps.clock.now());
  if (closed !== undefined) await rematch(deps, closed);
}

/**
 * Sets what is given of the actor's location, null clearing it, and matches them among the people who are near. Throws
 * `workout-window.timezone-unknown` or `workout-window.coordinates-incomplete`.
 */
export async function changeLocation(
  deps: WorkoutWindowDeps,
  actor: Actor,
  update: LocationUpdate,
): Promise<WorkoutLocation> {
  if (update.timezone != null && !isTimeZone(update.timezone)) throw windowErrors.zoneUnknown();
  if (kindOf(update.latitude) !== kindOf(update.longitude)) throw windowErrors.coordinatesIncomplete();

  const { location, before, after } = await deps.db.transaction().execute(async (tx) => {
    await lockWindowOf(tx, actor.userId);
    const location = await upsertLocation(tx, actor.userId, valuesOf(update), deps.clock.now());
    const before = await findWindowOf(tx, actor.userId);
    if (before === undefined) return { location };
    const group = matchingGroupOf({ ...placeOf(location), timeZone: before.timezone });
    return { location, before, after: await updateMatchGroup(tx, actor.userId, group) };
  });
  if (after?.is_active) await rematch(deps, after, [before.match_group]);
  return viewOfLocation(location);
}

/** Whether a coordinate is set, cleared or left as it is: both are treated alike, so that no half of a place is stored. */
function kindOf(coordinate: number | null | undefined): string {
  return coordinate === null ? 'null' : typeof coordinate;
}

/** Matches the group of a window anew, and those that it was in before. */
async function rematch(
  deps: WorkoutWindowDeps,
  window: WindowRow,
  earlier: (string | undefined)[] = [],
): Promise<void> {
  const groups = new Set([...earlier.filter((group) => group !== undefined), window.match_group]);
  await deps.rebuildChains([...groups], window.timezone);
}

function valuesOf(update: LocationUpdate): LocationValues {
  const { ipAddress, latitude, longitude, city, region, country, timezone } = update;
  return {
    ...(ipAddress !== undefined && { ip_address: ipAddress }),
    ...(latitude !== undefined && { latitude: latitude === null ? null : String(latitude) }),
    ...(longitude !== undefined && { longitude: longitude === null ? null : String(longitude) }),
    ...(city !== undefined && { city }),
    ...(region !== undefined && { region }),
    ...(country !== undefined && { country: country?.toUpperCase() ?? null }),
    ...(timezone !== undefined && { timezone }),
  };
}

function placeOf(location: LocationRow | undefined) {
  return { city: location?.city ?? null, region: location?.region ?? null, country: location?.country ?? null };
}

function viewOfWindow(row: WindowRow): WorkoutWindow {
  return {
    id: row.id,
    user_id: row.user_id,
    activity_type: row.activity_type,
    custom_activity: row.custom_activity,
    window_start_time: row.window_start_time.slice(0, 5),
    window_end_time: row.window_end_time.slice(0, 5),
    timezone: row.timezone,
    is_active: row.is_active,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function viewOfLocation(row: LocationRow): WorkoutLocation {
  return {
    user_id: row.user_id,
    ip_address: row.ip_address,
    latitude: row.latitude === null ? null : Number(row.latitude),
    longitude: row.longitude === null ? null : Number(row.longitude),
    city: row.city,
    region: row.region,
    country: row.country,
    timezone: row.timezone,
    last_updated: row.last_updated.toISOString(),
  };
}
