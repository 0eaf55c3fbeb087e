export { HEALTHY_LATENCY_MS, latencyStatusOf, type ProviderFacts } from './health/health.rules.ts';
export { BACKUP_RUN } from './setup/setup.schema.ts';
