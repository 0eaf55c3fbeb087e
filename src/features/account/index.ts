export { type AccountDeps, authenticate } from './account.actions.ts';
export { recordAudit } from './audit.actions.ts';
