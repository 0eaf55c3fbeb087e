export { recordAudit } from './audit.actions.ts';
