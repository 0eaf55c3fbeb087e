/** What a check-in earns: chips, and what it means for the chain. */
export type Earned = { chips: number; chainStatus: 'continued' | 'broken'; chainStart: boolean };

const BASE_CHIPS = 1;
const CONTINUED_CHIPS = 1;

/** How many chips a check-in earns, by whether it continues the chain. */
export function chipsOf(continuesChain: boolean): number {
  return continuesChain ? BASE_CHIPS + CONTINUED_CHIPS : BASE_CHIPS;
}

/**
 * What a check-in earns: one chip, and one more where the before user had checked in, which continues the chain. Without it
 * the chain is broken; that of somebody without a before user starts with them.
 */
export function earnedBy(beforeUserId: string | null, hadBeforeUserCheckedIn: boolean): Earned {
  const isContinued = beforeUserId !== null && hadBeforeUserCheckedIn;
  return {
    chips: chipsOf(isContinued),
    chainStatus: isContinued ? 'continued' : 'broken',
    chainStart: beforeUserId === null,
  };
}
