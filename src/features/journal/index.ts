export { linkTracks, seesTrack } from './track-link.actions.ts';
export { holdSharing, withdrawEverybodysSharing, withdrawSharing } from './withdrawal.actions.ts';
