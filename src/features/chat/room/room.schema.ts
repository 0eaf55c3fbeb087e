import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { CalendarDate, Nullable, Timestamp } from '#platform/http/shapes.ts';
import { ChatMessage } from '../message/message.schema.ts';

const RoomKind = Type.Enum(['squad', 'team', 'organization'], { title: 'ChatRoomKind' });
export type RoomKind = Static<typeof RoomKind>;

/** `unread_count` does not count further. */
export const MAX_UNREAD_COUNT = 100;

const ChatRoom = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'The id of the squad, team or organization.' }),
    kind: RoomKind,
    name: Nullable(Type.String(), { description: 'The name of the group. null for a squad.' }),
    date: Nullable(CalendarDate, { description: 'The date of the squad. null for other groups.' }),
    can_write: Type.Boolean({
      description: 'false in the room of a squad two hours after the end of its date, when the last window has closed.',
    }),
    can_remove: Type.Boolean({
      description: 'Whether you can remove the messages of others, as an admin of the group.',
    }),
    unread_count: Type.Integer({
      minimum: 0,
      maximum: MAX_UNREAD_COUNT,
      description: `Messages of others after your read mark, or since you joined. ${MAX_UNREAD_COUNT} if there are more.`,
    }),
    read_until: Nullable(Timestamp, {
      description: 'Your read mark: the `created_at` of the last message that you read.',
    }),
    last_message: Nullable(ChatMessage),
  },
  { title: 'ChatRoom' },
);
export type ChatRoom = Static<typeof ChatRoom>;

export const ChatRoomList = Type.Object({ rooms: Type.Array(ChatRoom) }, { title: 'ChatRoomList' });

export const roomErrors = declareErrors({
  notFound: {
    status: 404,
    code: 'chat.room-not-found',
    message: 'You are in no room with this id. List your rooms with GET /api/chat/rooms.',
  },
  closed: {
    status: 409,
    code: 'chat.room-closed',
    message: 'The day of this squad is over. You can read its messages until the next day ends.',
  },
});
