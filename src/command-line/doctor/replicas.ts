import type { Config } from '#app/config.ts';
import { requestPoolOptions } from '#app/database.ts';
import { REPLICA_PROBLEMS } from '#features/operations';
import { createDatabase } from '#platform/db/database.ts';
import type { ReplicaStatus } from '#platform/db/replica/replica.ts';
import { createReplicas } from '#platform/db/replica/replicas.ts';
import type { Logger } from '#platform/log.ts';
import type { Finding } from './finding.ts';

/** Checks whether each replica could serve reads now. Says nothing if the primary does not respond. */
export async function checkReplicas({ database }: Pick<Config, 'database'>, log: Logger): Promise<Finding[]> {
  const { addresses, replicaUrls } = database;
  if (addresses === null || replicaUrls.length === 0) return [];
  const primaryPool = requestPoolOptions({ database }, addresses);
  const primary = createDatabase({ ...primaryPool, onIdleError: () => undefined });
  const replicas = createReplicas({ primary: primary.db, primaryPool, replicaUrls, log });
  try {
    await replicas.check();
    return replicas.list().map(findReplica);
  } catch {
    return [];
  } finally {
    await replicas.close();
    await primary.close();
  }
}

export function findReplica({ name, state, lagBytes }: ReplicaStatus): Finding {
  const about = 'Replica';
  if (state === 'ready') return { state: 'ok', about, found: `${name} serves reads` };
  const lag = state === 'behind' && lagBytes !== null ? ` (${lagBytes} bytes behind)` : '';
  const found = `${name} serves no reads: ${REPLICA_PROBLEMS[state]}${lag}`;
  const isTemporary = state === 'behind' || state === 'unreachable';
  return { state: isTemporary ? 'warn' : 'fail', about, found, advice: 'See docs/operations.md, Read replicas.' };
}
