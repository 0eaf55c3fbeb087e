import { type RawBuilder, sql } from 'kysely';
import type { ReadDb } from '#platform/db/database.ts';
import { type Read, toRead } from '#platform/db/read.ts';
import { columnsFor, type EntryRow } from '../entry/entry.store.ts';
import { groupsOf, type Viewer } from '../visibility/visibility.store.ts';
import type { MoodCount } from './calendar.rules.ts';

const MAX_ENTRIES = 100;

/** Lists the viewer's own entries from before `day` with one of these dates (MM-DD), newest first, at most 100. */
export async function listEntriesOnAnniversaries(
  db: ReadDb,
  viewer: Viewer,
  day: string,
  anniversaries: readonly string[],
): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    with ${groupsOf(viewer)}
    select ${columnsFor(viewer)} ${fromAnniversaries(viewer, day, anniversaries)}
    limit ${MAX_ENTRIES}`.execute(db);
  return rows;
}

function fromAnniversaries({ userId }: Viewer, day: string, anniversaries: readonly string[]): RawBuilder<unknown> {
  return sql`from journal_entry entry
    where entry.user_id = ${userId}
      and entry.entry_date < ${day}::date
      and to_char(entry.entry_date, 'MM-DD') = any (${[...anniversaries]})
    order by entry.entry_date desc, entry.created_at desc, entry.id desc`;
}

/** An entry as a list of few words shows it. `start` is the start of its content. */
export type EntryStart = {
  id: string;
  title: string;
  mood: string | null;
  start: string;
  entry_date: string;
  created_at: Date;
  is_memory: boolean;
};

/** The viewer's newest entries and their newest memories (as `listEntriesOnAnniversaries`), `limit` of each. */
export function selectNewestAndMemoryStarts(
  viewer: Viewer,
  {
    day,
    anniversaries,
    startLength,
    limit,
  }: { day: string; anniversaries: readonly string[]; startLength: number; limit: number },
): Read<EntryStart[]> {
  const columns = sql`entry.id, entry.title, entry.mood, left(entry.content, ${startLength}::integer) as start, entry.entry_date, entry.created_at`;
  const query = sql<EntryStart>`
    (select ${columns}, false as is_memory from journal_entry entry where entry.user_id = ${viewer.userId}
      order by entry.created_at desc, entry.id desc limit ${limit})
    union all
    (select ${columns}, true ${fromAnniversaries(viewer, day, anniversaries)} limit ${limit})`;
  return toRead(query, { created_at: true });
}

/** Counts the user's own entries by day and mood, from the day `from` to the day `to` (inclusive). */
export async function countMoods(db: ReadDb, userId: string, from: string, to: string): Promise<MoodCount[]> {
  const { rows } = await sql<MoodCount>`
    select entry_date as day, mood,
      count(*)::integer as entries, max(created_at) as latest
    from journal_entry
    where user_id = ${userId} and mood is not null and entry_date between ${from}::date and ${to}::date
    group by entry_date, mood`.execute(db);
  return rows;
}
