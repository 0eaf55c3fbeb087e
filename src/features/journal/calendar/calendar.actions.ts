import type { Actor } from '../../../access/actor.ts';
import { isDateRange } from '../../../platform/days/date-range.ts';
import type { JournalDeps } from '../deps.ts';
import { viewsOfEntries } from '../entry/entry-view.actions.ts';
import { findToday } from '../time-zone.store.ts';
import { anniversariesOf, moodsByDay } from './calendar.rules.ts';
import { calendarErrors, type DayQuery, type MoodDay, type MoodQuery, type OnThisDay } from './calendar.schema.ts';
import { countMoods, listEntriesOnAnniversaries } from './calendar.store.ts';

/** Lists the actor's entries of this day in earlier years. */
export async function readOnThisDay(deps: JournalDeps, actor: Actor, query: DayQuery): Promise<OnThisDay> {
  const date = query.date ?? (await findToday(deps.db, actor.userId, deps.clock.now()));
  const rows = await listEntriesOnAnniversaries(deps.db, actor, date, anniversariesOf(date));
  return { date, entries: await viewsOfEntries(deps, actor, rows) };
}

/**
 * Reads the moods of the actor's own entries by day.
 * @throws {journal.range-invalid}
 */
export async function readMoodCalendar(deps: JournalDeps, actor: Actor, { from, to }: MoodQuery): Promise<MoodDay[]> {
  if (!isDateRange(from, to)) throw calendarErrors.rangeInvalid();
  return moodsByDay(await countMoods(deps.db, actor.userId, from, to));
}
