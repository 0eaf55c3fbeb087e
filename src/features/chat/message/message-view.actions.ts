import { nameOf } from '#features/check-in';
import type { ChatMessage } from './message.schema.ts';
import type { MessageRow } from './message-columns.store.ts';

/** An inactive sender has neither name nor avatar. */
export function viewOfMessage({ sender, ...row }: MessageRow): ChatMessage {
  return {
    id: row.id,
    room_id: row.room_id,
    sender: {
      id: sender.id,
      full_name: nameOf(sender),
      avatar_url: sender.is_active ? sender.avatar_url : null,
      is_ai: sender.is_ai,
    },
    content: row.content,
    mentions: row.mentions,
    created_at: row.created_at.toISOString(),
    edited_at: row.edited_at?.toISOString() ?? null,
    removed_at: row.removed_at?.toISOString() ?? null,
  };
}
