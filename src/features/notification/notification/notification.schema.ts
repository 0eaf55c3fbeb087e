import Type, { type Static } from 'typebox';
import { UserSummary } from '#features/account';
import { declareErrors } from '#platform/errors.ts';
import { listSchema, PageQuery } from '#platform/http/pagination.ts';
import { Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';
import { DESCRIPTION_OF_KINDS, Kind, TargetType } from './kind.schema.ts';

export const Notification = Type.Object(
  {
    id: Uuid,
    kind: Type.String({
      description: 'Such as `baton_pass`. New kinds can appear; show `title` and `body` for any kind.',
    }),
    title: Type.String(),
    body: Type.String(),
    data: Type.Record(Type.String(), Nullable(Type.Union([Type.String(), Type.Number(), Type.Boolean()])), {
      description: `The parameters of the text and what a client needs to open the subject, by kind:\n\n${DESCRIPTION_OF_KINDS}`,
    }),
    key: Type.String({
      description:
        'The key of the text for translation, such as `notification.drop_received`. `data` has its parameters.',
    }),
    target: Nullable(
      Type.Object({
        type: TargetType,
        id: Type.String({
          description:
            'The id of the record. A chain is named by its date, a battle by the first day of its week, a badge by its level.',
        }),
      }),
      { description: 'What to open.' },
    ),
    actor: Nullable(UserSummary, {
      description: 'The user who caused it. null if there is none, or if they are deleted, deactivated or blocked.',
    }),
    read_at: Nullable(Timestamp),
    created_at: Timestamp,
  },
  { title: 'Notification' },
);
export type Notification = Static<typeof Notification>;

export const NotificationBody = Type.Object({ notification: Notification }, { title: 'NotificationBody' });

export const NotificationList = Type.Object(
  {
    ...listSchema('notifications', Notification).properties,
    unread_count: Type.Integer({ description: 'The number of all unread notifications.' }),
  },
  { title: 'NotificationPage' },
);
export type NotificationList = Static<typeof NotificationList>;

export const InboxQuery = Type.Object({
  ...PageQuery.properties,
  kind: Type.Optional(Kind),
  unread: Type.Optional(Type.Boolean({ description: 'true returns only unread notifications.' })),
});
export type InboxQuery = Static<typeof InboxQuery>;

export const ReadCount = Type.Object(
  { read: Type.Integer({ description: 'The number of notifications that were unread.' }) },
  { title: 'ReadCount' },
);

export const notificationErrors = declareErrors({
  notFound: {
    status: 404,
    code: 'notification.not-found',
    message: 'You have no notification with this id. GET /api/notifications lists yours.',
  },
});
