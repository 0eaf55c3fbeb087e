import type { Actor } from '#access/actor.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { checkUse } from './template.rules.ts';
import { templateErrors } from './template.schema.ts';
import {
  findVisibleTemplate,
  lockTemplate,
  shareClassroomFlag,
  shareVisibleTemplate,
  type TemplateRow,
} from './template.store.ts';

/** Returns a template that the actor can see. */
export async function requireVisibleTemplate(db: Db, actor: Actor, id: string): Promise<TemplateRow> {
  const template = await findVisibleTemplate(db, actor.userId, id);
  if (template === undefined) throw templateErrors.notFound();
  return template;
}

/**
 * Locks a template that the actor can see and use: copy it, or enter it into a competition. Neither the template nor the
 * actor's classroom flag changes until the transaction ends.
 */
export async function lockUsableTemplate(
  tx: Tx,
  actor: Actor,
  { id, isAttested }: { id: string; isAttested: boolean },
): Promise<TemplateRow> {
  const isClassroom = await shareClassroomFlag(tx, actor.userId);
  const template = await shareVisibleTemplate(tx, actor.userId, id);
  if (template === undefined) throw templateErrors.notFound();
  const { is_template: isTemplate, safety_level: safetyLevel } = template;
  checkUse({ isTemplate, safetyLevel, isClassroom, isAttested });
  return template;
}

/** Locks a template of any owner for a change by a super admin. */
export async function lockTemplateForReview(tx: Tx, id: string): Promise<TemplateRow> {
  const template = await lockTemplate(tx, id);
  if (template === undefined) throw templateErrors.notFound();
  if (!template.is_template) throw templateErrors.notATemplate();
  return template;
}
