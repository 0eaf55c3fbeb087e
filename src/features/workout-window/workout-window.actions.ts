import type { Actor } from '#access/actor.ts';
import { localDateOf } from '#platform/days/calendar-date.ts';
import { canonicalZone } from '#platform/days/time-zone.ts';
import type { Tx } from '#platform/db/database.ts';
import { executeRead, joinReads, mapRead, type Read } from '#platform/db/read.ts';
import type { WorkoutWindowDeps } from './deps.ts';
import {
  applyRestChange,
  changePause,
  changeRestDays,
  firstUnopenedDate,
  joinChanges,
  NO_REST_CHANGE,
  pauseOn,
  type RestPeriod,
  restDaysOf,
} from './rest-period.rules.ts';
import { updateRestPeriods } from './rest-period.store.ts';
import { dateOfMoment, isTwoHours, type MatchingGroup, matchingGroupOf } from './workout-window.rules.ts';
import {
  type LocationUpdate,
  type WindowSetup,
  type WorkoutLocation,
  type WorkoutWindow,
  windowErrors,
} from './workout-window.schema.ts';
import {
  factsOf,
  findWindowRow,
  type LocationRow,
  type LocationValues,
  lockWindowAndLocation,
  type StoredWindow,
  selectLocation,
  selectWindowRow,
  updateMatchGroup,
  updateWindowOpen,
  upsertLocation,
  upsertWindow,
  type WindowRow,
} from './workout-window.store.ts';

/** Creates the actor's workout window, or changes and reopens it, and matches their group again. */
export async function setUpWindow(
  deps: WorkoutWindowDeps,
  actor: Actor,
  setup: WindowSetup,
): Promise<{ window: WorkoutWindow; isNew: boolean }> {
  const { activityType, windowStartTime, windowEndTime } = setup;
  const timezone = canonicalZone(setup.timezone);
  if (timezone === null) throw windowErrors.zoneUnknown();
  if (!isTwoHours(windowStartTime, windowEndTime)) throw windowErrors.notTwoHours();
  const customActivity = activityType === 'other' ? (setup.customActivity?.trim() ?? '') : null;
  if (customActivity === '') throw windowErrors.customActivityRequired();

  const now = deps.clock.now();
  const { before, after, rest } = await deps.db.transaction().execute(async (tx) => {
    await lockWindowAndLocation(tx, actor.userId);
    const location = await executeRead(tx, selectLocation(tx, actor.userId));
    const values = {
      id: deps.ids.next(),
      userId: actor.userId,
      activityType,
      customActivity,
      startTime: windowStartTime,
      endTime: windowEndTime,
      timezone,
      matchGroup: matchingGroupOf({ ...locationOf(location), timeZone: timezone }),
      since: localDateOf(now, timezone),
      now,
    };
    const before = await findWindowRow(tx, actor.userId);
    const after = await upsertWindow(tx, values);
    return { before, after, rest: await changeRest(deps, tx, setup, { before, after }, now) };
  });
  await rematch(deps, after, [before?.match_group]);
  return { window: viewOfWindow({ ...after, rest_periods: rest }, now), isNew: after.is_new };
}

/** Changes rest days and pause for dates that have opened neither by the former window nor by the new one. Returns the periods. */
async function changeRest(
  deps: WorkoutWindowDeps,
  tx: Tx,
  { restDays, pause }: WindowSetup,
  { before, after }: { before: WindowRow | undefined; after: StoredWindow },
  now: Date,
): Promise<RestPeriod[]> {
  const periods = before?.rest_periods ?? [];
  const windows = [...(before === undefined ? [] : [factsOf(before)]), factsOf(after)];
  const firstUnopened = firstUnopenedDate(windows, now);
  const dates = { today: dateOfMoment(now, factsOf(after)), firstUnopened };
  const { deleted, ended, added } = joinChanges([
    restDays === undefined ? NO_REST_CHANGE : changeRestDays(periods, restDays ?? [], firstUnopened),
    pause === undefined ? NO_REST_CHANGE : changePause(periods, pause, dates),
  ]);
  const change = { deleted, ended, added: added.map((period) => ({ ...period, id: deps.ids.next() })) };
  await updateRestPeriods(tx, after.user_id, change, now);
  return applyRestChange(periods, change);
}

