export { talliesOfTemplates } from './statistics/statistics.actions.ts';
export { summarizeLab } from './statistics/week.actions.ts';
export { decideAbout, type SubmissionKind } from './submission/submission.actions.ts';
export { Decision, Decline } from './submission/submission.schema.ts';
export { lockTemplate, titlesOfPublicTemplates } from './template/template-access.actions.ts';
