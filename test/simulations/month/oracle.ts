/*
 * What a month of drops comes to, counted from the rows alone: slowly, one drop after the other, and with no code of the
 * service. It knows the rules as their readers know them.
 */

const HOUR = 60 * 60 * 1000;

export type Drop = { id: string; sender_id: string; recipient_id: string; is_custom: boolean; date_sent: Date };

export type Rows = {
  /** The drops in the order of sending. */
  drops: readonly Drop[];
  writings: readonly { user_id: string; created_at: Date }[];
  blocks: readonly { blocker_id: string; blocked_id: string; created_at: Date }[];
  /** Who is out of it, and since when. */
  gone: ReadonlyMap<string, number>;
  configuration: {
    daily_allowance: number;
    bonus_drops_per_engagement: number;
    engagement_window_hours: number;
    max_custom_drops_per_day: number;
    max_rewarded_drops_per_pair_per_day: number;
  };
};

/** A drop after which its recipient wrote: when the hourly job finds it, and what its sender gets for it. */
export type Success = { drop: Drop; at: number; bonus: number };

/** The drops that count, in the order in which the job finds them. */
export function successesOf(rows: Rows): Success[] {
  const { bonus_drops_per_engagement, max_rewarded_drops_per_pair_per_day } = rows.configuration;
  const rewarded = new Map<string, number>();
  const found = rows.drops.flatMap((drop) => {
    const at = foundAt(drop, rows);
    return at === null ? [] : [{ drop, at }];
  });
  return found
    .sort((one, other) => one.at - other.at)
    .map(({ drop, at }) => {
      const pair = `${drop.sender_id} ${drop.recipient_id} ${dayOf(drop.date_sent)}`;
      const before = rewarded.get(pair) ?? 0;
      const bonus = before < max_rewarded_drops_per_pair_per_day ? bonus_drops_per_engagement : 0;
      if (bonus > 0) rewarded.set(pair, before + 1);
      return { drop, at, bonus };
    });
}

function foundAt(drop: Drop, rows: Rows): number | null {
  const sent = drop.date_sent.getTime();
  const end = sent + rows.configuration.engagement_window_hours * HOUR;
  const moments = rows.writings
    .filter(({ user_id, created_at }) => user_id === drop.recipient_id && +created_at > sent && +created_at <= end)
    .map(({ created_at }) => created_at.getTime());
  if (moments.length === 0) return null;
  const run = Math.ceil(Math.min(...moments) / HOUR) * HOUR;
  return isBlocked(drop, run, rows) || isGone(drop.sender_id, run, rows) || isGone(drop.recipient_id, run, rows)
    ? null
    : run;
}

function isBlocked({ sender_id, recipient_id }: Pair, at: number, { blocks }: Rows): boolean {
  const both = [sender_id, recipient_id];
  return blocks.some(
    ({ blocker_id, blocked_id, created_at }) =>
      both.includes(blocker_id) && both.includes(blocked_id) && created_at.getTime() <= at,
  );
}

function isGone(userId: string, at: number, { gone }: Rows): boolean {
  return (gone.get(userId) ?? Number.POSITIVE_INFINITY) <= at;
}

type Pair = Pick<Drop, 'sender_id' | 'recipient_id'>;

/** An attempt to send a drop. `code` is that of its error, or null if it was sent. */
export type Attempt = Pair & { at: number; is_custom: boolean; code: string | null };

/** The same attempts with the codes that they should have got, by an account that is kept drop by drop. */
export function judged(attempts: readonly Attempt[], rows: Rows): Attempt[] {
  const { daily_allowance, max_custom_drops_per_day } = rows.configuration;
  const successes = successesOf(rows);
  const sentOn = new Map<string, number>();
  const customOn = new Map<string, number>();
  const bonusSpent = new Map<string, number>();
  return attempts.map((attempt) => {
    const { at, sender_id, is_custom } = attempt;
    const refusal = (code: string) => ({ ...attempt, code });
    if (isGone(sender_id, at, rows)) return refusal('account.blocked');
    if (isGone(attempt.recipient_id, at, rows) || isBlocked(attempt, at, rows))
      return refusal('drops.recipient-unavailable');
    const day = `${sender_id} ${dayOf(new Date(at))}`;
    const sent = sentOn.get(day) ?? 0;
    const custom = customOn.get(day) ?? 0;
    const earned = successes
      .filter(({ drop, at: foundAt }) => drop.sender_id === sender_id && foundAt <= at)
      .reduce((sum, { bonus }) => sum + bonus, 0);
    const spent = bonusSpent.get(sender_id) ?? 0;
    if (sent >= daily_allowance && spent >= earned) return refusal('drops.allowance-exceeded');
    if (is_custom && custom >= max_custom_drops_per_day) return refusal('drops.custom-limit-exceeded');
    if (sent >= daily_allowance) bonusSpent.set(sender_id, spent + 1);
    else sentOn.set(day, sent + 1);
    if (is_custom) customOn.set(day, custom + 1);
    return { ...attempt, code: null };
  });
}

export type SenderStats = {
  user_id: string;
  sent: number;
  increases: number;
  bonus: number;
  /** The success rate in percent, with one decimal. */
  successRate: number;
  /** The most days in a row on which they sent. */
  lastDays: number;
};

/** What came of all that each has sent, once every window has ended. */
export function listSenderStats(rows: Rows): Map<string, SenderStats> {
  const successes = successesOf(rows);
  const tallies = new Map<string, SenderStats>();
  for (const user_id of new Set(rows.drops.map(({ sender_id }) => sender_id))) {
    const own = rows.drops.filter(({ sender_id }) => sender_id === user_id);
    const good = successes.filter(({ drop }) => drop.sender_id === user_id);
    tallies.set(user_id, {
      user_id,
      sent: own.length,
      increases: good.length,
      bonus: good.reduce((sum, { bonus }) => sum + bonus, 0),
      successRate: Math.round((good.length / own.length) * 1_000) / 10,
      lastDays: lastDaysInARow(own.map(({ date_sent }) => dayOf(date_sent))),
    });
  }
  return tallies;
}

/** How many days in a row, up to the last one. */
function lastDaysInARow(days: readonly string[]): number {
  const all = new Set(days);
  let count = 0;
  for (let day = days.at(-1) as string; all.has(day); day = dayOf(new Date(Date.parse(day) - 24 * HOUR))) count += 1;
  return count;
}

/** The date in UTC. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
