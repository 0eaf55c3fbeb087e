export { lastChangesOfNotes, readNotes } from './assistant-note.actions.ts';
export { lockVisibleEntry } from './entry.actions.ts';
export { summarizeEntries } from './entry-summary.actions.ts';
export { writePrivateEntry } from './private-entry.actions.ts';
export { linkTracks, seesTrack } from './track-link.actions.ts';
export { lockSharing, revokeAllSharing, revokeSharing } from './withdrawal.actions.ts';
export { findSpansWithEntry } from './writing.actions.ts';
