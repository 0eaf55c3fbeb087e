import type { Actor } from '../../../access/actor.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { type Template, templateErrors } from './template.schema.ts';
import { listPublicTitles, shareVisibleTemplate } from './template.store.ts';
import { checkClone } from './template-access.rules.ts';
import { shareClassroomFlag } from './template-access.store.ts';

/**
 * A template that the actor sees and may take part in something with, held as it is until the transaction ends. Whoever takes part in a
 * classroom may with what they could copy there. Throws `lab.template-not-found`, `lab.not-a-template`, and in a classroom
 * `lab.not-for-classrooms` or `lab.supervision-not-attested`.
 */
export async function lockTemplate(
  tx: Tx,
  actor: Actor,
  { id, isAttested }: { id: string; isAttested: boolean },
): Promise<Pick<Template, 'id' | 'owner_id' | 'is_public'>> {
  const isClassroom = await shareClassroomFlag(tx, actor.userId);
  const template = await shareVisibleTemplate(tx, actor.userId, id);
  if (template === undefined) throw templateErrors.notFound();
  const { is_template: isTemplate, safety_level: safetyLevel } = template;
  const refusal = checkClone({ isTemplate, safetyLevel, isClassroom, isAttested });
  if (refusal !== null) throw refusal;
  return template;
}

/** The titles of those of these templates that everybody sees, by their ids. */
export async function titlesOfPublicTemplates(
  db: Db,
  templateIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await listPublicTitles(db, templateIds);
  return new Map(rows.map(({ id, title }) => [id, title]));
}
