import type { Actor } from '#access/actor.ts';
import { inOrderOf, listChanges } from '#platform/http/changes.ts';
import type { JournalDeps } from '../deps.ts';
import { ENTRY_BYTES, listOwnEntriesWithIds } from '../entry/entry.store.ts';
import { viewsOfEntries } from '../entry/entry-view.actions.ts';
import type { EntryList, EntryQuery } from './entry-list.schema.ts';

/** Lists the changes of the actor's own entries. Entries in the trash are deleted, restored ones changed. */
export async function listChangedEntries(
  deps: JournalDeps,
  actor: Actor,
  { scope, ...query }: EntryQuery & { updated_since: string },
): Promise<EntryList> {
  const source = { table: 'journal_entry' as const, bytes: ENTRY_BYTES };
  // The scope of changes is `mine` in any case.
  const filters = scope === undefined || scope === 'mine' ? query : { ...query, scope };
  const { changedIds, page } = await listChanges(deps.db, source, actor.userId, filters);
  const rows = await listOwnEntriesWithIds(deps.db, actor, changedIds);
  return { entries: await viewsOfEntries(deps, actor, inOrderOf(changedIds, rows)), ...page };
}
