export { chipsOf, earnedBy } from './position/chip.rules.ts';
export {
  type ChainPosition,
  findChainPosition,
  freezeChainRows,
  leaveChains,
  lockChainPosition,
  lockChains,
  membersOfSquad,
} from './position/position.actions.ts';
export { longestStreakOf } from './position/streak.rules.ts';
export { type ChainDeps, matchGroupOn } from './rebuild/rebuild.actions.ts';
