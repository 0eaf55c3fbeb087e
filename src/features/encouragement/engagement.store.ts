import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { OpenDrop, SenderStatsByUser, StatsDelta } from './engagement.rules.ts';

/** Where the reading of open drops goes on: right after this one. */
export type DropPosition = { endsAt: Date; id: string };

/** A drop whose window is open, as the job finds it. */
export type FoundDrop = {
  id: string;
  senderId: string;
  recipientId: string;
  sentAt: Date;
  endsAt: Date;
  isEngaged: boolean;
};

/**
 * The next drops whose window is open and about which there is something to find out: whether their recipient has written, or
 * that their window has ended, at `latestEnd` or before. Those that end first come first.
 */
export async function listOpenDrops(
  db: Db,
  latestEnd: Date,
  after: DropPosition | null,
  limit: number,
): Promise<FoundDrop[]> {
  const isAfter = after === null ? sql`true` : sql`(engagement_ends_at, id) > (${after.endsAt}, ${after.id})`;
  const { rows } = await sql<FoundDrop>`
    select id, sender_id as "senderId", recipient_id as "recipientId", date_sent as "sentAt",
      engagement_ends_at as "endsAt", engaged_at is not null as "isEngaged"
    from drop_sent
    where closed_at is null and engagement_ends_at is not null and ${isAfter}
      and (engaged_at is null or engagement_ends_at <= ${latestEnd})
    order by engagement_ends_at, id limit ${limit}`.execute(db);
  return rows;
}

/** Holds these people against being deleted. They come before any row of theirs, as in a deletion, which begins with them. */
export async function lockPeople(tx: Tx, userIds: readonly string[]): Promise<void> {
  await sql`select from profile where id = any (${[...userIds]}::uuid[]) order by id for key share`.execute(tx);
}

/** Holds the tallies of these senders until the transaction ends, and reads them. All who hold several take them by id. */
export async function lockSenderStats(tx: Tx, userIds: readonly string[]): Promise<SenderStatsByUser[]> {
  const { rows } = await sql<SenderStatsByUser>`
    select user_id as "userId", total_sent as "totalSent", engagement_increases as "engagementIncreases",
      ended_increases as "endedIncreases", windows_ended as "windowsEnded", bonus_earned as "bonusEarned",
      last_sent_day as "lastSentDay", consecutive_days as "consecutiveDays"
    from drop_sender where user_id = any (${[...userIds]}::uuid[]) order by user_id for no key update`.execute(tx);
  return rows;
}

/** A drop as it is once its sender's tallies are held: nobody else settles it then. */
export type HeldDrop = Omit<OpenDrop, 'hasWritten' | 'isOver' | 'isBarred'> & { endsAt: Date; isOfInactive: boolean };

/**
 * Holds those of these drops whose windows are still open. One that somebody else holds, as its reader does for a moment, is
 * left out: this waits for nobody, so that it does not matter in which order others take drops.
 */
export async function lockOpenDrops(tx: Tx, ids: readonly string[]): Promise<HeldDrop[]> {
  const { rows } = await sql<HeldDrop>`
    select drop_sent.id, sender_id as "senderId", recipient_id as "recipientId", day, engagement_ends_at as "endsAt",
      engaged_at is not null as "isEngaged",
      sender.is_ai or recipient.is_ai as "isSynthetic",
      not (sender.is_active and recipient.is_active) as "isOfInactive",
      (select count(*)::integer from drop_sent other
        where other.sender_id = drop_sent.sender_id and other.recipient_id = drop_sent.recipient_id
          and other.day = drop_sent.day and other.bonus_drops_awarded > 0) as rewarded
    from drop_sent
    join profile sender on sender.id = sender_id
    join profile recipient on recipient.id = recipient_id
    where drop_sent.id = any (${[...ids]}::uuid[]) and closed_at is null
    order by engagement_ends_at, drop_sent.id for no key update of drop_sent skip locked`.execute(tx);
  return rows;
}

/** Marks drops as engaged that are not yet, and whose windows are open; returns those that it has marked. */
export async function claimEngagements(
  tx: Tx,
  engagements: readonly { id: string; bonus: number }[],
  now: Date,
): Promise<{ id: string; senderId: string; bonus: number }[]> {
  const { rows } = await sql<{ id: string; senderId: string; bonus: number }>`
    update drop_sent set engaged_at = ${now}, bonus_drops_awarded = given.bonus
    from unnest(${engagements.map(({ id }) => id)}::uuid[], ${engagements.map(({ bonus }) => bonus)}::integer[])
      as given (id, bonus)
    where drop_sent.id = given.id and engaged_at is null and closed_at is null
    returning drop_sent.id, sender_id as "senderId", bonus_drops_awarded as bonus`.execute(tx);
  return rows;
}

/** Closes windows that are open; returns those that it has closed. */
export async function claimClosings(
  tx: Tx,
  ids: readonly string[],
  now: Date,
): Promise<{ id: string; senderId: string; isEngaged: boolean }[]> {
  const { rows } = await sql<{ id: string; senderId: string; isEngaged: boolean }>`
    update drop_sent set closed_at = ${now}
    where id = any (${[...ids]}::uuid[]) and closed_at is null
    returning id, sender_id as "senderId", engaged_at is not null as "isEngaged"`.execute(tx);
  return rows;
}

/** Adds to the tallies of senders, and to the bonus that they can spend. Returns of how many. */
export async function updateSenderStats(tx: Tx, gains: readonly StatsDelta[]): Promise<number> {
  const column = (name: Exclude<keyof StatsDelta, 'userId'>) => sql`${gains.map((gain) => gain[name])}::integer[]`;
  const { numAffectedRows = 0n } = await sql`
    update drop_sender set
      engagement_increases = engagement_increases + given.increases,
      bonus_remaining = bonus_remaining + given.bonus,
      bonus_earned = bonus_earned + given.bonus,
      windows_ended = windows_ended + given.ended,
      ended_increases = ended_increases + given.increases_of_ended
    from unnest(${gains.map(({ userId }) => userId)}::uuid[], ${column('increases')}, ${column('bonus')},
      ${column('ended')}, ${column('endedIncreases')}) as given (user_id, increases, bonus, ended, increases_of_ended)
    where drop_sender.user_id = given.user_id`.execute(tx);
  return Number(numAffectedRows);
}
