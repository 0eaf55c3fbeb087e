import type { Actor } from '#access/actor.ts';
import { listPublicTitles, lockUsableTemplate } from '#features/lab';
import { type PageQuery, parsePage, toPage, writeCursor } from '#platform/http/pagination.ts';
import { factsOf } from '../competition/competition.actions.ts';
import { isOpenForEntries } from '../competition/competition.rules.ts';
import { competitionErrors } from '../competition/competition.schema.ts';
import { findCompetition, shareCompetition } from '../competition/competition.store.ts';
import type { CompetitionDeps } from '../deps.ts';
import { checkEntry, pointsOf, ranksOf } from './entry.rules.ts';
import { type Entry, entryErrors, type NewEntry, type RankedEntry } from './entry.schema.ts';
import { type EntryRow, insertEntry, listRanked, type RankedRow } from './entry.store.ts';

/** Enters a public template of the actor into a competition, once. */
export async function enterTemplate(
  deps: CompetitionDeps,
  actor: Actor,
  competitionId: string,
  { template_id, attested: isAttested = false }: NewEntry,
): Promise<Entry> {
  const entry = await deps.db.transaction().execute(async (tx) => {
    const competition = await shareCompetition(tx, competitionId);
    if (competition === undefined) throw competitionErrors.notFound();
    const now = deps.clock.now();
    if (!isOpenForEntries(factsOf(competition), now)) throw entryErrors.closed();
    const template = await lockUsableTemplate(tx, actor, { id: template_id, isAttested });
    checkEntry({ isOwn: template.owner_id === actor.userId, isPublic: template.is_public });
    return insertEntry(tx, {
      id: deps.ids.next(),
      competitionId: competition.id,
      templateId: template.id,
      userId: actor.userId,
      now,
    });
  });
  if (entry === undefined) throw entryErrors.alreadyEntered();
  return viewOf(entry);
}

/** Lists the entries by their last computed score, best first. */
export async function readLeaderboard(
  deps: CompetitionDeps,
  competitionId: string,
  query: PageQuery,
): Promise<{ leaderboard: RankedEntry[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  const { page, offset, titles } = await deps.read(async (db) => {
    const competition = await findCompetition(db, competitionId);
    if (competition === undefined) throw competitionErrors.notFound();
    const { rows, ...offset } = await listRanked(db, competition.id, after, limit + 1);
    const page = toPage(rows, limit);
    const templateIds = page.rows.map(({ template_id }) => template_id);
    return { page, offset, titles: await listPublicTitles(db, templateIds) };
  });
  const ranks = ranksOf(
    page.rows.map(({ score }) => score),
    offset,
  );
  const leaderboard = page.rows.map((row, index) => viewOfRanked(row, ranks[index] ?? 0, titles));
  return { leaderboard, next_cursor: writeCursor(page.next) };
}

function viewOf(row: EntryRow): Entry {
  return {
    id: row.id,
    competition_id: row.competition_id,
    template_id: row.template_id,
    user_id: row.user_id,
    score: pointsOf(row.score),
    created_at: row.created_at.toISOString(),
  };
}

function viewOfRanked(row: RankedRow, rank: number, titles: ReadonlyMap<string, string>): RankedEntry {
  return {
    place: rank,
    entry_id: row.id,
    template_id: row.template_id,
    title: titles.get(row.template_id) ?? null,
    user: { id: row.user_id, full_name: row.full_name, avatar_url: row.avatar_url, is_ai: row.is_ai },
    score: pointsOf(row.score),
    counts: {
      clone: row.clones,
      completion: row.completions,
      replication_confirmed: row.confirmations,
      replication_refuted: row.refutations,
      build: row.builds,
    },
    created_at: row.created_at.toISOString(),
  };
}
