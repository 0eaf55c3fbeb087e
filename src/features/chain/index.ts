export { type ChainDeps, matchGroupOn } from './chain.actions.ts';
export {
  type ChainPlace,
  findPlaceOn,
  holdChains,
  leaveChains,
  membersOfSquad,
  settleChains,
  settlePlaceOn,
} from './chain-member.actions.ts';
export { chipsOf, earnedBy } from './chip.rules.ts';
export { longestStreakOf } from './streak.rules.ts';
