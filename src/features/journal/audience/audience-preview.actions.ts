import type { Actor } from '#access/actor.ts';
import type { JournalDeps } from '../deps.ts';
import { requireNotebook } from '../notebook/notebook.actions.ts';
import { requireMayShare } from '../visibility/sharing.actions.ts';
import { decideEffectiveSharing, mergeSharing, OWNER_ONLY } from '../visibility/visibility.rules.ts';
import { describeAudiences } from './audience.actions.ts';
import type { AudiencePreview, AudienceQuestion } from './audience.schema.ts';

/** Reads the audience that a new entry of the actor with this sharing would have now. Stores nothing. */
export async function previewAudience(
  { db }: Pick<JournalDeps, 'db'>,
  actor: Actor,
  question: AudienceQuestion,
): Promise<AudiencePreview> {
  const sharing = mergeSharing(OWNER_ONLY, question);
  await requireMayShare(db, actor.userId, sharing);
  const notebook = await requireNotebook(db, actor.userId, question.notebook_id ?? null);
  const effective = decideEffectiveSharing(sharing, notebook);
  const [audience] = await describeAudiences(db, actor.userId, [effective]);
  if (audience === undefined) throw new Error('Each record has an audience.');
  return {
    effective_metadata_visibility: effective.metadataLevel,
    effective_content_visibility: effective.contentLevel,
    audience,
  };
}
