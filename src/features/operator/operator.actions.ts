import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { operatorErrors } from './operator.schema.ts';
import { listAppliedMigrations } from './operator.store.ts';

export type OperatorDeps = {
  db: Db;
  clock: Clock;
  /** The migrations that this version of the code needs. */
  migrationNames: readonly string[];
  /** Whether this node has been told to stop. */
  isDraining: () => boolean;
};

/**
 * Passes when this node can serve: it is not stopping, the database answers and has every migration. Throws
 * `health.draining`, `health.database-unreachable` or `health.migrations-pending`.
 */
export async function checkReadiness(deps: OperatorDeps): Promise<void> {
  if (deps.isDraining()) throw operatorErrors.draining();
  const applied = await listAppliedMigrations(deps.db).catch(() => {
    throw operatorErrors.databaseUnreachable();
  });
  const pending = deps.migrationNames.filter((name) => !applied.includes(name));
  if (pending.length > 0) {
    throw operatorErrors.migrationsPending({ details: pending.map((name) => ({ path: name, message: 'is pending' })) });
  }
}
