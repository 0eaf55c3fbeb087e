export { readScore } from './battle/battle.actions.ts';
export { BattleScore } from './battle.schema.ts';
export type { BattleDeps } from './deps.ts';
