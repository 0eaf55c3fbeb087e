export { recalculateBadges } from './badge.actions.ts';
