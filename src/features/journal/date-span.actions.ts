import { addDays } from '#platform/days/calendar-date.ts';
import { startOfDay } from '#platform/days/local-time.ts';
import type { Db } from '#platform/db/database.ts';
import { findDayRules } from './time-zone.store.ts';

/** The instants of a user's days from `from` to `to` (inclusive); `until` is exclusive. */
export async function findDateSpan(
  db: Db,
  userId: string,
  from: string,
  to: string,
): Promise<{ from: Date; until: Date }> {
  const rules = await findDayRules(db, userId);
  const day = { zone: rules?.zone ?? 'UTC', time: rules?.day_start ?? '00:00' };
  return { from: startOfDay({ date: from, ...day }), until: startOfDay({ date: addDays(to, 1), ...day }) };
}
