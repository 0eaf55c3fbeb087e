import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#features/account';
import type { LabDeps } from '../deps.ts';
import { viewOfTemplate } from '../template/template.actions.ts';
import type { GradeBand, SafetyLevel, Template } from '../template/template.schema.ts';
import { updateTemplate } from '../template/template.store.ts';
import { lockTemplateForReview } from '../template/template-access.actions.ts';
import { type Promotion, type SafetyChange, safetyErrors } from './safety.schema.ts';

/** Approves a template for classrooms from a grade band. */
export async function promoteToClassroom(
  deps: LabDeps,
  actor: Actor,
  id: string,
  { min_grade_band, updated_at }: Promotion,
): Promise<Template> {
  return setSafety(deps, actor, id, {
    action: 'lab.promote-to-classroom',
    level: 'classroom_safe',
    bandAfter: () => min_grade_band,
    reviewedAt: updated_at,
  });
}

/** Changes the safety level of a template. `adult_only` removes the grade band. Copies keep their safety level. */
export async function changeSafetyLevel(
  deps: LabDeps,
  actor: Actor,
  id: string,
  { safety_level }: SafetyChange,
): Promise<Template> {
  return setSafety(deps, actor, id, {
    action: 'lab.change-safety-level',
    level: safety_level,
    bandAfter: (before) => (safety_level === 'adult_only' ? null : before),
  });
}

type SafetyDecision = {
  /** The action in the audit log. */
  action: string;
  level: SafetyLevel;
  bandAfter: (before: GradeBand | null) => GradeBand | null;
  /** The `updated_at` of the reviewed version. */
  reviewedAt?: string | undefined;
};

async function setSafety(
  deps: LabDeps,
  actor: Actor,
  id: string,
  { action, level, bandAfter, reviewedAt }: SafetyDecision,
): Promise<Template> {
  return deps.db.transaction().execute(async (tx) => {
    const before = await lockTemplateForReview(tx, id);
    if (reviewedAt !== undefined && Date.parse(reviewedAt) !== before.updated_at.getTime())
      throw safetyErrors.templateChanged();
    const values = { safety_level: level, min_grade_band: bandAfter(before.min_grade_band) };
    await recordAudit(deps, tx, actor, {
      action,
      subjectType: 'lab_template',
      subjectIds: [before.id],
      details: { from: before.safety_level, to: level, min_grade_band: values.min_grade_band },
    });
    return viewOfTemplate(await updateTemplate(tx, before.id, values, deps.clock.now()));
  });
}
