export { backupNameOf } from './backup/backup.rules.ts';
export { BACKUP_RUN } from './backup/backup.schema.ts';
export type { OperationsDeps } from './deps.ts';
export {
  HEALTHY_LATENCY_MS,
  latencyStatusOf,
  MAX_CLOCK_OFFSET_MS,
  MAX_READY_CLOCK_OFFSET_MS,
  type ProviderFacts,
  REPLICA_PROBLEMS,
} from './health/health.rules.ts';
