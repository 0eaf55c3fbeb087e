import type { Actor } from '#access/actor.ts';
import type { LabDeps } from '../deps.ts';
import { viewOfTemplate } from '../template/template.actions.ts';
import type { Template } from '../template/template.schema.ts';
import { insertCopy } from '../template/template.store.ts';
import { lockUsableTemplate } from '../template/template-access.actions.ts';
import type { NewCopy } from './copy.schema.ts';

/** Copies the current version of a template for the actor. */
export async function copyTemplate(
  deps: Pick<LabDeps, 'db' | 'clock' | 'ids'>,
  actor: Actor,
  id: string,
  { attested: isAttested = false }: NewCopy,
): Promise<Template> {
  const copy = await deps.db.transaction().execute(async (tx) => {
    const template = await lockUsableTemplate(tx, actor, { id, isAttested });
    const now = deps.clock.now();
    return insertCopy(tx, { id: deps.ids.next(), ownerId: actor.userId, templateId: template.id, isAttested, now });
  });
  return viewOfTemplate(copy);
}
