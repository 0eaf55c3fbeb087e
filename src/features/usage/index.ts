export {
  recordImageUsage,
  recordTextUsage,
  spendAiCall,
  spendImageCall,
  summarizeUsage,
  type UsageDeps,
} from './usage.actions.ts';
export { UsageSummary } from './usage.schema.ts';
