import type { Actor } from '#access/actor.ts';
import { addDays, localDateOf } from '#platform/days/calendar-date.ts';
import { type PageQuery, paginate } from '#platform/http/pagination.ts';
import type { AssistantDeps } from '../deps.ts';
import type { Assistant, NoteAnalysis, TrendQuery, Trends } from './analysis.schema.ts';
import {
  deleteAnalysesOf,
  findLatestAnalysisOf,
  listAnalysesOf,
  listMoodsOf,
  type NoteAnalysisRow,
} from './analysis.store.ts';
import { deleteLeaseOf } from './analysis-lease.store.ts';
import { DAYS_READ, MAX_NOTES } from './notes.rules.ts';
import { trendsOver } from './trend.rules.ts';

type QueryDeps = Pick<AssistantDeps, 'db' | 'clock'>;

const DEFAULT_DAYS = 30;

/** What users need to know before they let the assistant read. */
export function readAssistant({ ai, assistant }: Pick<AssistantDeps, 'ai' | 'assistant'>): Assistant {
  return {
    provider: ai.isConfigured ? { host: assistant.providerHost, model: assistant.textModel } : null,
    days_read: DAYS_READ,
    max_entries_read: MAX_NOTES,
  };
}

/** A page of the actor's analyses, newest first. */
export async function listAnalyses(
  deps: QueryDeps,
  actor: Actor,
  query: PageQuery,
): Promise<{ analyses: NoteAnalysis[]; next_cursor: string | null }> {
  const { rows, next_cursor } = await paginate(query, (after, limit) =>
    listAnalysesOf(deps.db, actor.userId, after, limit),
  );
  return { analyses: rows.map(viewOf), next_cursor };
}

/** The actor's analysis of the latest day; null if there is none. */
export async function readLatestAnalysis(deps: QueryDeps, actor: Actor): Promise<NoteAnalysis | null> {
  const row = await findLatestAnalysisOf(deps.db, actor.userId);
  return row === undefined ? null : viewOf(row);
}

/** The trends over the actor's analyses of the last days up to today (UTC). */
export async function readTrends(deps: QueryDeps, actor: Actor, { days = DEFAULT_DAYS }: TrendQuery): Promise<Trends> {
  const to = localDateOf(deps.clock.now(), 'UTC');
  const span = { from: addDays(to, 1 - days), to };
  const rows = await listMoodsOf(deps.db, actor.userId, span);
  return trendsOver(
    span,
    rows.map(({ analysis_date, mood_trends }) => ({ date: analysis_date, moods: mood_trends })),
  );
}

/** Deletes the actor's analyses. A job that has already read the entries stores no analysis of them. */
export async function deleteAnalyses(deps: QueryDeps, actor: Actor): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    // The lease first: an analysis stored before that is deleted in the next statement.
    await deleteLeaseOf(tx, actor.userId);
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
