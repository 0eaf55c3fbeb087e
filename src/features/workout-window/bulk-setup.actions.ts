import { localDateOf } from '../../platform/days/calendar-date.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Ids } from '../../platform/ids.ts';
import { insertWindowsAndLocations } from './bulk-setup.store.ts';
import { matchingGroupOf } from './workout-window.rules.ts';
import type { ActivityType } from './workout-window.schema.ts';
import { updateWindowOpen } from './workout-window.store.ts';

/** Somebody's two hours and where they are: facts that hold together, as nobody checks them here. */
export type NewWindow = {
  userId: string;
  activityType: ActivityType;
  /** What it is, where the type is `other`; else null. */
  customActivity: string | null;
  /** HH:MM, two hours apart. */
  windowStartTime: string;
  windowEndTime: string;
  timezone: string;
  latitude: number;
  longitude: number;
  city: string;
  region: string;
  country: string;
};

/** Whose chains are to be matched anew, and in whose calendar. */
export type MatchingPlace = { group: string; timezone: string };

/**
 * Gives windows and locations to many people who have neither. Returns where they are to be matched, each place once; the
 * caller sees to that after the commit.
 */
export async function setUpWindows(
  tx: Tx,
  ids: Ids,
  people: readonly NewWindow[],
  now: Date,
): Promise<MatchingPlace[]> {
  const places = new Map<string, MatchingPlace>();
  const dates = new Map<string, string>();
  const rows = people.map(({ windowStartTime, windowEndTime, ...person }) => {
    const { timezone } = person;
    const since = dates.get(timezone) ?? localDateOf(now, timezone);
    dates.set(timezone, since);
    const group = matchingGroupOf({ ...person, timeZone: timezone });
    places.set(group, { group, timezone });
    const window = { id: ids.next(), startTime: windowStartTime, endTime: windowEndTime, since, matchGroup: group };
    return { ...person, ...window };
  });
  await insertWindowsAndLocations(tx, rows, now);
  return [...places.values()];
}

/**
 * Opens or closes somebody's window. Returns where the chains are to be matched anew after the commit, undefined where there is
 * no window.
 */
export async function setWindowOpen(
  tx: Tx,
  userId: string,
  isOpen: boolean,
  now: Date,
): Promise<MatchingPlace | undefined> {
  const window = await updateWindowOpen(tx, userId, isOpen, now);
  return window && { group: window.match_group, timezone: window.timezone };
}
