import type { Db } from '../src/platform/db/database.ts';

/** The database with a counter of the statements that were sent by it. */
export function countStatements(db: Db): { db: Db; count: () => number } {
  let statements = 0;
  const counted = db.withPlugin({
    // Not counted here: a query that is part of another one passes as well.
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      statements += 1;
      return result;
    },
  });
  return { db: counted, count: () => statements };
}
