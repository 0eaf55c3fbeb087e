import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#features/account';
import { computeTemplateStats, type TemplateStats } from '#features/lab';
import { chunk } from '#platform/chunk.ts';
import type { Tx } from '#platform/db/database.ts';
import { collectErrors } from '#platform/jobs/collect-errors.ts';
import { auditEventOn, factsOf, viewOfCompetition } from '../competition/competition.actions.ts';
import { isScoredByJob } from '../competition/competition.rules.ts';
import { type Competition, competitionErrors } from '../competition/competition.schema.ts';
import {
  type CompetitionRow,
  listCompetitionsToScore,
  lockCompetition,
  updateLastScored,
} from '../competition/competition.store.ts';
import type { CompetitionDeps } from '../deps.ts';
import type { Counts } from '../entry/entry.schema.ts';
import { lockEntries, updateScores } from '../entry/entry.store.ts';
import { scoreOf } from './scoring.rules.ts';
import type { RecomputeRun } from './scoring.schema.ts';

/** Entries counted by one statement. */
const BATCH_SIZE = 1_000;

/** Scores all entries of a competition in any state. */
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

/** Scores each active competition that is open for entries, in one transaction each. The next run continues an interrupted one. */
export async function recomputeCompetitions(deps: CompetitionDeps): Promise<RecomputeRun> {
  const results: RecomputeRun['results'] = { competitions: 0, failed: 0, errors: [] };
  for (const id of await listCompetitionsToScore(deps.db)) await scoreByJob(deps, id, results);
  return { success: true, message: `${results.competitions} competitions were scored.`, results };
}

async function scoreByJob(deps: CompetitionDeps, id: string, results: RecomputeRun['results']): Promise<void> {
  try {
    const isScored = await deps.db.transaction().execute(async (tx) => {
      const locked = await lockCompetition(tx, id);
      if (locked === undefined || !isScoredByJob(factsOf(locked))) return false;
      await scoreEntries(deps, tx, locked);
      return true;
    });
    if (isScored) results.competitions += 1;
  } catch (error) {
    deps.log.error(
      { event: 'competition.scoring-failed', err: error, competition_id: id },
      'a competition was not scored',
    );
    results.failed += 1;
    collectErrors(results.errors, `${id}: the scores were not stored. The next run retries.`);
  }
}

/** The competition must be locked, so that no template is entered meanwhile. */
async function scoreEntries(deps: CompetitionDeps, tx: Tx, competition: CompetitionRow): Promise<CompetitionRow> {
  const { id, scoring_config: config, starts_at: from, ends_at: until } = competition;
  for (const entries of chunk(await lockEntries(tx, id), BATCH_SIZE)) {
    const templateIds = entries.map(({ templateId }) => templateId);
    const stats = await computeTemplateStats(tx, templateIds, { from, until });
    const countsOf = new Map(stats.map((one) => [one.templateId, countsIn(one)]));
    const scores = entries.flatMap((entry) => {
      const counts = countsOf.get(entry.templateId);
      return counts === undefined ? [] : { id: entry.id, counts, score: scoreOf(config, counts) };
    });
    await updateScores(tx, scores);
  }
  return updateLastScored(tx, id, deps.clock.now());
}

function countsIn({ clones, completions, confirmations, refutations, builds }: TemplateStats): Counts {
  return {
    clone: clones,
    completion: completions,
    replication_confirmed: confirmations,
    replication_refuted: refutations,
    build: builds,
  };
}
