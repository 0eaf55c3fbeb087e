export { holdChains, leaveChains, settleChains } from './chain-member.actions.ts';
export { earnedBy } from './chip.rules.ts';
