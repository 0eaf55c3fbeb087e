export { type ChainDeps, matchGroupOn } from './chain.actions.ts';
export {
  type ChainPosition,
  findChainPosition,
  freezeChainRows,
  leaveChains,
  lockChainPosition,
  lockChains,
  membersOfSquad,
} from './chain-member.actions.ts';
export { chipsOf, earnedBy } from './chip.rules.ts';
export { longestStreakOf } from './streak.rules.ts';
