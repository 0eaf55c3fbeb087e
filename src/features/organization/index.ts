export { isInChargeOfGroups } from './charge.actions.ts';
