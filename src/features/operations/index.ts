export { BACKUP_RUN } from './backup/backup.schema.ts';
export { HEALTHY_LATENCY_MS, latencyStatusOf, type ProviderFacts } from './health/health.rules.ts';
