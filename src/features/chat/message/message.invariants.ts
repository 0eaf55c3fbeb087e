import { sql } from 'kysely';
import { type Invariant, violationsOf } from '#platform/db/invariant.ts';

export const CHAT_INVARIANTS: readonly Invariant[] = [
  {
    name: 'chat.last-messages',
    holds: 'No message and no read mark is later than the last message of its room.',
    advice: 'Harmless: unread counts of the room may be too small until its next message. Report it as a bug.',
    find: violationsOf(sql`
      select 'chat_message ' || message.id as violation
      from chat_message message join chat_room room on room.id = room_id where message.created_at > room.last_message_at
      union all
      select 'chat_read_mark ' || mark.user_id || ' ' || mark.room_id
      from chat_read_mark mark join chat_room room on room.id = room_id where mark.read_until > room.last_message_at`),
  },
  {
    name: 'chat.mentions',
    holds: 'Each mention in a message names a profile.',
    advice: 'Harmless: the name is shown without a link. Report it as a bug.',
    find: violationsOf(sql`
      select distinct 'chat_message ' || message.id || ': profile ' || (mention ->> 'user_id') as violation
      from chat_message message cross join lateral jsonb_array_elements(mentions) mention
      where mentions <> '[]' and not exists (select from profile where profile.id = (mention ->> 'user_id')::uuid)`),
  },
];
