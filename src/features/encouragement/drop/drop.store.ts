import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { onlyRow } from '#platform/db/only-row.ts';
import { afterCursor, type Position } from '#platform/db/pagination.ts';
import { mapRead, type Read, toRead } from '#platform/db/read.ts';
import type { DropSent } from '#platform/db/tables.generated.ts';
import type { DailyLimits, Spending } from '../allowance/allowance.rules.ts';
import { claimDrop } from '../allowance/allowance.store.ts';
import type { Configuration } from '../configuration/configuration.schema.ts';
import type { Media } from '../drop-template/drop-template.schema.ts';

const COLUMNS = [
  'drop_sent.id',
  'drop_sent.sender_id',
  'drop_sent.recipient_id',
  'drop_sent.drop_type',
  'drop_sent.title',
  'drop_sent.content',
  'drop_sent.media_url',
  'drop_sent.media_type',
  'drop_sent.thumbnail_url',
  'drop_sent.template_id',
  'drop_sent.is_custom',
  'drop_sent.entry_id',
  'drop_sent.date_sent',
  'drop_sent.read_at',
] as const;

type Hidden = 'day' | 'engagement_ends_at' | 'engaged_at' | 'closed_at' | 'bonus_drops_awarded';

/** A drop without its engagement. */
export type DropRow = Omit<Selectable<DropSent>, keyof Media | Hidden> & Media;

/**
 * The ids of the users with a block in either direction, as an array. PostgreSQL computes it once for each statement; with a join
 * it would read all blocks.
 */
function blockedUserIds(userId: string): RawBuilder<string[]> {
  return sql`array(
    select blocked_id from user_block where blocker_id = ${userId}
    union all
    select blocker_id from user_block where blocked_id = ${userId})`;
}

export type SenderAndRecipient = {
  recipient_id: string;
  is_active: boolean;
  is_blocked: boolean;
  sender_name: string;
  configuration: Configuration;
};

/**
 * Locks the profiles of sender and recipient against deletion, and reads the configuration. Returns undefined if there is no such
 * recipient.
 */
export async function lockSenderAndRecipient(
  tx: Tx,
  senderId: string,
  recipientId: string,
): Promise<SenderAndRecipient | undefined> {
  const { rows } = await sql<SenderAndRecipient>`
    select recipient.id as recipient_id, recipient.is_active, sender.full_name as sender_name,
      sender.id = any (${blockedUserIds(recipientId)}) as is_blocked,
      (select row_to_json(drop_configuration.*) from drop_configuration) as configuration
    from profile recipient cross join profile sender
    where recipient.id = ${recipientId} and sender.id = ${senderId}
    for key share of recipient, sender`.execute(tx);
  return rows[0];
}

/** A drop of a user to send. */
export type DropToSend = DropRow & { sender_id: string; day: string; engagement_ends_at: Date };

/**
 * Inserts a drop and spends it from the sender's allowance. Returns what the sender has spent, or undefined and changes nothing if a
 * limit is reached.
 */
export async function insertDropWithin(tx: Tx, limits: DailyLimits, drop: DropToSend): Promise<Spending | undefined> {
  const toSpend = { userId: drop.sender_id, today: drop.day, isCustom: drop.is_custom, ...limits };
  const { rows } = await sql<Spending>`
    with spent as (${claimDrop(toSpend)}),
    sent as (
      insert into drop_sent (id, sender_id, recipient_id, drop_type, template_id, is_custom, title, content,
        media_url, media_type, thumbnail_url, entry_id, date_sent, day, engagement_ends_at)
      select ${drop.id}, ${drop.sender_id}, ${drop.recipient_id}, ${drop.drop_type}, ${drop.template_id},
        ${drop.is_custom}, ${drop.title}, ${drop.content}, ${drop.media_url}, ${drop.media_type},
        ${drop.thumbnail_url}, ${drop.entry_id}, ${drop.date_sent}, ${drop.day}, ${drop.engagement_ends_at}
      from spent
    )
    select * from spent`.execute(tx);
  return rows[0];
}

/** A drop with its sender. The `sender_…` columns are null for the assistant. */
export type ReceivedRow = DropRow & {
  /** The same as `date_sent`, under the name that cursors use. */
  created_at: Date;
  sender_name: string | null;
  sender_avatar_url: string | null;
  sender_is_ai: boolean | null;
  sender_is_active: boolean | null;
};

