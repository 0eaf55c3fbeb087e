import { replaceMentionsWithNames } from '#features/account';
import { createYielder } from '#platform/concurrency/cooperative.ts';
import { changeInBatches } from '#platform/db/batch-transactions.ts';
import type { JournalDeps } from '../deps.ts';
import { type EntryText, searchTextsOf } from './search-text.rules.ts';
import type { FoldRun } from './search-text.schema.ts';
import {
  flushSearchIndexes,
  listMissingIndexes,
  lockStaleEntries,
  type StaleEntry,
  updateSearchTexts,
} from './search-text.store.ts';

/** A title and content with what searches compare in their place. Each statement that writes them takes it. */
export function foldEntry({ title, content }: { title: string; content: string }): EntryText {
  // Readers never see the ids of those who are mentioned.
  return { title, content, ...searchTextsOf(title, replaceMentionsWithNames(content)) };
}

const BATCH_SIZE = 500;

type FoldDeps = Pick<JournalDeps, 'db' | 'buildIndex'>;

/**
 * Folds the texts of all entries that need it, newest first, and builds the indexes of searches where they are missing. Until both is done,
 * searches use the former index.
 */
export async function foldEntries(deps: FoldDeps): Promise<FoldRun> {
  const missing = await listMissingIndexes(deps.db);
  // The first one lists the entries to fold. The others are faster to build than to fill.
  const [stale, ...others] = missing;
  if (stale?.isOfStale) await deps.buildIndex(stale);
  const folded = await foldStaleEntries(deps);
  const rest = stale?.isOfStale ? others : missing;
  for (const index of rest) await deps.buildIndex(index);
  await flushSearchIndexes(deps.db);
  const built = missing.map(({ name }) => name);
  const message = `Folded ${folded} entries${built.length === 0 ? '' : `, built ${built.join(', ')}`}.`;
  return { success: true, message, results: { folded_entries: folded, built_indexes: built } };
}

function foldStaleEntries({ db }: FoldDeps): Promise<number> {
  const yieldIfDue = createYielder();
  return changeInBatches<StaleEntry>(db, async (tx, after) => {
    const entries = await lockStaleEntries(tx, after, BATCH_SIZE);
    const texts = [];
    for (const entry of entries) {
      const { searchTitle, searchText } = foldEntry(entry);
      texts.push({ id: entry.id, userId: entry.user_id, searchTitle, searchText });
      await yieldIfDue();
    }
    await updateSearchTexts(tx, texts);
    return entries;
  });
}
