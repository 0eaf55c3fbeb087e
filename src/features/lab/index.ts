export type { LabDeps } from './deps.ts';
export { computeTemplateStats } from './statistics/statistics.actions.ts';
export { countLabActivity, type LabActivity, type TemplateStats } from './statistics/statistics.store.ts';
export { decideSubmission, type SubmissionKind } from './submission/submission.actions.ts';
export { DecisionStatus, DeclineReason } from './submission/submission.schema.ts';
export { listPublicTitles } from './template/template.store.ts';
export { lockUsableTemplate } from './template/template-access.actions.ts';
