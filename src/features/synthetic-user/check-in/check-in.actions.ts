import { checkInSynthetic, type SyntheticCheckIn } from '#features/check-in';
import { dateOfMoment, isWithinWindow, type TimeSpan, windowSpan } from '#features/workout-window';
import type { SyntheticUserDeps } from '../deps.ts';
import { type ActiveUserRow, listActiveUsers } from '../synthetic-user.store.ts';
import { decidesToCheckIn, hourOfCheckIn } from './check-in.rules.ts';
import type { CheckInRunBody } from './check-in.schema.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Checks in the synthetic users whose hour has come on their date and who decide to. Safe to repeat. */
export async function checkInDueUsers(deps: SyntheticUserDeps): Promise<CheckInRunBody> {
  const results: CheckInRunBody['results'] = { checked_in: 0, skipped: 0, failed: 0, errors: [] };
  const due = dueAt(deps.clock.now(), await listActiveUsers(deps.db));
  for (const [date, dueUsers] of groupByDate(due)) {
    const deciding = dueUsers.filter(({ user }) => decidesToCheckIn(user.id, date, user.probability));
    const done = await checkInSynthetic(deps, deciding.map(checkInOf), date);
    results.checked_in += done.checkedIn;
    results.skipped += done.skipped + dueUsers.length - deciding.length;
    results.failed += done.failed;
    results.errors.push(...done.errors);
  }
  return { success: true, message: `${results.checked_in} synthetic users have checked in.`, results };
}

/** A user whose hour has come, with the current date of their window. */
type Due = { user: ActiveUserRow; date: string; window: DayWindow };

/** The window of the current date of a user. */
type DayWindow = TimeSpan & { date: string; isOpen: boolean };

/** Lists the due users by start of their windows, then id, so that one can continue the chain of another. */
function dueAt(now: Date, users: readonly ActiveUserRow[]): Due[] {
  const windowOf = windowsAt(now);
  return users
    .flatMap((user): Due[] => {
      const window = windowOf(user);
      const { date, startsAt } = window;
      const hasCome = startsAt.getTime() + hourOfCheckIn(user.id, date) * HOUR_MS <= now.getTime();
      return hasCome && user.since <= date ? [{ user, date, window }] : [];
    })
    .sort(
      (one, other) =>
        one.window.startsAt.getTime() - other.window.startsAt.getTime() || (one.user.id < other.user.id ? -1 : 1),
    );
}

/** Caches equal windows: thousands of users share a few. */
function windowsAt(now: Date): (user: ActiveUserRow) => DayWindow {
  const windows = new Map<string, DayWindow>();
  return ({ start_time: startTime, timezone: zone, since }) => {
    const key = `${startTime} ${zone} ${since}`;
    const found = windows.get(key);
    if (found !== undefined) return found;
    const facts = { startTime, zone, since };
    const date = dateOfMoment(now, facts);
    const window = { ...windowSpan({ date, startTime, zone }), date, isOpen: isWithinWindow(now, date, facts) };
    windows.set(key, window);
    return window;
  };
}

function groupByDate(due: readonly Due[]): Map<string, Due[]> {
  const groups = new Map<string, Due[]>();
  for (const entry of due) {
    const group = groups.get(entry.date) ?? [];
    group.push(entry);
    groups.set(entry.date, group);
  }
  return groups;
}

function checkInOf({ user, window }: Due): SyntheticCheckIn {
  return {
    userId: user.id,
    activityType: user.activity_type,
    timezone: user.timezone,
    isWithinWindow: window.isOpen,
  };
}
