export { latencyStatusOf, type ProviderFacts, HEALTHY_LATENCY_MS } from './health.rules.ts';