function receivedBy(db: Db, recipientId: string) {
  return db
    .selectFrom('drop_sent')
    .leftJoin('profile as sender', 'sender.id', 'drop_sent.sender_id')
    .select(COLUMNS)
    .select([
      'drop_sent.date_sent as created_at',
      'sender.full_name as sender_name',
      'sender.avatar_url as sender_avatar_url',
      'sender.is_ai as sender_is_ai',
      'sender.is_active as sender_is_active',
    ])
    .$narrowType<Media>()
    .where('drop_sent.recipient_id', '=', recipientId)
    .where(sql<boolean>`(drop_sent.sender_id is null or drop_sent.sender_id <> all (${blockedUserIds(recipientId)}))`);
}

/** Selects the drops that a user received, newest first, without those of blocked users. */
export function selectReceivedDrops(db: Db, recipientId: string, after: Position | null, limit: number) {
  const query = receivedBy(db, recipientId);
  return query
    .where(afterCursor(after, 'drop_sent.date_sent', 'drop_sent.id'))
    .orderBy('drop_sent.date_sent', 'desc')
    .orderBy('drop_sent.id', 'desc')
    .limit(limit);
}

export async function listReceivedDrops(
  db: Db,
  recipientId: string,
  after: Position | null,
  limit: number,
): Promise<ReceivedRow[]> {
  return selectReceivedDrops(db, recipientId, after, limit).execute();
}

export async function findReceivedDrop(db: Db, recipientId: string, id: string): Promise<ReceivedRow | undefined> {
  return receivedBy(db, recipientId).where('drop_sent.id', '=', id).executeTakeFirst();
}

/** The unread drops of a recipient, without those of blocked users. */
export function selectUnreadDropCount(recipientId: string): Read<number> {
  const query = sql<{ unread: number }>`
    select count(*)::integer as unread from drop_sent
    where recipient_id = ${recipientId} and read_at is null
      and (sender_id is null or sender_id <> all (${blockedUserIds(recipientId)}))`;
  return mapRead(toRead(query, {}), (rows) => onlyRow(rows).unread);
}

/** Whether one of two users has sent the other a drop. */
export async function existsDropBetween(db: Db, one: string, other: string): Promise<boolean> {
  const { rows } = await sql`
    select from drop_sent
    where (sender_id = ${one} and recipient_id = ${other}) or (sender_id = ${other} and recipient_id = ${one})
    limit 1`.execute(db);
  return rows.length > 0;
}

/** A drop with its engagement and its recipient. */
export type SentRow = DropRow & {
  sender_id: string;
  engaged_at: Date | null;
  bonus_drops_awarded: number;
  /** The same as `date_sent`, under the name that cursors use. */
  created_at: Date;
  recipient_name: string;
  recipient_avatar_url: string | null;
  recipient_is_ai: boolean;
  recipient_is_active: boolean;
};

/** Selects the drops that a user sent, newest first, without those to blocked users. */
export function selectSentDrops(db: Db, senderId: string, after: Position | null, limit: number) {
  return db
    .selectFrom('drop_sent')
    .innerJoin('profile as recipient', 'recipient.id', 'drop_sent.recipient_id')
    .select(COLUMNS)
    .select([
      'drop_sent.engaged_at',
      'drop_sent.bonus_drops_awarded',
      'drop_sent.date_sent as created_at',
      'recipient.full_name as recipient_name',
      'recipient.avatar_url as recipient_avatar_url',
      'recipient.is_ai as recipient_is_ai',
      'recipient.is_active as recipient_is_active',
    ])
    .$narrowType<Media & { sender_id: string }>()
    .where('drop_sent.sender_id', '=', senderId)
    .where(sql<boolean>`drop_sent.recipient_id <> all (${blockedUserIds(senderId)})`)
    .where(afterCursor(after, 'drop_sent.date_sent', 'drop_sent.id'))
    .orderBy('drop_sent.date_sent', 'desc')
    .orderBy('drop_sent.id', 'desc')
    .limit(limit);
}

export async function listSentDrops(
  db: Db,
  senderId: string,
  after: Position | null,
  limit: number,
): Promise<SentRow[]> {
  return selectSentDrops(db, senderId, after, limit).execute();
}

