import type { Actor } from '../../access/actor.ts';
import { anniversariesOf, isCalendarRange, moodsByDay } from './calendar.rules.ts';
import { calendarErrors, type DayQuery, type MoodDay, type MoodQuery, type OnThisDay } from './calendar.schema.ts';
import { countMoods, findDayOf, listEntriesOnAnniversaries } from './calendar.store.ts';
import { type JournalDeps, viewsOfEntries } from './entry.actions.ts';

/** What the actor wrote on this day in earlier years. */
export async function readOnThisDay(deps: JournalDeps, actor: Actor, query: DayQuery): Promise<OnThisDay> {
  const date = query.date ?? (await findDayOf(deps.db, actor, deps.clock.now()));
  const rows = await listEntriesOnAnniversaries(deps.db, actor, date, anniversariesOf(date));
  return { date, entries: await viewsOfEntries(deps, rows) };
}

/** The moods of the actor's own entries, day by day. Throws `journal.range-invalid`. */
export async function readMoodCalendar(deps: JournalDeps, actor: Actor, { from, to }: MoodQuery): Promise<MoodDay[]> {
  if (!isCalendarRange(from, to)) throw calendarErrors.rangeInvalid();
  return moodsByDay(await countMoods(deps.db, actor, from, to));
}
