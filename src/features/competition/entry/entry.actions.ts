import type { Actor } from '../../../access/actor.ts';
import { type PageQuery, parsePage, toPage, writeCursor } from '../../../platform/http/pagination.ts';
import { lockTemplate, titlesOfPublicTemplates } from '../../lab/index.ts';
import { type CompetitionDeps, factsOf } from '../competition/competition.actions.ts';
import { takesEntries } from '../competition/competition.rules.ts';
import { competitionErrors } from '../competition/competition.schema.ts';
import { findCompetition, shareCompetition } from '../competition/competition.store.ts';
import { pointsOf } from '../scoring/scoring.rules.ts';
import { checkEntry, placesOf } from './entry.rules.ts';
import { type Entry, entryErrors, type LeaderboardPlace, type NewEntry } from './entry.schema.ts';
import { type EntryRow, insertEntry, listRanked, type RankedRow } from './entry.store.ts';

/**
 * Has a public template of the actor's take part, once. Throws `competition.not-found`, one of `entryErrors`, and of the lab
 * `lab.template-not-found`, `lab.not-a-template`, `lab.not-for-classrooms` or `lab.supervision-not-attested`.
 */
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
    if (!takesEntries(factsOf(competition), now)) throw entryErrors.closed();
    const template = await lockTemplate(tx, actor, { id: template_id, isAttested });
    const refusal = checkEntry({ isOwn: template.owner_id === actor.userId, isPublic: template.is_public });
    if (refusal !== null) throw refusal;
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

/** The entries by their scores as they were computed last, the best first. Throws `competition.not-found`. */
export async function readLeaderboard(
  deps: CompetitionDeps,
  competitionId: string,
  query: PageQuery,
): Promise<{ leaderboard: LeaderboardPlace[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  const competition = await findCompetition(deps.db, competitionId);
  if (competition === undefined) throw competitionErrors.notFound();
  const { rows, ...standing } = await listRanked(deps.db, competition.id, after, limit + 1);
  const page = toPage(rows, limit);
  const places = placesOf(
    page.rows.map(({ score }) => score),
    standing,
  );
  const titles = await titlesOfPublicTemplates(
    deps.db,
    page.rows.map(({ template_id }) => template_id),
  );
  const leaderboard = page.rows.map((row, index) => viewOfPlace(row, places[index] ?? 0, titles));
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

function viewOfPlace(row: RankedRow, place: number, titles: ReadonlyMap<string, string>): LeaderboardPlace {
  return {
    place,
    entry_id: row.id,
    template_id: row.template_id,
    title: titles.get(row.template_id) ?? null,
    user: { id: row.user_id, full_name: row.full_name, avatar_url: row.avatar_url },
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
