import type { Db } from '#platform/db/database.ts';
import { sqlStateOf } from '#platform/errors.ts';
import type { OperationsDeps } from '../deps.ts';
import { MAX_READY_CLOCK_OFFSET_MS } from '../health/health.rules.ts';
import { monitoringErrors } from './monitoring.schema.ts';
import { checkWritable, listAppliedMigrations } from './monitoring.store.ts';

/** Checks that this node can serve requests. */
export async function checkReadiness(
  deps: Pick<OperationsDeps, 'db' | 'migrationNames' | 'isDraining' | 'readClockOffset'>,
): Promise<void> {
  if (deps.isDraining()) throw monitoringErrors.draining();
  const applied = await readMigrations(deps.db).catch((error) => {
    throw sqlStateOf(error) === READ_ONLY
      ? monitoringErrors.databaseReadOnly()
      : monitoringErrors.databaseUnreachable();
  });
  if (Math.abs(deps.readClockOffset() ?? 0) > MAX_READY_CLOCK_OFFSET_MS) throw monitoringErrors.clockOff();
  const pending = deps.migrationNames.filter((name) => !applied.includes(name));
  if (pending.length > 0) {
    throw monitoringErrors.migrationsPending({
      details: pending.map((name) => ({ path: name, message: 'is pending' })),
    });
  }
}

/** The SQLSTATE of writes to a standby or a demoted primary. */
const READ_ONLY = '25006';

async function readMigrations(db: Db): Promise<string[]> {
  await checkWritable(db);
  return listAppliedMigrations(db);
}
