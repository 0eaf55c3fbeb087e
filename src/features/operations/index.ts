export { HEALTHY_LATENCY_MS, latencyStatusOf, type ProviderFacts, REPLICA_PROBLEMS } from './health/health.rules.ts';
export { BACKUP_RUN } from './setup/setup.schema.ts';
