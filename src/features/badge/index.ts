export { recalculateBadges } from './badge.actions.ts';
export type { BadgeDeps } from './deps.ts';
