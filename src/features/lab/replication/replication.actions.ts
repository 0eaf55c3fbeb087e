import type { Actor } from '../../../access/actor.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { type PageQuery, parsePage, writeCursor } from '../../../platform/http/pagination.ts';
import type { Output } from '../calculator/output.schema.ts';
import { type LabDeps, outputsToStore } from '../template/template.actions.ts';
import { type PredictedValues, templateErrors } from '../template/template.schema.ts';
import { findVisibleTemplate, lockVisibleTemplate, type TemplateRow } from '../template/template.store.ts';
import { confirms, isAnomaly, type Judgement, judgeReplications } from './replication.rules.ts';
import { type NewReplication, type Replication, replicationErrors } from './replication.schema.ts';
import {
  insertReplication,
  listReplicationsOf,
  listValues,
  type ReplicationRow,
  updateJudgement,
  updateValues,
} from './replication.store.ts';

/**
 * Keeps what the actor has measured, once, and judges the template anew in the same moment. Throws `lab.template-not-found`,
 * `lab.not-a-template`, `lab.number-too-small`, or one of `replicationErrors`.
 */
export async function replicateTemplate(
  deps: LabDeps,
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
    return viewOf(row, prediction, await judge(tx, template.id, prediction, now));
  });
}

/** What people have measured, newest first, each as it stands among all. Throws `lab.template-not-found`. */
export async function listReplications(
  deps: LabDeps,
  actor: Actor,
  id: string,
  query: PageQuery,
): Promise<{ replications: Replication[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  const template = await findVisibleTemplate(deps.db, actor.userId, id);
  if (template === undefined) throw templateErrors.notFound();
  const { rows, hasMore } = await listReplicationsOf(deps.db, template.id, after, limit);
  const last = rows.at(-1);
  const next = hasMore && last ? { createdAt: last.created_at, id: last.id } : null;
  const { replication_mean: mean, replication_deviation: deviation } = template;
  const prediction = firstOf(template.predicted_values);
  const replications = rows.map((row) => viewOf(row, prediction, { mean, deviation }));
  return { replications, next_cursor: writeCursor(next) };
}

/** Judges all replications by another prediction. The template is locked. */
export async function judgeByPrediction(
  tx: Tx,
  templateId: string,
  predicted: PredictedValues,
  now: Date,
): Promise<void> {
  const prediction = firstOf(predicted);
  if (prediction === null) throw new Error('A prediction has outputs.');
  await updateValues(tx, templateId, prediction);
  await judge(tx, templateId, prediction, now);
}

async function judge(tx: Tx, templateId: string, { value }: Output, now: Date): Promise<Judgement> {
  const judgement = judgeReplications(await listValues(tx, templateId), value);
  await updateJudgement(tx, templateId, judgement, now);
  return judgement;
}

function requirePrediction(actor: Actor, template: TemplateRow): Output {
  if (!template.is_template) throw templateErrors.notATemplate();
  if (template.owner_id === actor.userId) throw replicationErrors.ownTemplate();
  const prediction = firstOf(template.predicted_values);
  if (prediction === null) throw replicationErrors.nothingPredicted();
  return prediction;
}

const firstOf = (predicted: PredictedValues | null) => predicted?.outputs[0] ?? null;

function viewOf(
  row: ReplicationRow,
  prediction: Output | null,
  judgement: Pick<Judgement, 'mean' | 'deviation'>,
): Replication {
  const { value } = row;
  return {
    id: row.id,
    template_id: row.template_id,
    user_id: row.user_id,
    outputs: row.outputs,
    value,
    confirms: value === null || prediction === null ? null : confirms(value, prediction.value),
    is_anomaly: value !== null && isAnomaly(value, judgement),
    created_at: row.created_at.toISOString(),
  };
}
