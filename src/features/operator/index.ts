export { HEALTHY_LATENCY_MS, latencyStatusOf, type ProviderFacts } from './health.rules.ts';
