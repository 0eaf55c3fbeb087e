import Type, { type Static } from 'typebox';
import { declareErrors } from '../../platform/errors.ts';
import { listSchema, PageQuery } from '../../platform/http/pagination.ts';
import { Nullable, Timestamp, Uuid } from '../../platform/http/shapes.ts';
import { Content, DropType, Media, Title } from './template.schema.ts';

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
    is_custom: Type.Boolean({ description: 'Whether its sender wrote it.' }),
    entry_id: Nullable(Type.String({ format: 'uuid', description: 'The entry of the recipient that it is about.' })),
    date_sent: Timestamp,
    read_at: Nullable(Timestamp),
  },
  { title: 'Drop' },
);
export type Drop = Static<typeof Drop>;

/** A drop as its sender gets it. */
export const SentDrop = Type.Object(
  {
    ...Drop.properties,
    engaged: Type.Boolean({ description: 'Whether the recipient wrote within the time that counts.' }),
    bonus_drops_awarded: Type.Integer(),
  },
  { title: 'SentDrop' },
);
export type SentDrop = Static<typeof SentDrop>;

export const SentDropBody = Type.Object(
  {
    drop: SentDrop,
    remaining: Type.Integer({ description: 'How many drops you can still send today.' }),
  },
  { title: 'SentDropBody' },
);
export type SentDropBody = Static<typeof SentDropBody>;

/** A drop as its recipient gets it. */
export const ReceivedDrop = Type.Object(
  {
    ...Drop.properties,
    sender: Type.Object({
      id: Uuid,
      full_name: Type.String(),
      avatar_url: Nullable(Type.String()),
      is_ai: Type.Boolean(),
    }),
  },
  { title: 'ReceivedDrop' },
);
export type ReceivedDrop = Static<typeof ReceivedDrop>;

export const ReceivedDropBody = Type.Object({ drop: ReceivedDrop }, { title: 'ReceivedDropBody' });
export const ReceivedDropList = listSchema('drops', ReceivedDrop);

export const NewDrop = Type.Object(
  {
    recipient_id: Uuid,
    drop_type: DropType,
    template_id: Type.Optional(Nullable(Uuid)),
    content: Type.Optional(Nullable(Content)),
    entry_id: Type.Optional(
      Nullable(Type.String({ format: 'uuid', description: 'An entry of the recipient’s that you see.' })),
    ),
  },
  { title: 'NewDrop' },
);
export type NewDrop = Static<typeof NewDrop>;

export const ReceivedQuery = Type.Object({
  ...PageQuery.properties,
  mark_read: Type.Optional(Type.Boolean({ description: 'false leaves unread what is listed.' })),
});
export type ReceivedQuery = Static<typeof ReceivedQuery>;

export const dropErrors = declareErrors({
  templateOrContent: {
    status: 400,
    code: 'drops.template-or-content',
    message: 'Send either a template_id or content of your own, and not both.',
  },
  toOneself: {
    status: 400,
    code: 'drops.to-oneself',
    message: 'Drops are for others. Choose somebody else as recipient_id.',
  },
  recipientUnavailable: {
    status: 400,
    code: 'drops.recipient-unavailable',
    message: 'This person cannot get drops from you. Choose somebody else as recipient_id.',
  },
  recipientNotFound: {
    status: 404,
    code: 'drops.recipient-not-found',
    message: 'Nobody has this recipient_id. GET /api/users/search finds people.',
  },
  entryNotFound: {
    status: 404,
    code: 'drops.entry-not-found',
    message: 'The recipient has no such entry, or does not share it with you.',
  },
  notFound: {
    status: 404,
    code: 'drops.not-found',
    message: 'You have no such drop. GET /api/encouragement-drops/received lists yours.',
  },
});
