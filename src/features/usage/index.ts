export type { UsageDeps } from './deps.ts';
export {
  recordFailedImage,
  recordFailedText,
  recordImageUsage,
  recordTextUsage,
  recordTextUsages,
  spendAiCall,
  spendImageCall,
  summarizeUsage,
  type TextUsage,
  usageOfFailedText,
} from './usage.actions.ts';
export type { ImageQuality } from './usage.rules.ts';
export { UsageSummary } from './usage.schema.ts';
