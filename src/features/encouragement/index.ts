export { findHavingAssistantDrop, sendAssistantDrop } from './assistant-drop.actions.ts';
export type { EncouragementDeps } from './drop.actions.ts';
export { ASSISTANT_ID } from './drop.rules.ts';
export { listSenderStats } from './engagement.actions.ts';
export { canReportDrop, listReportedDrops, type ReportedDrop } from './report-subject.actions.ts';
