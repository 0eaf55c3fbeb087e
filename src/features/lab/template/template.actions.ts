import type { Actor } from '#access/actor.ts';
import { requireVerifiedAddress } from '#access/verified-address.ts';
import { parsePage, writeCursor } from '#platform/http/pagination.ts';
import { outputsToStore } from '../calculator/output.rules.ts';
import type { LabDeps } from '../deps.ts';
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
  insertTemplate,
  isReplicated,
  listVisibleTemplates,
  lockOwnTemplate,
  type TemplateFilter,
  type TemplateRow,
  type TemplateValues,
  updateTemplate,
} from './template.store.ts';
import { requireVisibleTemplate } from './template-access.actions.ts';

/** Lists the actor's own templates and copies and the public templates that match the query, newest first. */
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

export async function readTemplate(deps: LabDeps, actor: Actor, id: string): Promise<Template> {
  return viewOfTemplate(await requireVisibleTemplate(deps.db, actor, id));
}

/** Creates a template of the actor with the safety level `adult_only`. */
export async function createTemplate(
  deps: Pick<LabDeps, 'db' | 'clock' | 'ids'>,
  actor: Actor,
  input: NewTemplate,
): Promise<Template> {
  const { title, description = '', steps, predicted_values = null, is_template = true, is_public = false } = input;
  if (is_public) requireVerifiedAddress(actor);
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
 * Changes the completed steps of a copy, or any other field of a template. A changed text or prediction resets the safety level
 * to `adult_only`.
 */
export async function changeTemplate(
  deps: LabDeps,
  actor: Actor,
  id: string,
  change: TemplateChange,
): Promise<Template> {
  if (change.is_public === true) requireVerifiedAddress(actor);
  const now = deps.clock.now();
  const changed = await deps.db.transaction().execute(async (tx) => {
    const before = await lockOwnTemplate(tx, actor.userId, id);
    if (before === undefined) return undefined;
    const facts = factsOf(before, await isReplicated(tx, before.id));
    checkChange(facts, change);
    return updateTemplate(tx, before.id, valuesOf(facts, change, now), now);
  });
  if (changed === undefined) {
    await requireVisibleTemplate(deps.db, actor, id);
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

function factsOf(row: TemplateRow, hasReplications: boolean): TemplateFacts {
  return {
    title: row.title,
    description: row.description,
    steps: row.steps,
    predictedValues: row.predicted_values,
    safetyLevel: row.safety_level,
    completedSteps: row.completed_steps,
    completedAt: row.completed_at,
    isReplicated: hasReplications,
  };
}

function valuesOf(facts: TemplateFacts, change: TemplateChange, now: Date): TemplateValues {
  const { title, description, steps, predicted_values, is_template, is_public, completed_steps } = change;
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(steps !== undefined && { steps: stepsToStore(steps) }),
    // An unchanged prediction can be a golden spec, whose calculator and inputs are not part of the request.
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

function predictionToStore(predicted: Pick<PredictedValues, 'outputs'> | null): PredictedValues | null {
  return predicted && { outputs: outputsToStore(predicted.outputs) };
}
