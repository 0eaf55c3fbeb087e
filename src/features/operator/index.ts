export { latencyStatusOf, type ProviderFacts, WELL_LATENCY } from './health.rules.ts';
