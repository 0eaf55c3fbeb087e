export { selectAllowance } from './allowance/allowance.actions.ts';
export type { EncouragementDeps } from './deps.ts';
export { sendAssistantDrops } from './drop/drop.actions.ts';
export { ASSISTANT_ID } from './drop/drop.rules.ts';
export {
  countDropsBetween,
  existsDropBetween,
  existsReceivedDrop as canReportDrop,
  listAssistantDropRecipients,
  listReportedDrops,
  type ReportedDrop,
  selectAssistantDrop,
  selectUnreadDropCount,
} from './drop/drop.store.ts';
export { MAX_CONTENT_LENGTH as MAX_DROP_CONTENT_LENGTH } from './drop-template/drop-template.schema.ts';
export { lockSenderStats, selectSenderStats } from './sender-stats/sender-stats.store.ts';
