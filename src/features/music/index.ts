export { trackPlayedAt, tracksPlayedAt } from './play.actions.ts';
