export { lastChangesOfNotes, readNotes } from './assistant-note.actions.ts';
export { holdSharing, withdrawEverybodysSharing, withdrawSharing } from './withdrawal.actions.ts';
