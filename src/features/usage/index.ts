export { recordTextUsage, type UsageDeps } from './usage.actions.ts';
