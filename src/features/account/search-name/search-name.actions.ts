import { changeInBatches } from '#platform/db/batch-transactions.ts';
import type { AccountDeps } from '../deps.ts';
import { searchNameOf } from './search-name.rules.ts';
import type { NameFoldRun } from './search-name.schema.ts';
import { lockUnfoldedNames, type UnfoldedName, updateSearchNames } from './search-name.store.ts';

const BATCH_SIZE = 500;

/**
 * Folds the names that searches of people compare, where a migration, another version or a statement without the service has written them.
 * Until then, searches compare the names themselves.
 */
export async function foldNames({ db }: Pick<AccountDeps, 'db'>): Promise<NameFoldRun> {
  const folded = await changeInBatches<UnfoldedName>(db, async (tx, after) => {
    const users = await lockUnfoldedNames(tx, after?.id ?? null, BATCH_SIZE);
    await updateSearchNames(
      tx,
      users.map(({ id, full_name }) => ({ id, searchName: searchNameOf(full_name) })),
    );
    return users;
  });
  return { success: true, message: `Folded ${folded} names.`, results: { folded_names: folded } };
}
