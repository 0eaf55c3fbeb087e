import type { Actor } from '#access/actor.ts';
import type { Tx } from '#platform/db/database.ts';
import { type PageQuery, parsePage, writeCursor } from '#platform/http/pagination.ts';
import type { Output } from '../calculator/calculator.schema.ts';
import { outputsToStore } from '../calculator/output.rules.ts';
import type { LabDeps } from '../deps.ts';
import { type PredictedValues, templateErrors } from '../template/template.schema.ts';
import { lockVisibleTemplate, type TemplateRow } from '../template/template.store.ts';
import { requireVisibleTemplate } from '../template/template-access.actions.ts';
import { confirms, isAnomaly, type ReplicationSummary, summarizeReplications } from './replication.rules.ts';
import { type NewReplication, type Replication, replicationErrors } from './replication.schema.ts';
import {
  insertReplication,
  listReplicationsOf,
  listValues,
  type ReplicationRow,
  updateSummary,
  updateValues,
} from './replication.store.ts';

/** Stores the actor's replication of a template and updates the summary of the template in the same transaction. */
export async function replicateTemplate(
  deps: Pick<LabDeps, 'db' | 'clock' | 'ids'>,
  actor: Actor,
  id: string,
  { outputs }: NewReplication,
): Promise<Replication> {
  return deps.db.transaction().execute(async (tx) => {
    const template = await lockVisibleTemplate(tx, actor.userId, id);
    if (template === undefined) throw templateErrors.notFound();
    const prediction = requirePrediction(actor, template);
    const now = deps.clock.now();
    const replication = {
      id: deps.ids.next(),
      templateId: template.id,
      userId: actor.userId,
      outputs: outputsToStore(outputs),
      now,
    };
    const row = await insertReplication(tx, replication, prediction);
    if (row === undefined) throw replicationErrors.alreadyReplicated();
    if (row.value === null) throw replicationErrors.nothingToCompare();
    return viewOf(row, prediction, await refreshSummary(tx, template.id, prediction, now));
  });
}

/** Lists the replications of a template, newest first. */
export async function listReplications(
  deps: LabDeps,
  actor: Actor,
  id: string,
  query: PageQuery,
): Promise<{ replications: Replication[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  const template = await requireVisibleTemplate(deps.db, actor, id);
  const { rows, hasMore } = await listReplicationsOf(deps.db, template.id, after, limit);
  const last = rows.at(-1);
  const next = hasMore && last ? { createdAt: last.created_at, id: last.id } : null;
  const { replication_mean: mean, replication_deviation: deviation } = template;
  const prediction = firstOutputOf(template.predicted_values);
  const replications = rows.map((row) => viewOf(row, prediction, { mean, deviation }));
  return { replications, next_cursor: writeCursor(next) };
}

/** Compares all replications with another prediction. The template must be locked. */
export async function applyPrediction(
  tx: Tx,
  templateId: string,
  predicted: PredictedValues,
  now: Date,
): Promise<void> {
  const prediction = firstOutputOf(predicted);
  if (prediction === null) throw new Error('A prediction needs an output.');
  await updateValues(tx, templateId, prediction);
  await refreshSummary(tx, templateId, prediction, now);
}

async function refreshSummary(tx: Tx, templateId: string, { value }: Output, now: Date): Promise<ReplicationSummary> {
  const summary = summarizeReplications(await listValues(tx, templateId), value);
  await updateSummary(tx, templateId, summary, now);
  return summary;
}

function requirePrediction(actor: Actor, template: TemplateRow): Output {
  if (!template.is_template) throw templateErrors.notATemplate();
  if (template.owner_id === actor.userId) throw replicationErrors.ownTemplate();
  const prediction = firstOutputOf(template.predicted_values);
  if (prediction === null) throw replicationErrors.nothingPredicted();
  return prediction;
}

const firstOutputOf = (predicted: PredictedValues | null) => predicted?.outputs[0] ?? null;

function viewOf(
  row: ReplicationRow,
  prediction: Output | null,
  summary: Pick<ReplicationSummary, 'mean' | 'deviation'>,
): Replication {
  const { value } = row;
  return {
    id: row.id,
    template_id: row.template_id,
    user_id: row.user_id,
    outputs: row.outputs,
    value,
    confirms: value === null || prediction === null ? null : confirms(value, prediction.value),
    is_anomaly: value !== null && isAnomaly(value, summary),
    created_at: row.created_at.toISOString(),
  };
}
