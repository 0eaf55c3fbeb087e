export { type ChainDeps, matchGroupOn } from './chain.actions.ts';
export { type Earned, earnedBy } from './chip.rules.ts';
export { type ChainPlace, findPlaceOn, membersOfSquad, settlePlaceOn } from './place.actions.ts';
export { longestStreakOf } from './streak.rules.ts';
