import type { Actor } from '../../access/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import { addDays, localDateOf } from '../../platform/days/calendar-date.ts';
import type { Db } from '../../platform/db/database.ts';
import { type PageQuery, parsePage, toPage, writeCursor } from '../../platform/http/pagination.ts';
import type { NoteAnalysis, TrendQuery, Trends } from './analysis.schema.ts';
import {
  deleteAnalysesOf,
  findLatestAnalysisOf,
  listAnalysesOf,
  listMoodsOf,
  type NoteAnalysisRow,
} from './analysis.store.ts';
import { deleteClaimOf } from './claim.store.ts';
import { trendsOver } from './trend.rules.ts';

export type ReadingDeps = { db: Db; clock: Clock };

const DEFAULT_DAYS = 30;

/** The actor's own analyses, newest first. */
export async function listAnalyses(
  deps: ReadingDeps,
  actor: Actor,
  query: PageQuery,
): Promise<{ analyses: NoteAnalysis[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  const page = toPage(await listAnalysesOf(deps.db, actor.userId, after, limit + 1), limit);
  return { analyses: page.rows.map(viewOf), next_cursor: writeCursor(page.next) };
}

/** The actor's analysis of the latest day; null where there is none. */
export async function readLatestAnalysis(deps: ReadingDeps, actor: Actor): Promise<NoteAnalysis | null> {
  const row = await findLatestAnalysisOf(deps.db, actor.userId);
  return row === undefined ? null : viewOf(row);
}

/** What the actor's analyses of so many days up to today (UTC) come to. */
export async function readTrends(
  deps: ReadingDeps,
  actor: Actor,
  { days = DEFAULT_DAYS }: TrendQuery,
): Promise<Trends> {
  const to = localDateOf(deps.clock.now(), 'UTC');
  const span = { from: addDays(to, 1 - days), to };
  const rows = await listMoodsOf(deps.db, actor.userId, span);
  return trendsOver(
    span,
    rows.map(({ analysis_date, mood_trends }) => ({ date: analysis_date, moods: mood_trends })),
  );
}

/** Erases the actor's analyses, and what a job is about to store of notes that it has read before. */
export async function eraseAnalyses(deps: ReadingDeps, actor: Actor): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    // First the claim: what a job stores until it is gone is among what is deleted then.
    await deleteClaimOf(tx, actor.userId);
    await deleteAnalysesOf(tx, actor.userId);
  });
}

function viewOf(row: NoteAnalysisRow): NoteAnalysis {
  return {
    id: row.id,
    user_id: row.user_id,
    analysis_date: row.analysis_date,
    summary: row.summary,
    mood_trends: row.mood_trends,
    topics: row.topics,
    patterns: row.patterns,
    recommendations: row.recommendations,
    insights: row.insights,
    entry_count: row.entry_count,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
