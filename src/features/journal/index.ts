export { summarizeEntries } from './entry-summary.actions.ts';
export { writePrivateEntry } from './private-entry.actions.ts';
export { holdSharing, withdrawEverybodysSharing, withdrawSharing } from './withdrawal.actions.ts';
