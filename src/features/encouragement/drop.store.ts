import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { afterCursor, type Position } from '../../platform/db/pagination.ts';
import type { DropSent } from '../../platform/db/tables.generated.ts';
import type { DropType, Media } from './template.schema.ts';

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

/** A drop, without what its engagement came to. */
export type DropRow = Omit<Selectable<DropSent>, keyof Media | Hidden> & Media;

/**
 * Those who want nothing to do with somebody, and the other way round, as an array: it is made once for a statement, where a
 * condition on two people would have PostgreSQL read everybody's blocks.
 */
function blockedUserIds(userId: string): RawBuilder<string[]> {
  return sql`array(
    select blocked_id from user_block where blocker_id = ${userId}
    union all
    select blocker_id from user_block where blocked_id = ${userId})`;
}

export type Parties = { recipient_id: string; is_active: boolean; is_blocked: boolean; sender_name: string };

/** Who sends to whom, both kept from being deleted until the transaction ends; undefined where there is no such recipient. */
export async function lockParties(tx: Tx, senderId: string, recipientId: string): Promise<Parties | undefined> {
  const { rows } = await sql<Parties>`
    select recipient.id as recipient_id, recipient.is_active, sender.full_name as sender_name,
      sender.id = any (${blockedUserIds(recipientId)}) as is_blocked
    from profile recipient cross join profile sender
    where recipient.id = ${recipientId} and sender.id = ${senderId}
    for key share of recipient, sender`.execute(tx);
  return rows[0];
}

export type NewDropValues = Media & {
  id: string;
  senderId: string;
  recipientId: string;
  dropType: DropType;
  templateId: string | null;
  title: string | null;
  content: string;
  entryId: string | null;
  sentAt: Date;
  day: string;
  engagementEndsAt: Date;
};

export async function insertDrop(tx: Tx, drop: NewDropValues): Promise<DropRow> {
  return tx
    .insertInto('drop_sent')
    .values({
      id: drop.id,
      sender_id: drop.senderId,
      recipient_id: drop.recipientId,
      drop_type: drop.dropType,
      template_id: drop.templateId,
      is_custom: drop.templateId === null,
      title: drop.title,
      content: drop.content,
      media_url: drop.media_url,
      media_type: drop.media_type,
      thumbnail_url: drop.thumbnail_url,
      entry_id: drop.entryId,
      date_sent: drop.sentAt,
      day: drop.day,
      engagement_ends_at: drop.engagementEndsAt,
    })
    .returning(COLUMNS)
    .$narrowType<Media>()
    .executeTakeFirstOrThrow();
}

/** A drop with who sent it; those four are null for the assistant. */
export type ReceivedRow = DropRow & {
  /** When it was sent, under the name by which lists go on. */
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

/** The query for what somebody has received, newest first, without what came from people they are apart from by now. */
export function receivedDrops(db: Db, recipientId: string, after: Position | null, limit: number) {
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
  return receivedDrops(db, recipientId, after, limit).execute();
}

export async function findReceivedDrop(db: Db, recipientId: string, id: string): Promise<ReceivedRow | undefined> {
  return receivedBy(db, recipientId).where('drop_sent.id', '=', id).executeTakeFirst();
}

/** Marks these of the recipient's drops as read, as far as they are not; the first time is the one that stays. */
export async function updateToRead(db: Db, recipientId: string, ids: readonly string[], now: Date): Promise<void> {
  // In the order of their ids, so that none of two who mark many waits for the other.
  await sql`
    with unread as (
      select id from drop_sent
      where id = any (${[...ids]}::uuid[]) and recipient_id = ${recipientId} and read_at is null
      order by id for no key update
    )
    update drop_sent set read_at = ${now} from unread where drop_sent.id = unread.id`.execute(db);
}
