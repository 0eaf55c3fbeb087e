import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Db } from '#platform/db/database.ts';
import type { DB } from '#platform/db/tables.generated.ts';

/** A statement as a store sends it. */
export type Statement = { text: string; values: readonly unknown[] };

export type Recorder = {
  /** Runs a store's function and returns what it returned, and the last statement that it sent. */
  record<Result>(work: (db: Db) => Promise<Result>): Promise<{ result: Result; statement: Statement }>;
  close(): Promise<void>;
};

/** Lets the stores run on a database, and keeps what they send, so that it can be explained word for word. */
export function createRecorder(url: string): Recorder {
  const sent: Statement[] = [];
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) }),
    log: ({ query }) => {
      sent.push({ text: query.sql, values: query.parameters });
    },
  });
  return {
    async record(work) {
      sent.length = 0;
      const result = await work(db);
      const statement = sent.at(-1);
      if (statement === undefined) throw new Error('The store sent no statement.');
      return { result, statement };
    },
    close: () => db.destroy(),
  };
}
