export { decideAbout, type SubmissionKind } from './decision.actions.ts';
export { Decision, Decline } from './decision.schema.ts';
export { lockTemplate, titlesOfPublicTemplates } from './showing.actions.ts';
export { talliesOfTemplates } from './tally.actions.ts';
export { summarizeLab } from './week.actions.ts';
