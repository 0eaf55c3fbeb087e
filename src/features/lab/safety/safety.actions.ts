import type { Actor } from '../../../access/actor.ts';
import { recordAudit } from '../../account/index.ts';
import { type LabDeps, viewOfTemplate } from '../template/template.actions.ts';
import { type GradeBand, type SafetyLevel, type Template, templateErrors } from '../template/template.schema.ts';
import { lockTemplate, updateTemplate } from '../template/template.store.ts';
import { type Promotion, type SafetyChange, safetyErrors } from './safety.schema.ts';

/**
 * Lets classrooms do an experiment, from these grades on. That is written down. Throws `lab.template-not-found`,
 * `lab.not-a-template`, or `lab.template-changed` where it is not any more what was looked at.
 */
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
    seenAt: updated_at,
  });
}

/**
 * Says for whom an experiment is; for adults alone it has no grades. Copies that exist stay. That is written down. Throws
 * `lab.template-not-found` or `lab.not-a-template`.
 */
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
  action: string;
  level: SafetyLevel;
  bandAfter: (before: GradeBand | null) => GradeBand | null;
  /** When the template had been changed last as it was looked at. */
  seenAt?: string | undefined;
};

async function setSafety(
  deps: LabDeps,
  actor: Actor,
  id: string,
  { action, level, bandAfter, seenAt }: SafetyDecision,
): Promise<Template> {
  return deps.db.transaction().execute(async (tx) => {
    const before = await lockTemplate(tx, id);
    if (before === undefined) throw templateErrors.notFound();
    if (!before.is_template) throw templateErrors.notATemplate();
    if (seenAt !== undefined && Date.parse(seenAt) !== before.updated_at.getTime())
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
