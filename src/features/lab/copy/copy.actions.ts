import type { Actor } from '../../../access/actor.ts';
import { type LabDeps, viewOfTemplate } from '../template/template.actions.ts';
import { type Template, templateErrors } from '../template/template.schema.ts';
import { insertClone, shareVisibleTemplate } from '../template/template.store.ts';
import { checkClone } from '../template/template-access.rules.ts';
import { shareClassroomFlag } from '../template/template-access.store.ts';
import type { CloneRequest } from './copy.schema.ts';

/**
 * Copies a template for the actor to work through, as it is at this moment. Throws `lab.template-not-found`,
 * `lab.not-a-template`, and in a classroom `lab.not-for-classrooms` or `lab.supervision-not-attested`.
 */
export async function cloneTemplate(
  deps: LabDeps,
  actor: Actor,
  id: string,
  { attested: isAttested = false }: CloneRequest,
): Promise<Template> {
  const clone = await deps.db.transaction().execute(async (tx) => {
    const isClassroom = await shareClassroomFlag(tx, actor.userId);
    const template = await shareVisibleTemplate(tx, actor.userId, id);
    if (template === undefined) throw templateErrors.notFound();
    const { is_template: isTemplate, safety_level: safetyLevel } = template;
    const refusal = checkClone({ isTemplate, safetyLevel, isClassroom, isAttested });
    if (refusal !== null) throw refusal;
    const now = deps.clock.now();
    return insertClone(tx, { id: deps.ids.next(), ownerId: actor.userId, templateId: template.id, isAttested, now });
  });
  return viewOfTemplate(clone);
}
