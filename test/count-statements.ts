import type { Db } from '../src/platform/db/database.ts';

/** The database with a counter of the statements that were sent by it. */
export function countStatements(db: Db): { db: Db; count: () => number } {
  let statements = 0;
  const counted = db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { db: counted, count: () => statements };
}
