export { holdSharing, withdrawEverybodysSharing, withdrawSharing } from './withdrawal.actions.ts';
