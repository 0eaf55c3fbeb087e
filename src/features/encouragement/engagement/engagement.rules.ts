/**
 * How long a window stays open after its end, in milliseconds. A record with a timestamp within the window can be committed
 * later, and the clocks of nodes differ. Requests take at most one minute.
 */
export const GRACE_PERIOD_MS = 5 * 60_000;

/** The latest end of a window that can be closed now. */
export function latestClosableEnd(now: Date): Date {
  return new Date(now.getTime() - GRACE_PERIOD_MS);
}

/** A drop with an open window, as read under the locks of the job. */
export type OpenDrop = {
  id: string;
  senderId: string;
  recipientId: string;
  /** The day (UTC) it was sent on. */
  day: string;
  /** Whether an earlier run stored the engagement. */
  isEngaged: boolean;
  /** Whether the recipient wrote a record within the window. */
  hasActivity: boolean;
  /** Whether the window can be closed. */
  isOver: boolean;
  /** Whether sender or recipient is a synthetic user. Such a drop does not count. */
  isSynthetic: boolean;
  /** Whether sender or recipient is inactive, or there is a block between them. */
  isBlocked: boolean;
  /** Drops of the same sender, recipient and day that have earned a bonus. */
  rewarded: number;
};

/** Bonus drops for an engaged drop, and the number of rewarded drops for each pair and day; null for no limit. */
export type BonusTerms = { bonus: number; rewardedPerPairAndDay: number | null };

/** The changes to a drop. `bonus` is null if the drop does not become engaged now. */
export type EngagementDecision = { id: string; bonus: number | null; isClosed: boolean; isCounted: boolean };

/**
 * Decides engagement, bonus and closing of drops in their order: the first drops of a pair and day get the bonus. Drops of a
 * blocked pair do not become engaged while the block exists, but stay open until their window ends.
 */
export function decideEngagements(drops: readonly OpenDrop[], terms: BonusTerms): EngagementDecision[] {
  const rewardedByPairAndDay = new Map<string, number>();
  return drops.map((drop) => {
    const decision = { id: drop.id, isClosed: drop.isOver, isCounted: !drop.isSynthetic };
    const becomesEngaged = drop.hasActivity && !drop.isEngaged && !drop.isSynthetic && !drop.isBlocked;
    if (!becomesEngaged) return { ...decision, bonus: null };
    const pairAndDay = `${drop.senderId} ${drop.recipientId} ${drop.day}`;
    const before = rewardedByPairAndDay.get(pairAndDay) ?? drop.rewarded;
    const bonus = before < (terms.rewardedPerPairAndDay ?? Number.POSITIVE_INFINITY) ? terms.bonus : 0;
    if (bonus > 0) rewardedByPairAndDay.set(pairAndDay, before + 1);
    return { ...decision, bonus };
  });
}
