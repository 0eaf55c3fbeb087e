export { lockChainsShared, sharedChainLock } from './chain-lock.store.ts';
export type { ChainDeps } from './deps.ts';
export { roughDistanceKm } from './links/rough-distance.rules.ts';
export { rebuildGroup } from './matching/rebuild.actions.ts';
export { chipsOf, earnedBy } from './position/chip.rules.ts';
export { leaveChains } from './position/position.actions.ts';
export {
  type ChainPosition,
  findChainPosition,
  freezeChainRows,
  freezing,
  listChainDates,
  listNeighbours,
  neighbourIds,
  selectChainPosition,
} from './position/position.store.ts';
