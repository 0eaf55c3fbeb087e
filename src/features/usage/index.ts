export type { UsageDeps } from './deps.ts';
export {
  recordFailedImage,
  recordFailedText,
  recordImageUsage,
  recordTextUsage,
  spendAiCall,
  spendImageCall,
  summarizeUsage,
} from './usage.actions.ts';
export type { ImageQuality } from './usage.rules.ts';
export { UsageSummary } from './usage.schema.ts';
