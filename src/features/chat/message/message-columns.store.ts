import { type RawBuilder, sql } from 'kysely';
import type { Mention } from '#features/account';

declare module '../../../platform/db/json-columns.ts' {
  interface JsonTypes {
    'chat_message.mentions': Mention[];
  }
}

export type MessageRow = {
  id: string;
  room_id: string;
  sender: { id: string; full_name: string; avatar_url: string | null; is_ai: boolean; is_active: boolean };
  content: string | null;
  /** The mentions. Omits users in a blocked pair with the sender. */
  mentions: Mention[];
  created_at: Date;
  edited_at: Date | null;
  removed_at: Date | null;
};

export const MESSAGE_INSTANTS = { created_at: true, edited_at: true, removed_at: true } as const;

const isBlockedPair = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) => sql<boolean>`exists (
  select from user_block where (blocker_id, blocked_id) in ((${one}, ${other}), (${other}, ${one})))`;

const SENDER = sql.ref('message.sender_id');
const MENTIONED = sql`(mention ->> 'user_id')::uuid`;

/** The columns of a `MessageRow`, of `message` and the profile of its `sender`. */
export const MESSAGE_COLUMNS = sql`
  message.id, message.room_id, message.content, message.created_at, message.edited_at, message.removed_at,
  case when message.mentions = '[]' then message.mentions else (
    select coalesce(jsonb_agg(mention order by position), '[]')
    from jsonb_array_elements(message.mentions) with ordinality as listed (mention, position)
    where not ${isBlockedPair(SENDER, MENTIONED)}) end as mentions,
  jsonb_build_object('id', sender.id, 'full_name', sender.full_name, 'avatar_url', sender.avatar_url,
    'is_ai', sender.is_ai, 'is_active', sender.is_active) as sender`;

/** Whether the sender of `message` is in no block with a user. */
export const isVisibleTo = (userId: string): RawBuilder<boolean> =>
  sql`not ${isBlockedPair(sql`${userId}::uuid`, SENDER)}`;
