import { localDateOf } from '#platform/days/calendar-date.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Ids } from '#platform/ids.ts';
import { insertWindowsAndLocations } from './bulk-setup.store.ts';
import { type MatchingGroup, matchingGroupOf } from './workout-window.rules.ts';
import type { ActivityType } from './workout-window.schema.ts';

/** A workout window and location to create. The values are not validated. */
export type NewWindow = {
  userId: string;
  activityType: ActivityType;
  /** Name of the activity if the type is `other`, else null. */
  customActivity: string | null;
  /** HH:MM, two hours apart. The caller checks this. */
  windowStartTime: string;
  windowEndTime: string;
  timezone: string;
  latitude: number;
  longitude: number;
  city: string;
  region: string;
  country: string;
};

/**
 * Creates windows and locations for users who have neither. Returns each matching group once; the caller matches them after the
 * commit.
 */
export async function setUpWindows(
  tx: Tx,
  ids: Ids,
  windows: readonly NewWindow[],
  now: Date,
): Promise<MatchingGroup[]> {
  const groups = new Map<string, MatchingGroup>();
  const dates = new Map<string, string>();
  const rows = windows.map(({ windowStartTime, windowEndTime, ...rest }) => {
    const { timezone } = rest;
    const since = dates.get(timezone) ?? localDateOf(now, timezone);
    dates.set(timezone, since);
    const group = matchingGroupOf({ ...rest, timeZone: timezone });
    groups.set(group, { group, timezone });
    const stored = { id: ids.next(), startTime: windowStartTime, endTime: windowEndTime, since, matchGroup: group };
    return { ...rest, ...stored };
  });
  await insertWindowsAndLocations(tx, rows, now);
  return [...groups.values()];
}
