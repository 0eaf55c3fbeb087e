export type { MusicDeps } from './deps.ts';
export { orWithoutTrack, trackPlayedAt } from './play/play.actions.ts';
export { listTracksPlayedAt } from './play/play.store.ts';
