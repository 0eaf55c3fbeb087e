/**
 * How long after its end a window is left open, in milliseconds. What was written within it may be stored a little later, and
 * the clocks of two nodes may differ: no request takes longer than a minute, and five leave room for both.
 */
export const GRACE = 5 * 60_000;

/** The latest end of a window that is safely over. */
export function latestEndThatIsOver(now: Date): Date {
  return new Date(now.getTime() - GRACE);
}

/** A drop as it stands under the locks of a settlement. */
export type OpenDrop = {
  id: string;
  senderId: string;
  recipientId: string;
  /** The day (UTC) it was sent on. */
  day: string;
  /** Whether an earlier run has found its recipient engaged. */
  isEngaged: boolean;
  /** Whether its recipient has written something within its window. */
  hasWritten: boolean;
  isOver: boolean;
  /** Whether we made up one of the two: then it counts for nothing. */
  isSynthetic: boolean;
  /** Whether one of the two is inactive, or has blocked the other. */
  isBarred: boolean;
  /** How many drops of that day from one to the other have earned a bonus before. */
  rewarded: number;
};

/** What an engagement brings its sender, and for how many drops of a day to one recipient; null is no limit. */
export type BonusTerms = { bonus: number; rewardedPerPairAndDay: number | null };

/** What happens to a drop: `bonus` is null where it is not found engaged now. */
export type Settlement = { id: string; bonus: number | null; isClosed: boolean; isCounted: boolean };

/**
 * Decides about drops in their order, of which the first ones of a pair and a day get the bonus. Where the pair is barred,
 * nothing is engaged at this moment; the drop stays open for as long as its window is.
 */
export function settle(drops: readonly OpenDrop[], terms: BonusTerms): Settlement[] {
  const rewardedNow = new Map<string, number>();
  return drops.map((drop) => {
    const decided = { id: drop.id, isClosed: drop.isOver, isCounted: !drop.isSynthetic };
    const isEngagedNow = drop.hasWritten && !drop.isEngaged && !drop.isSynthetic && !drop.isBarred;
    if (!isEngagedNow) return { ...decided, bonus: null };
    const pairAndDay = `${drop.senderId} ${drop.recipientId} ${drop.day}`;
    const before = rewardedNow.get(pairAndDay) ?? drop.rewarded;
    const bonus = before < (terms.rewardedPerPairAndDay ?? Number.POSITIVE_INFINITY) ? terms.bonus : 0;
    if (bonus > 0) rewardedNow.set(pairAndDay, before + 1);
    return { ...decided, bonus };
  });
}

/** What a sender has sent, and what came of it. */
export type SenderStatsByUser = {
  userId: string;
  totalSent: number;
  engagementIncreases: number;
  /** Of the drops whose window has ended; and how many these are. */
  endedIncreases: number;
  windowsEnded: number;
  bonusEarned: number;
  /** A day of UTC, and on how many days in a row up to it drops were sent. */
  lastSentDay: string | null;
  consecutiveDays: number;
};

/** What drops bring their sender. */
export type StatsDelta = {
  userId: string;
  increases: number;
  bonus: number;
  ended: number;
  endedIncreases: number;
};

/** What was written of settlements, added up for each sender. */
export function sumDeltas(
  engaged: readonly { senderId: string; bonus: number }[],
  closed: readonly { senderId: string; isEngaged: boolean }[],
): StatsDelta[] {
  const gains = new Map<string, StatsDelta>();
  const of = (userId: string): StatsDelta => {
    const known = gains.get(userId) ?? { userId, increases: 0, bonus: 0, ended: 0, endedIncreases: 0 };
    gains.set(userId, known);
    return known;
  };
  for (const { senderId, bonus } of engaged) {
    const sender = of(senderId);
    sender.increases += 1;
    sender.bonus += bonus;
  }
  for (const { senderId, isEngaged } of closed) {
    const sender = of(senderId);
    sender.ended += 1;
    if (isEngaged) sender.endedIncreases += 1;
  }
  return [...gains.values()];
}