export async function readOwnWindow(
  deps: WorkoutWindowDeps,
  actor: Actor,
): Promise<{ window: WorkoutWindow | null; location: WorkoutLocation | null }> {
  const location = mapRead(selectLocation(deps.db, actor.userId), (row) => (row ? viewOfLocation(row) : null));
  return executeRead(deps.db, joinReads({ window: selectOwnWindow(deps, actor), location }));
}

export function selectOwnWindow(
  { db, clock }: Pick<WorkoutWindowDeps, 'db' | 'clock'>,
  actor: Actor,
): Read<WorkoutWindow | null> {
  return mapRead(selectWindowRow(db, actor.userId), (row) => (row ? viewOfWindow(row, clock.now()) : null));
}

/** Closes the actor's window: later matchings exclude them. Does nothing without a window. */
export async function closeWindow(deps: WorkoutWindowDeps, actor: Actor): Promise<void> {
  const closed = await updateWindowOpen(deps.db, actor.userId, false, deps.clock.now());
  if (closed !== undefined) await rematch(deps, closed);
}

/** Sets the given fields of the actor's location, null clears one, and matches their group again. */
export async function changeLocation(
  deps: WorkoutWindowDeps,
  actor: Actor,
  update: LocationUpdate,
): Promise<WorkoutLocation> {
  if (update.timezone != null && canonicalZone(update.timezone) === null) throw windowErrors.zoneUnknown();
  if (changeOf(update.latitude) !== changeOf(update.longitude)) throw windowErrors.coordinatesIncomplete();

  const { location, before, after } = await deps.db.transaction().execute(async (tx) => {
    await lockWindowAndLocation(tx, actor.userId);
    const location = await upsertLocation(tx, actor.userId, valuesOf(update), deps.clock.now());
    const before = await findWindowRow(tx, actor.userId);
    if (before === undefined) return { location };
    const group = matchingGroupOf({ ...locationOf(location), timeZone: before.timezone });
    return { location, before, after: await updateMatchGroup(tx, actor.userId, group) };
  });
  if (after?.is_active) await rematch(deps, after, [before.match_group]);
  return viewOfLocation(location);
}

/** Whether a coordinate is set (`number`), cleared (`null`) or unchanged (`undefined`). Both must be treated alike. */
function changeOf(coordinate: number | null | undefined): string {
  return coordinate === null ? 'null' : typeof coordinate;
}

/**
 * Opens or closes the window of a user. Returns the matching group to match again after the commit, or undefined without a window.
 */
export async function setWindowOpen(
  tx: Tx,
  userId: string,
  isOpen: boolean,
  now: Date,
): Promise<MatchingGroup | undefined> {
  const window = await updateWindowOpen(tx, userId, isOpen, now);
  return window && { group: window.match_group, timezone: window.timezone };
}

/** Matches the current group of a window again, and its former groups. */
async function rematch(
  deps: WorkoutWindowDeps,
  window: StoredWindow,
  formerGroups: (string | undefined)[] = [],
): Promise<void> {
  const groups = new Set([...formerGroups.filter((group) => group !== undefined), window.match_group]);
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
    ...(timezone !== undefined && { timezone: timezone && canonicalZone(timezone) }),
  };
}

function locationOf(location: LocationRow | undefined) {
  return { city: location?.city ?? null, region: location?.region ?? null, country: location?.country ?? null };
}

function viewOfWindow(row: WindowRow, now: Date): WorkoutWindow {
  return {
    id: row.id,
    user_id: row.user_id,
    activity_type: row.activity_type,
    custom_activity: row.custom_activity,
    window_start_time: row.window_start_time.slice(0, 5),
    window_end_time: row.window_end_time.slice(0, 5),
    timezone: row.timezone,
    is_active: row.is_active,
    rest_days: restDaysOf(row.rest_periods),
    pause: pauseOn(dateOfMoment(now, factsOf(row)), row.rest_periods),
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
