import type { Db } from '#platform/db/database.ts';
import type { Replicas } from '#platform/db/replica/replicas.ts';

/** The database with a counter of the statements that were sent by it. `read` is that of a node without replicas. */
export function countStatements(db: Db): { db: Db; read: Replicas['read']; count: () => number } {
  let statements = 0;
  const counted = db.withPlugin({
    // Not counted here: a query that is part of another one passes as well.
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      statements += 1;
      return result;
    },
  });
  return { db: counted, read: (work) => work(counted), count: () => statements };
}
