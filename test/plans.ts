import pg from 'pg';
import { type Cost, explainNamed, PLAN_MODES } from '../bench/explain.ts';
import { createRecorder } from '../bench/recorder.ts';
import type { Db } from '../src/platform/db/database.ts';

/** What the last statement that a store's function sends costs, by each kind of plan that PostgreSQL may take for it. */
export async function costsOf(databaseUrl: string, work: (db: Db) => Promise<unknown>): Promise<Cost[]> {
  const recorder = createRecorder(databaseUrl);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { statement } = await recorder.record(work);
    const costs: Cost[] = [];
    for (const mode of PLAN_MODES) costs.push(await explainNamed(client, statement, mode));
    return costs;
  } finally {
    await Promise.all([client.end(), recorder.close()]);
  }
}
