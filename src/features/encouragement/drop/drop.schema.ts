import Type, { type Static } from 'typebox';
import { UserSummary } from '#features/account';
import { declareErrors } from '#platform/errors.ts';
import { listSchema, PageQuery } from '#platform/http/pagination.ts';
import { Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';
import { Content, DropType, Media, Title } from '../drop-template/drop-template.schema.ts';

const Drop = Type.Object(
  {
    id: Uuid,
    sender_id: Uuid,
    recipient_id: Uuid,
    drop_type: DropType,
    title: Nullable(Title),
    content: Content,
    ...Media.properties,
    template_id: Nullable(Uuid),
    is_custom: Type.Boolean({ description: 'Whether the sender wrote the text.' }),
    entry_id: Nullable(
      Type.String({ format: 'uuid', description: 'The entry of the recipient that the drop is about.' }),
    ),
    date_sent: Timestamp,
    read_at: Nullable(Timestamp),
  },
  { title: 'Drop' },
);
export type Drop = Static<typeof Drop>;

/** A drop in responses to its sender. */
export const SentDrop = Type.Object(
  {
    ...Drop.properties,
    engaged: Type.Boolean({ description: 'Whether the recipient wrote within the engagement window.' }),
    bonus_drops_awarded: Type.Integer(),
  },
  { title: 'SentDrop' },
);
export type SentDrop = Static<typeof SentDrop>;

export const SentDropBody = Type.Object(
  {
    drop: SentDrop,
    remaining: Type.Integer({ description: 'Drops that you can still send today.' }),
  },
  { title: 'SentDropBody' },
);
export type SentDropBody = Static<typeof SentDropBody>;

/** A drop in responses to its recipient. */
export const ReceivedDrop = Type.Object({ ...Drop.properties, sender: UserSummary }, { title: 'ReceivedDrop' });
export type ReceivedDrop = Static<typeof ReceivedDrop>;

// Whether the recipient has read a drop is not the sender's business.
const { read_at: _, ...SentProperties } = SentDrop.properties;

/** A drop in the list of its sender. */
export const SentDropWithRecipient = Type.Object(
  {
    ...SentProperties,
    engaged_at: Nullable(
      Type.String({ format: 'date-time', description: 'When the engagement job found the engagement; null before.' }),
    ),
    recipient: UserSummary,
  },
  { title: 'SentDropWithRecipient' },
);
export type SentDropWithRecipient = Static<typeof SentDropWithRecipient>;

export const SentDropList = listSchema('drops', SentDropWithRecipient);

export const ReceivedDropBody = Type.Object({ drop: ReceivedDrop }, { title: 'ReceivedDropBody' });
export const ReceivedDropList = listSchema('drops', ReceivedDrop);

export const NewDrop = Type.Object(
  {
    recipient_id: Uuid,
    drop_type: DropType,
    template_id: Type.Optional(Nullable(Uuid)),
    content: Type.Optional(Nullable(Content)),
    entry_id: Type.Optional(
      Nullable(Type.String({ format: 'uuid', description: 'An entry of the recipient that you can read.' })),
    ),
  },
  { title: 'NewDrop' },
);
export type NewDrop = Static<typeof NewDrop>;

export const ReceivedQuery = Type.Object({
  ...PageQuery.properties,
  mark_read: Type.Optional(Type.Boolean({ description: 'false does not mark the returned drops as read.' })),
});
export type ReceivedQuery = Static<typeof ReceivedQuery>;

export const dropErrors = declareErrors({
  templateOrContent: {
    status: 400,
    code: 'drops.template-or-content',
    message: 'Send either template_id or content, not both.',
  },
  toOneself: {
    status: 400,
    code: 'drops.to-oneself',
    message: 'You cannot send drops to yourself. Choose another recipient_id.',
  },
  recipientUnavailable: {
    status: 400,
    code: 'drops.recipient-unavailable',
    message: 'This user cannot receive drops from you. Choose another recipient_id.',
  },
  recipientNotFound: {
    status: 404,
    code: 'drops.recipient-not-found',
    message: 'No user has this recipient_id. Search users with GET /api/users/search.',
  },
  entryNotFound: {
    status: 404,
    code: 'drops.entry-not-found',
    message: 'The recipient has no such entry or does not share it with you.',
  },
  notFound: {
    status: 404,
    code: 'drops.not-found',
    message: 'You have no such drop. List your drops with GET /api/encouragement-drops/received.',
  },
});