/** Marks the unread of these drops of a recipient as read. */
export async function updateAsRead(db: Db, recipientId: string, ids: readonly string[], now: Date): Promise<void> {
  // Rows are locked in the order of ids, so that concurrent calls cannot deadlock.
  await sql`
    with unread as (
      select id from drop_sent
      where id = any (${[...ids]}::uuid[]) and recipient_id = ${recipientId} and read_at is null
      order by id for no key update
    )
    update drop_sent set read_at = ${now} from unread
    where recipient_id = ${recipientId} and drop_sent.id = unread.id`.execute(db);
}

/** Finds the newest drop of the assistant that a user received since an instant. */
export function selectAssistantDrop(db: Db, recipientId: string, since: Date) {
  const query = db
    .selectFrom('drop_sent')
    .select(['id', 'content', 'date_sent', 'read_at'])
    .where('recipient_id', '=', recipientId)
    .where('sender_id', 'is', null)
    .where('date_sent', '>=', since)
    .orderBy('date_sent', 'desc')
    .limit(1);
  return mapRead(toRead(query, { date_sent: true, read_at: true }), ([drop]) => drop);
}

/** Which of these users have the assistant's drop of a day. */
export async function listAssistantDropRecipients(
  db: Db,
  userIds: readonly string[],
  day: string,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('drop_sent')
    .select('recipient_id')
    .where('sender_id', 'is', null)
    .where('day', '=', day)
    .where(sql<boolean>`recipient_id = any (${[...userIds]}::uuid[])`)
    .execute();
  return new Set(rows.map(({ recipient_id }) => recipient_id));
}

export type NewAssistantDrop = { id: string; recipientId: string; content: string };

/** Inserts the assistant's drops of a day. Returns the ids of those whose recipients had none. */
export async function claimAssistantDrops(
  tx: Tx,
  drops: readonly NewAssistantDrop[],
  { day, now }: { day: string; now: Date },
): Promise<ReadonlySet<string>> {
  // Rows are locked in the order of recipients, so that concurrent calls cannot deadlock.
  const { rows } = await sql<{ id: string }>`
    insert into drop_sent (id, recipient_id, drop_type, is_custom, content, date_sent, day)
    select id, recipient_id, 'encouragement', false, content, ${now}::timestamptz, ${day}::date
    from unnest(${drops.map(({ id }) => id)}::uuid[], ${drops.map(({ recipientId }) => recipientId)}::uuid[],
      ${drops.map(({ content }) => content)}::text[]) as given (id, recipient_id, content)
    order by recipient_id
    on conflict (recipient_id, day) where sender_id is null do nothing
    returning id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

export async function existsReceivedDrop(db: Db, recipientId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('drop_sent')
    .select('id')
    .where('id', '=', id)
    .where('recipient_id', '=', recipientId)
    .executeTakeFirst();
  return row !== undefined;
}

/** A drop as super admins read it for a report. */
export type ReportedDrop = {
  id: string;
  /** Null for the assistant. */
  senderId: string | null;
  title: string | null;
  content: string;
  mediaUrl: string | null;
  sentAt: Date;
};

/** The existing drops of these ids. The caller checks that the actor may read them, and records it. */
export async function listReportedDrops(db: Db, ids: readonly string[]): Promise<ReportedDrop[]> {
  return db
    .selectFrom('drop_sent')
    .select(['id', 'sender_id as senderId', 'title', 'content', 'media_url as mediaUrl', 'date_sent as sentAt'])
    .where(sql<boolean>`id = any (${[...ids]}::uuid[])`)
    .execute();
}

/**
 * Counts the drops that a user sent and received from `from` (inclusive) until `until` (exclusive). Received drops of users in a blocked
 * pair do not count.
 */
export async function countDropsBetween(
  db: Db,
  userId: string,
  from: Date,
  until: Date,
): Promise<{ sent: number; received: number }> {
  const isWithin = sql`date_sent >= ${from} and date_sent < ${until}`;
  const { rows } = await sql<{ sent: number; received: number }>`
    select
      (select count(*)::integer from drop_sent where sender_id = ${userId} and ${isWithin}) as sent,
      (select count(*)::integer from drop_sent
        where recipient_id = ${userId} and ${isWithin}
          and (sender_id is null or sender_id <> all (${blockedUserIds(userId)}))) as received`.execute(db);
  return rows[0] ?? { sent: 0, received: 0 };
}
