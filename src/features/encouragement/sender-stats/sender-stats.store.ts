import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { type Read, toRead } from '#platform/db/read.ts';
import type { SenderStats, StatsDelta } from './sender-stats.rules.ts';

/** Locks the stats of these senders in the order of their ids. */
export async function lockSenderStats(tx: Tx, userIds: readonly string[]): Promise<void> {
  await sql`
    select from drop_sender where user_id = any (${[...userIds]}::uuid[]) order by user_id for no key update`.execute(
    tx,
  );
}

/** The stats of these senders. Users who never sent a drop have none. */
export function selectSenderStats(userIds: readonly string[]): Read<SenderStats[]> {
  const query = sql<SenderStats>`
    select user_id as "userId", total_sent as "totalSent", engagement_increases as "engagementIncreases",
      ended_increases as "endedIncreases", windows_ended as "windowsEnded", bonus_earned as "bonusEarned",
      last_sent_day as "lastSentDay", consecutive_days as "consecutiveDays"
    from drop_sender where user_id = any (${[...userIds]}::uuid[]) order by user_id`;
  return toRead(query, {});
}

/** Adds the deltas to the stats and the spendable bonus of senders. Returns the number of updated senders. */
export async function updateSenderStats(tx: Tx, deltas: readonly StatsDelta[]): Promise<number> {
  const column = (name: Exclude<keyof StatsDelta, 'userId'>) => sql`${deltas.map((delta) => delta[name])}::integer[]`;
  const { numAffectedRows = 0n } = await sql`
    update drop_sender set
      engagement_increases = engagement_increases + given.increases,
      bonus_remaining = bonus_remaining + given.bonus,
      bonus_earned = bonus_earned + given.bonus,
      windows_ended = windows_ended + given.ended,
      ended_increases = ended_increases + given.increases_of_ended
    from unnest(${deltas.map(({ userId }) => userId)}::uuid[], ${column('increases')}, ${column('bonus')},
      ${column('ended')}, ${column('endedIncreases')}) as given (user_id, increases, bonus, ended, increases_of_ended)
    where drop_sender.user_id = given.user_id`.execute(tx);
  return Number(numAffectedRows);
}
