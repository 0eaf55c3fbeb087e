import type { Actor } from '../../platform/http/actor.ts';
import { recordAudit } from '../account/index.ts';
import type { Promotion, SafetyChange } from './safety.schema.ts';
import { type LabDeps, viewOfTemplate } from './template.actions.ts';
import { type GradeBand, type SafetyLevel, type Template, templateErrors } from './template.schema.ts';
import { lockTemplate, updateTemplate } from './template.store.ts';

/**
 * Lets classrooms do an experiment, from these grades on. That is written down. Throws `lab.template-not-found` or
 * `lab.not-a-template`.
 */
export async function promoteToClassroom(
  deps: LabDeps,
  actor: Actor,
  id: string,
  { min_grade_band }: Promotion,
): Promise<Template> {
  return setSafety(deps, actor, id, 'lab.promote-to-classroom', 'classroom_safe', () => min_grade_band);
}

/**
 * Says for whom an experiment is; for adults alone it has no grades. Copies that exist stay. That is written down. Throws as
 * `promoteToClassroom` does.
 */
export async function changeSafetyLevel(
  deps: LabDeps,
  actor: Actor,
  id: string,
  { safety_level }: SafetyChange,
): Promise<Template> {
  const bandAfter = (before: GradeBand | null) => (safety_level === 'adult_only' ? null : before);
  return setSafety(deps, actor, id, 'lab.change-safety-level', safety_level, bandAfter);
}

async function setSafety(
  deps: LabDeps,
  actor: Actor,
  id: string,
  action: string,
  level: SafetyLevel,
  bandAfter: (before: GradeBand | null) => GradeBand | null,
): Promise<Template> {
  return deps.db.transaction().execute(async (tx) => {
    const before = await lockTemplate(tx, id);
    if (before === undefined) throw templateErrors.notFound();
    if (!before.is_template) throw templateErrors.notATemplate();
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
