import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import { sqlStateOf } from '../../../platform/errors.ts';
import { operatorErrors } from './monitoring.schema.ts';
import { checkWritable, listAppliedMigrations } from './monitoring.store.ts';

export type OperatorDeps = {
  db: Db;
  clock: Clock;
  /** The migrations that this version of the code needs. */
  migrationNames: readonly string[];
  /** Whether this node has been told to stop. */
  isDraining: () => boolean;
};

/**
 * Passes when this node can serve: it is not stopping, the database answers, takes writes and has every migration. Throws
 * `health.draining`, `health.database-unreachable`, `health.database-read-only` or `health.migrations-pending`.
 */
export async function checkReadiness(deps: OperatorDeps): Promise<void> {
  if (deps.isDraining()) throw operatorErrors.draining();
  const applied = await readMigrations(deps.db).catch((error) => {
    throw sqlStateOf(error) === READ_ONLY ? operatorErrors.databaseReadOnly() : operatorErrors.databaseUnreachable();
  });
  const pending = deps.migrationNames.filter((name) => !applied.includes(name));
  if (pending.length > 0) {
    throw operatorErrors.migrationsPending({ details: pending.map((name) => ({ path: name, message: 'is pending' })) });
  }
}

/** Of PostgreSQL, as a standby and a primary that was demoted say it. */
const READ_ONLY = '25006';

async function readMigrations(db: Db): Promise<string[]> {
  await checkWritable(db);
  return listAppliedMigrations(db);
}
