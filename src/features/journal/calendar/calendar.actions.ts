import type { Actor } from '#access/actor.ts';
import { replaceMentionsWithNames } from '#features/account';
import { isDateRange } from '#platform/days/date-range.ts';
import { mapRead, type Read } from '#platform/db/read.ts';
import type { JournalDeps } from '../deps.ts';
import { EXCERPT_SOURCE_LENGTH, viewsOfEntries } from '../entry/entry-view.actions.ts';
import { excerptOf } from '../entry/excerpt.rules.ts';
import { findToday } from '../time-zone.store.ts';
import { anniversariesOf, moodsByDay } from './calendar.rules.ts';
import {
  calendarErrors,
  type DayQuery,
  type EntryExcerpt,
  type MoodDay,
  type MoodQuery,
  type OnThisDay,
} from './calendar.schema.ts';
import {
  countMoods,
  type EntryStart,
  listEntriesOnAnniversaries,
  selectNewestAndMemoryStarts,
} from './calendar.store.ts';

/** Lists the actor's entries of this day in earlier years. */
export async function readOnThisDay(deps: JournalDeps, actor: Actor, query: DayQuery): Promise<OnThisDay> {
  const { date, rows } = await deps.read(async (db) => {
    const date = query.date ?? (await findToday(db, actor.userId, deps.clock.now()));
    return { date, rows: await listEntriesOnAnniversaries(db, actor, date, anniversariesOf(date)) };
  });
  return { date, entries: await viewsOfEntries(deps, actor, rows) };
}

const MAX_SUMMARIES = 3;

/** The actor's newest entries and their entries of this day in earlier years, at most 3 of each. */
export function selectNewestAndMemories(
  actor: Actor,
  day: string,
): Read<{ newest: EntryExcerpt[]; memories: EntryExcerpt[] }> {
  const starts = selectNewestAndMemoryStarts(actor, {
    day,
    anniversaries: anniversariesOf(day),
    startLength: EXCERPT_SOURCE_LENGTH,
    limit: MAX_SUMMARIES,
  });
  return mapRead(starts, (rows) => {
    const summaries = (isMemory: boolean) => rows.filter(({ is_memory }) => is_memory === isMemory).map(summaryOf);
    return { newest: summaries(false), memories: summaries(true) };
  });
}

function summaryOf({ id, title, mood, start, entry_date, created_at }: EntryStart): EntryExcerpt {
  const excerpt = excerptOf(replaceMentionsWithNames(start));
  return { id, title, mood, excerpt, entry_date, created_at: created_at.toISOString() };
}

/** Reads the moods of the actor's own entries by day. */
export async function readMoodCalendar(deps: JournalDeps, actor: Actor, { from, to }: MoodQuery): Promise<MoodDay[]> {
  if (!isDateRange(from, to)) throw calendarErrors.rangeInvalid();
  return moodsByDay(await deps.read((db) => countMoods(db, actor.userId, from, to)));
}
