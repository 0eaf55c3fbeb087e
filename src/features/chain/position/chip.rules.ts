export type Earned = {
  chips: number;
  chainStatus: 'continued' | 'broken';
  /** Whether the chain starts with this user, because there is no before user. */
  chainStart: boolean;
};

const BASE_CHIPS = 1;
const CONTINUED_CHIPS = 1;

export function chipsOf(continuesChain: boolean): number {
  return continuesChain ? BASE_CHIPS + CONTINUED_CHIPS : BASE_CHIPS;
}

/** Returns what a check-in earns: one chip, and a second one if the before user has checked in. */
export function earnedBy(beforeUserId: string | null, hasBeforeUserCheckedIn: boolean): Earned {
  const isContinued = beforeUserId !== null && hasBeforeUserCheckedIn;
  return {
    chips: chipsOf(isContinued),
    chainStatus: isContinued ? 'continued' : 'broken',
    chainStart: beforeUserId === null,
  };
}
