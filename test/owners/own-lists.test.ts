import {
  DefaultQueryExecutor,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { expect, inject, test, vi } from 'vitest';
import type { EntryFilter } from '../../src/features/journal/entry-list/entry-list.store.ts';
import { listVisibleEntries } from '../../src/features/journal/entry-list/entry-list.store.ts';
import { entrySearchOf } from '../../src/features/journal/entry-list/search.rules.ts';
import type { DB } from '../../src/platform/db/tables.generated.ts';
import { findCrossings } from './crossings.ts';

/*
 * The function that reads lists is listed as one that crosses owners, because of feeds. This holds that the lists of one's own entries,
 * which are most of them, do not.
 */

const VIEWER = { userId: '00000000-0000-0000-0000-000000000001', isSuperAdmin: false };

/** The text of the statement, which goes nowhere. */
async function textOfList(filter: Omit<EntryFilter, 'after'>): Promise<string> {
  const compile = vi.spyOn(DefaultQueryExecutor.prototype, 'compileQuery');
  const db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  // An odd number of entries, so that no other test has built the text.
  await expect(listVisibleEntries(db, VIEWER, { ...filter, after: null }, 733)).rejects.toThrow();
  const [text = ''] = compile.mock.results.map(({ value }) => (value as { sql: string }).sql);
  compile.mockRestore();
  return text;
}

test.each<[Omit<EntryFilter, 'after'>, string[]]>([
  [{ scope: 'mine' }, []],
  [{ scope: 'mine', sort: 'entry_date' }, []],
  [{ scope: 'mine', moods: ['calm'], tags: ['walk'] }, []],
  [{ scope: 'mine', notebookId: VIEWER.userId }, []],
  [{ scope: 'mine', search: entrySearchOf('river') }, []],
  [{ scope: 'mine', search: entrySearchOf('river'), sort: 'relevance' }, []],
  [{ scope: 'all' }, ['select journal_entry', 'select notebook', 'select photo']],
])('a list of %j crosses: %j', async (filter, crossings) => {
  expect(findCrossings(await textOfList(filter), inject('tableColumns'))).toEqual(crossings);
});
