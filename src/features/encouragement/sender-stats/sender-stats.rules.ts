/** The counters of a sender's drops. */
export type SenderStats = {
  userId: string;
  totalSent: number;
  engagementIncreases: number;
  /** The engaged drops among those whose engagement window has ended. */
  endedIncreases: number;
  windowsEnded: number;
  bonusEarned: number;
  lastSentDay: string | null;
  /** Days in a row (UTC) with a drop, up to `lastSentDay`. */
  consecutiveDays: number;
};

/** What engaged and closed drops add to the stats of their sender. */
export type StatsDelta = {
  userId: string;
  increases: number;
  bonus: number;
  ended: number;
  endedIncreases: number;
};

/** Sums the stored results of drops for each sender. */
export function sumDeltas(
  engaged: readonly { senderId: string; bonus: number }[],
  closed: readonly { senderId: string; isEngaged: boolean }[],
): StatsDelta[] {
  const deltas = new Map<string, StatsDelta>();
  const deltaOf = (userId: string): StatsDelta => {
    const delta = deltas.get(userId) ?? { userId, increases: 0, bonus: 0, ended: 0, endedIncreases: 0 };
    deltas.set(userId, delta);
    return delta;
  };
  for (const { senderId, bonus } of engaged) {
    const delta = deltaOf(senderId);
    delta.increases += 1;
    delta.bonus += bonus;
  }
  for (const { senderId, isEngaged } of closed) {
    const delta = deltaOf(senderId);
    delta.ended += 1;
    if (isEngaged) delta.endedIncreases += 1;
  }
  return [...deltas.values()];
}
