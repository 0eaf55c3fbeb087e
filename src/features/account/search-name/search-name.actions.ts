import { searchTextOf } from '../../../platform/text/search/fold.ts';
import type { AccountDeps } from '../deps.ts';
import type { NameFoldRun } from './search-name.schema.ts';
import { lockUnfoldedNames, updateSearchNames } from './search-name.store.ts';

const BATCH_SIZE = 500;

/**
 * Folds the names that searches of people compare, where a migration, another version or a statement without the service has written them.
 * Until then, searches compare the names themselves.
 */
export async function foldNames({ db }: Pick<AccountDeps, 'db'>): Promise<NameFoldRun> {
  let folded = 0;
  let afterId: string | null = null;
  for (;;) {
    const lastId: string | undefined = await db.transaction().execute(async (tx) => {
      const users = await lockUnfoldedNames(tx, afterId, BATCH_SIZE);
      await updateSearchNames(
        tx,
        users.map(({ id, full_name }) => ({ id, searchName: searchTextOf(full_name) })),
      );
      folded += users.length;
      return users.at(-1)?.id;
    });
    if (lastId === undefined) break;
    afterId = lastId;
  }
  return { success: true, message: `Folded ${folded} names.`, results: { folded_names: folded } };
}
