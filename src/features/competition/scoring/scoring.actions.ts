import type { Actor } from '../../../access/actor.ts';
import { chunk } from '../../../platform/chunk.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { collectErrors } from '../../../platform/jobs/collect-errors.ts';
import type { Logger } from '../../../platform/log.ts';
import { recordAudit } from '../../account/index.ts';
import { talliesOfTemplates } from '../../lab/index.ts';
import { auditEventOn, type CompetitionDeps, factsOf, viewOfCompetition } from '../competition/competition.actions.ts';
import { isScoredBySchedule } from '../competition/competition.rules.ts';
import { type Competition, competitionErrors } from '../competition/competition.schema.ts';
import {
  type CompetitionRow,
  listCompetitionsToScore,
  lockCompetition,
  updateLastScored,
} from '../competition/competition.store.ts';
import { lockEntries, updateScores } from '../entry/entry.store.ts';
import { scoreOf } from './scoring.rules.ts';
import type { RecomputeRun } from './scoring.schema.ts';

export type ScoringDeps = CompetitionDeps & { log: Logger };

/** So many entries are counted by one statement. */
const PORTION = 1_000;

/** Scores all entries of a competition anew, whatever its state. It is written down. Throws `competition.not-found`. */
export async function recomputeCompetition(deps: CompetitionDeps, actor: Actor, id: string): Promise<Competition> {
  const competition = await deps.db.transaction().execute(async (tx) => {
    const locked = await lockCompetition(tx, id);
    if (locked === undefined) throw competitionErrors.notFound();
    const scored = await scoreEntries(deps, tx, locked);
    await recordAudit(deps, tx, actor, auditEventOn(scored, 'recompute'));
    return scored;
  });
  return viewOfCompetition(competition);
}

/**
 * Scores every active competition that is open for entry, each in one transaction. The next run makes up for an interrupted
 * one.
 */
export async function recomputeCompetitions(deps: ScoringDeps): Promise<RecomputeRun> {
  const results = noResults();
  for (const id of await listCompetitionsToScore(deps.db)) await scoreBySchedule(deps, id, results);
  return { success: true, message: `${results.competitions} competitions were scored.`, results };
}

async function scoreBySchedule(deps: ScoringDeps, id: string, results: RecomputeRun['results']): Promise<void> {
  try {
    const isScored = await deps.db.transaction().execute(async (tx) => {
      const locked = await lockCompetition(tx, id);
      if (locked === undefined || !isScoredBySchedule(factsOf(locked))) return false;
      await scoreEntries(deps, tx, locked);
      return true;
    });
    if (isScored) results.competitions += 1;
  } catch (error) {
    deps.log.error({ err: error, competition_id: id }, 'a competition could not be scored');
    results.failed += 1;
    collectErrors(results.errors, `${id}: the scores could not be stored; the next run tries again.`);
  }
}

/** The competition is locked, so nothing is entered and nobody else scores it meanwhile. */
async function scoreEntries(deps: CompetitionDeps, tx: Tx, competition: CompetitionRow): Promise<CompetitionRow> {
  const { id, scoring_config: config, starts_at: from, ends_at: until } = competition;
  for (const entries of chunk(await lockEntries(tx, id), PORTION)) {
    const templateIds = entries.map(({ templateId }) => templateId);
    const tallies = await talliesOfTemplates(tx, templateIds, { from, until });
    const countsOf = new Map(tallies.map((tally) => [tally.templateId, countsIn(tally)]));
    const scores = entries.flatMap((entry) => {
      const counts = countsOf.get(entry.templateId);
      return counts === undefined ? [] : { id: entry.id, counts, score: scoreOf(config, counts) };
    });
    await updateScores(tx, scores);
  }
  return updateLastScored(tx, id, deps.clock.now());
}

type SenderStats = Awaited<ReturnType<typeof talliesOfTemplates>>[number];

function countsIn({ clones, completions, confirmations, refutations, builds }: SenderStats) {
  return {
    clone: clones,
    completion: completions,
    replication_confirmed: confirmations,
    replication_refuted: refutations,
    build: builds,
  };
}

function noResults(): RecomputeRun['results'] {
  return { competitions: 0, failed: 0, errors: [] };
}
