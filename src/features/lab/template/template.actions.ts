import type { Actor } from '../../../access/actor.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import { parsePage, writeCursor } from '../../../platform/http/pagination.ts';
import type { Ids } from '../../../platform/ids.ts';
import { requireMeasurable } from '../calculator/output.rules.ts';
import { existsReplication } from '../replication/replication.store.ts';
import {
  changesPrediction,
  checkChange,
  completionOf,
  needsNewReview,
  progressOf,
  type TemplateFacts,
} from './template.rules.ts';
import {
  type NewTemplate,
  type PredictedValues,
  type Step,
  type Template,
  type TemplateChange,
  type TemplateQuery,
  templateErrors,
} from './template.schema.ts';
import {
  findVisibleTemplate,
  insertTemplate,
  listVisibleTemplates,
  lockTemplateOf,
  type TemplateFilter,
  type TemplateRow,
  type TemplateValues,
  updateTemplate,
} from './template.store.ts';

export type LabDeps = { db: Db; clock: Clock; ids: Ids };

/** The actor's own experiments and the templates that are public, as far as they fit the query; newest first. */
export async function listTemplates(
  deps: LabDeps,
  actor: Actor,
  query: TemplateQuery,
): Promise<{ templates: Template[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  const filter: TemplateFilter = {
    scope: query.scope ?? 'all',
    isForClassrooms: query.audience === 'classroom',
    after,
  };
  const { rows, hasMore } = await listVisibleTemplates(deps.db, actor.userId, filter, limit);
  const last = rows.at(-1);
  const next = hasMore && last ? { createdAt: last.created_at, id: last.id } : null;
  return { templates: rows.map(viewOfTemplate), next_cursor: writeCursor(next) };
}

/** Throws `lab.template-not-found`. */
export async function readTemplate(deps: LabDeps, actor: Actor, id: string): Promise<Template> {
  const template = await findVisibleTemplate(deps.db, actor.userId, id);
  if (template === undefined) throw templateErrors.notFound();
  return viewOfTemplate(template);
}

/**
 * Stores a template of the actor's, private and for adults unless somebody says otherwise. Throws `lab.number-too-small`.
 */
export async function createTemplate(deps: LabDeps, actor: Actor, input: NewTemplate): Promise<Template> {
  const { title, description = '', steps, predicted_values = null, is_template = true, is_public = false } = input;
  const template = await insertTemplate(deps.db, {
    id: deps.ids.next(),
    ownerId: actor.userId,
    title,
    description,
    steps: stepsToStore(steps),
    predictedValues: predictionToStore(predicted_values),
    isTemplate: is_template,
    isPublic: is_public,
    now: deps.clock.now(),
  });
  return viewOfTemplate(template);
}

/**
 * Changes what the owner names: of a copy how many steps are done, of anything else all the rest. Other words are for adults
 * until they have been looked at again. Throws `lab.template-not-found`, `lab.not-owner`, `lab.not-a-clone`,
 * `lab.clone-is-fixed`, `lab.no-such-step`, `lab.prediction-tested`, or `lab.number-too-small`.
 */
export async function changeTemplate(
  deps: LabDeps,
  actor: Actor,
  id: string,
  change: TemplateChange,
): Promise<Template> {
  const now = deps.clock.now();
  const changed = await deps.db.transaction().execute(async (tx) => {
    const before = await lockTemplateOf(tx, actor.userId, id);
    if (before === undefined) return undefined;
    const facts = factsOf(before, await existsReplication(tx, before.id));
    const refusal = checkChange(facts, change);
    if (refusal !== null) throw refusal;
    return updateTemplate(tx, before.id, valuesOf(facts, change, now), now);
  });
  if (changed === undefined) {
    await readTemplate(deps, actor, id);
    throw templateErrors.notOwner();
  }
  return viewOfTemplate(changed);
}

export function viewOfTemplate(row: TemplateRow): Template {
  const { completed_steps: completed, completed_at } = row;
  return {
    id: row.id,
    owner_id: row.owner_id,
    title: row.title,
    description: row.description,
    steps: row.steps,
    predicted_values: row.predicted_values,
    is_template: row.is_template,
    is_public: row.is_public,
    safety_level: row.safety_level,
    min_grade_band: row.min_grade_band,
    cloned_from: row.cloned_from,
    progress: completed === null ? null : progressOf(completed, row.steps.length, completed_at),
    replications: row.replications,
    confirmations: row.confirmations,
    is_robust: row.is_robust,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function factsOf(row: TemplateRow, isTested: boolean): TemplateFacts {
  return {
    title: row.title,
    description: row.description,
    steps: row.steps,
    predictedValues: row.predicted_values,
    safetyLevel: row.safety_level,
    completedSteps: row.completed_steps,
    completedAt: row.completed_at,
    isTested,
  };
}

function valuesOf(facts: TemplateFacts, change: TemplateChange, now: Date): TemplateValues {
  const { title, description, steps, predicted_values, is_template, is_public, completed_steps } = change;
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(steps !== undefined && { steps: stepsToStore(steps) }),
    // What is sent back as it was may be a golden spec, whose inputs it does not name.
    ...(predicted_values !== undefined &&
      changesPrediction(facts, change) && { predicted_values: predictionToStore(predicted_values) }),
    ...(is_template !== undefined && { is_template }),
    ...(is_public !== undefined && { is_public }),
    ...(needsNewReview(facts, change) && { safety_level: 'adult_only', min_grade_band: null }),
    ...(completed_steps !== undefined && {
      completed_steps,
      completed_at: completionOf(facts, completed_steps, now),
    }),
  };
}

const stepsToStore = (steps: readonly Step[]) => steps.map(({ title, instructions }) => ({ title, instructions }));

/** Only what an output has: other keys of a body are not stored. Throws `lab.number-too-small`. */
export function predictionToStore(predicted: Pick<PredictedValues, 'outputs'> | null): PredictedValues | null {
  return predicted && { outputs: outputsToStore(predicted.outputs) };
}

/** As `predictionToStore`. Throws `lab.number-too-small`. */
export function outputsToStore(outputs: PredictedValues['outputs']): PredictedValues['outputs'] {
  requireMeasurable(outputs.map(({ value }) => value));
  return outputs.map(({ label, value, unit }) => ({ label, value, unit }));
}
