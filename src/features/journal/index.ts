export { lastChangesOfNotes, readNotes } from './assistant-note.actions.ts';
export { holdVisibleEntry } from './entry.actions.ts';
export { summarizeEntries } from './entry-summary.actions.ts';
export { writePrivateEntry } from './private-entry.actions.ts';
export { linkTracks, seesTrack } from './track-link.actions.ts';
export { holdSharing, withdrawEverybodysSharing, withdrawSharing } from './withdrawal.actions.ts';
export { journaledWithin } from './writing.actions.ts';
