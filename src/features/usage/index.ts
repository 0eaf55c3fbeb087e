export { recordTextUsage, spendAiCall, type UsageDeps } from './usage.actions.ts';
