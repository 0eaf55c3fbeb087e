import type { Actor } from '#access/actor.ts';
import { mentionsIn } from '#features/account';
import type { JournalDeps } from '../deps.ts';
import type { BackfillResult } from './mention.schema.ts';
import { countEntriesWithoutMentions, lockEntriesWithoutMentions, updateMentions } from './mention.store.ts';

const BATCH_SIZE = 100;

/** Extracts the mentions of up to 100 of the actor's entries that were stored without them. */
export async function backfillMentions(deps: Pick<JournalDeps, 'db'>, actor: Actor): Promise<BackfillResult> {
  const processed = await deps.db.transaction().execute(async (tx) => {
    const entries = await lockEntriesWithoutMentions(tx, actor.userId, BATCH_SIZE);
    const found = entries.map(({ id, content }) => ({ id, mentions: mentionsIn(content) }));
    if (found.length > 0) await updateMentions(tx, actor.userId, found);
    return found.length;
  });
  return { processed, remaining: await countEntriesWithoutMentions(deps.db, actor.userId) };
}
