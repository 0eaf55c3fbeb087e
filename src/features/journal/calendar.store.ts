import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { MoodCount } from './calendar.rules.ts';
import { columnsFor, type EntryRow } from './entry.store.ts';
import { startOfDay, zoneOf } from './entry-list.store.ts';
import { groupsOf, type Viewer } from './visibility.store.ts';

/** A day has this many memories at most. */
const MAX_MEMORIES = 100;

/** Which day it is where the viewer lives, as YYYY-MM-DD. */
export async function findDayOf(db: Db, viewer: Viewer, now: Date): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select to_char(${now}::timestamptz at time zone ${zoneOf(viewer)}, 'YYYY-MM-DD') as day`.execute(db);
  return rows[0]?.day ?? now.toISOString().slice(0, 10);
}

/** The viewer's own entries from before `day` that were written on one of the anniversaries (MM-DD), newest first. */
export async function listEntriesOnAnniversaries(
  db: Db,
  viewer: Viewer,
  day: string,
  anniversaries: readonly string[],
): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    with ${groupsOf(viewer)}
    select ${columnsFor(viewer)} from journal_entry entry
    where entry.user_id = ${viewer.userId}
      and entry.created_at < ${startOfDay(viewer, sql`${day}::date`)}
      and to_char(entry.created_at at time zone ${zoneOf(viewer)}, 'MM-DD') = any (${[...anniversaries]})
    order by entry.created_at desc, entry.id desc
    limit ${MAX_MEMORIES}`.execute(db);
  return rows;
}

/** How often the viewer's own entries have which mood, for each day from `from` to `to`, both included. */
export async function countMoods(db: Db, viewer: Viewer, from: string, to: string): Promise<MoodCount[]> {
  const { rows } = await sql<MoodCount>`
    select to_char(created_at at time zone ${zoneOf(viewer)}, 'YYYY-MM-DD') as day, mood,
      count(*)::integer as entries, max(created_at) as latest
    from journal_entry
    where user_id = ${viewer.userId} and mood is not null
      and created_at >= ${startOfDay(viewer, sql`${from}::date`)}
      and created_at < ${startOfDay(viewer, sql`${to}::date + 1`)}
    group by 1, 2`.execute(db);
  return rows;
}
