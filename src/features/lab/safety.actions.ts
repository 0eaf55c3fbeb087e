import type { Actor } from '../../platform/http/actor.ts';
import { recordAudit } from '../account/index.ts';
import { type Promotion, type SafetyChange, safetyErrors } from './safety.schema.ts';
import { type LabDeps, viewOfTemplate } from './template.actions.ts';
import { type GradeBand, type SafetyLevel, type Template, templateErrors } from './template.schema.ts';
import { lockTemplate, type TemplateRow, updateTemplate } from './template.store.ts';

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
  const bandAfter = (before: TemplateRow) => {
    if (updated_at !== undefined && Date.parse(updated_at) !== before.updated_at.getTime()) {
      throw safetyErrors.templateChanged();
    }
    return min_grade_band;
  };
  return setSafety(deps, actor, id, 'lab.promote-to-classroom', 'classroom_safe', bandAfter);
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
  const bandAfter = (before: TemplateRow) => (safety_level === 'adult_only' ? null : before.min_grade_band);
  return setSafety(deps, actor, id, 'lab.change-safety-level', safety_level, bandAfter);
}

async function setSafety(
  deps: LabDeps,
  actor: Actor,
  id: string,
  action: string,
  level: SafetyLevel,
  bandAfter: (before: TemplateRow) => GradeBand | null,
): Promise<Template> {
  return deps.db.transaction().execute(async (tx) => {
    const before = await lockTemplate(tx, id);
    if (before === undefined) throw templateErrors.notFound();
    if (!before.is_template) throw templateErrors.notATemplate();
    const values = { safety_level: level, min_grade_band: bandAfter(before) };
    await recordAudit(deps, tx, actor, {
      action,
      subjectType: 'lab_template',
      subjectIds: [before.id],
      details: { from: before.safety_level, to: level, min_grade_band: values.min_grade_band },
    });
    return viewOfTemplate(await updateTemplate(tx, before.id, values, deps.clock.now()));
  });
}
