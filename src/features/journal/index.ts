export { holdVisibleEntry } from './entry.actions.ts';
export { holdSharing, withdrawEverybodysSharing, withdrawSharing } from './withdrawal.actions.ts';
export { journaledWithin } from './writing.actions.ts';
