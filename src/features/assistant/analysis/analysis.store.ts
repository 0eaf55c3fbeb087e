import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { afterCursor, type Position } from '#platform/db/pagination.ts';
import type { NoteAnalysis as NoteAnalysisTable } from '#platform/db/tables.generated.ts';
import type { Findings } from './analysis.schema.ts';

declare module '../../../platform/db/json-columns.ts' {
  interface JsonTypes {
    'note_analysis.mood_trends': Findings['mood_trends'];
    'note_analysis.topics': Findings['topics'];
    'note_analysis.patterns': Findings['patterns'];
    'note_analysis.recommendations': Findings['recommendations'];
    'note_analysis.insights': Findings['insights'];
  }
}

export type NoteAnalysisRow = Selectable<NoteAnalysisTable>;

/** When the entries were read for the analysis of a day, by user id. Omits users without one. */
export async function listReadTimes(db: Db, userIds: readonly string[], day: string): Promise<Map<string, Date>> {
  const rows = await db
    .selectFrom('note_analysis')
    .select(['user_id', 'notes_read_at'])
    .where('analysis_date', '=', day)
    .where(sql<boolean>`user_id = any (${[...userIds]}::uuid[])`)
    .execute();
  return new Map(rows.map(({ user_id, notes_read_at }) => [user_id, notes_read_at]));
}

/** The ids of the analyses of a day, by user id. */
export async function findAnalysisIds(
  db: Db,
  userIds: readonly string[],
  day: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('note_analysis')
    .select(['id', 'user_id'])
    .where(sql<boolean>`user_id = any (${[...userIds]}::uuid[])`)
    .where('analysis_date', '=', day)
    .execute();
  return new Map(rows.map(({ id, user_id }) => [user_id, id]));
}

export type NewAnalysis = { id: string; userId: string; findings: Findings; entryCount: number };

/** Stores the analyses of a day of different users, or replaces those that exist. */
export async function upsertAnalyses(
  tx: Tx,
  analyses: readonly NewAnalysis[],
  { day, readAt, now }: { day: string; readAt: Date; now: Date },
): Promise<void> {
  const json = (key: Exclude<keyof Findings, 'summary'>) =>
    sql`${analyses.map(({ findings }) => JSON.stringify(findings[key]))}::jsonb[]`;
  await sql`
    insert into note_analysis (id, user_id, analysis_date, summary, mood_trends, topics, patterns, recommendations,
      insights, entry_count, notes_read_at, created_at, updated_at)
    select id, user_id, ${day}::date, summary, mood_trends, topics, patterns, recommendations, insights, entry_count,
      ${readAt}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    from unnest(${analyses.map(({ id }) => id)}::uuid[], ${analyses.map(({ userId }) => userId)}::uuid[],
      ${analyses.map(({ findings }) => findings.summary)}::text[], ${json('mood_trends')}, ${json('topics')},
      ${json('patterns')}, ${json('recommendations')}, ${json('insights')},
      ${analyses.map(({ entryCount }) => entryCount)}::integer[])
      as given (id, user_id, summary, mood_trends, topics, patterns, recommendations, insights, entry_count)
    on conflict (user_id, analysis_date) do update set
      summary = excluded.summary, mood_trends = excluded.mood_trends, topics = excluded.topics,
      patterns = excluded.patterns, recommendations = excluded.recommendations, insights = excluded.insights,
      entry_count = excluded.entry_count, notes_read_at = excluded.notes_read_at, updated_at = excluded.updated_at`.execute(
    tx,
  );
}

export async function listAnalysesOf(
  db: Db,
  userId: string,
  after: Position | null,
  limit: number,
): Promise<NoteAnalysisRow[]> {
  const query = db.selectFrom('note_analysis').selectAll().where('user_id', '=', userId);
  return query.where(afterCursor(after)).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

export async function findLatestAnalysisOf(db: Db, userId: string): Promise<NoteAnalysisRow | undefined> {
  return db
    .selectFrom('note_analysis')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('analysis_date', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The moods of the days from `from` to `to`, inclusive, oldest first. */
export async function listMoodsOf(
  db: Db,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<Pick<NoteAnalysisRow, 'analysis_date' | 'mood_trends'>[]> {
  return db
    .selectFrom('note_analysis')
    .select(['analysis_date', 'mood_trends'])
    .where('user_id', '=', userId)
    .where('analysis_date', '>=', from)
    .where('analysis_date', '<=', to)
    .orderBy('analysis_date')
    .execute();
}

export async function deleteAnalysesOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('note_analysis').where('user_id', '=', userId).execute();
}

/** The latest analysis of each of these users who has one and consents to drops written from it. */
export async function listLatestAnalyses(db: Db, userIds: readonly string[]): Promise<LatestFindings[]> {
  const { rows } = await sql<LatestFindings>`
    select latest.*
    from profile
    cross join lateral (
      select id, user_id, summary, mood_trends, topics
      from note_analysis where user_id = profile.id
      order by analysis_date desc limit 1
    ) latest
    where profile.id = any (${[...userIds]}::uuid[])
      and read_notes_enabled and check_in_enabled and is_active and not is_ai`.execute(db);
  return rows;
}

/** The findings that a drop is written from. */
export type LatestFindings = Pick<NoteAnalysisRow, 'id' | 'user_id' | 'summary' | 'mood_trends' | 'topics'>;

/** Which of these users have an analysis. */
export async function listAnalyzedUsers(db: Db, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${[...userIds]}::uuid[]) as given (id)
    where exists (select from note_analysis where user_id = given.id)`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Locks analyses against deletion. Returns the ids of those that exist. */
export async function lockAnalyses(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('note_analysis')
    .select('id')
    .where(sql<boolean>`id = any (${[...ids]}::uuid[])`)
    .orderBy('id')
    .forKeyShare()
    .execute();
  return new Set(rows.map(({ id }) => id));
}
