import Type, { type Static } from 'typebox';
import { UserSummary } from '#features/account';
import { declareErrors } from '#platform/errors.ts';
import { listSchema, PageQuery } from '#platform/http/pagination.ts';
import { NewId } from '#platform/http/records.ts';
import { Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';

export const EDIT_MINUTES = 15;
export const MAX_MESSAGES_PER_MINUTE = 30;

/** The first mentions of a message notify. */
export const MAX_MENTIONED = 10;

export const ChatMessage = Type.Object(
  {
    id: Uuid,
    room_id: Uuid,
    sender: UserSummary,
    content: Nullable(Type.String(), { description: 'null if the message is removed.' }),
    mentions: Type.Array(Type.Object({ user_id: Uuid, name: Type.String() }), {
      description: 'The users that the text mentions, without users in a blocked pair with the sender.',
    }),
    created_at: Type.String({
      format: 'date-time',
      description: 'Later than that of each earlier message of the room.',
    }),
    edited_at: Nullable(Timestamp),
    removed_at: Nullable(Timestamp),
  },
  { title: 'ChatMessage' },
);
export type ChatMessage = Static<typeof ChatMessage>;

export const ChatMessageBody = Type.Object({ message: ChatMessage }, { title: 'ChatMessageBody' });
export const ChatMessageList = listSchema('messages', ChatMessage);

/** The new text of a message. */
export const MessageText = Type.Object(
  {
    content: Type.String({
      minLength: 1,
      maxLength: 1_000,
      pattern: '\\S',
      description: `A user is mentioned as \`@[Name](user id)\`. The first ${MAX_MENTIONED} who are in the room are notified.`,
    }),
  },
  { title: 'ChatMessageText' },
);
export type MessageText = Static<typeof MessageText>;

export const NewMessage = Type.Object(
  { id: Type.Optional(NewId), ...MessageText.properties },
  { title: 'NewChatMessage' },
);
export type NewMessage = Static<typeof NewMessage>;

export const MessageQuery = Type.Object({
  ...PageQuery.properties,
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'Only messages with all of these words, or words that begin so, whatever their accents and case. `"a phrase"`, `-without`, `this or that`.',
    }),
  ),
});
export type MessageQuery = Static<typeof MessageQuery>;

export const MessageInPath = Type.Object({ id: Uuid, messageId: Uuid });
export type MessageInPath = Static<typeof MessageInPath>;

export const messageErrors = declareErrors({
  notFound: {
    status: 404,
    code: 'chat.message-not-found',
    message: 'The room has no message with this id, or it is removed.',
  },
  notSender: { status: 403, code: 'chat.not-sender', message: 'Only its sender can change a message.' },
  notRemovable: {
    status: 403,
    code: 'chat.not-removable',
    message:
      'Only its sender and the admins of the group can remove a message. You can report it with POST /api/reports.',
  },
  editTooLate: {
    status: 409,
    code: 'chat.edit-too-late',
    message: `A message can be changed for ${EDIT_MINUTES} minutes. You can remove it and send another one.`,
  },
  minuteLimit: {
    status: 429,
    code: 'chat.minute-limit',
    message: `You can send ${MAX_MESSAGES_PER_MINUTE} messages a minute. The header Retry-After says when to go on.`,
  },
});
