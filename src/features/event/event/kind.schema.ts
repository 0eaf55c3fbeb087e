import Type, { type Static, type TObject } from 'typebox';
import { CalendarDate, Nullable, Uuid } from '#platform/http/shapes.ts';

type KindDeclaration = {
  /** Grows when `data` changes in a way that a client can notice. */
  version: number;
  /** Who receives it and when, for the API description. */
  description: string;
  /** Ids and small facts by which a client loads what changed. Never private text. */
  data: TObject;
};

const Count = Type.Integer({ minimum: 0 });

/** All kinds of events. */
export const EVENT_KINDS = {
  notification: {
    version: 1,
    description: 'You have a new notification. `kind` is that of the notification.',
    data: Type.Object({ notification_id: Uuid, kind: Type.String() }),
  },
  'chain.updated': {
    version: 1,
    description:
      'Your neighbours or your squad on a date are others (`matching`), or the day state of one of them changed (`status`).',
    data: Type.Object({ date: CalendarDate, change: Type.Enum(['matching', 'status']) }),
  },
  'check-in.made': {
    version: 1,
    description: 'You, a neighbour or a member of your squad checked in.',
    data: Type.Object({ date: CalendarDate, user_id: Uuid, checkin_id: Uuid }),
  },
  'mosaic.updated': {
    version: 1,
    description: 'The mosaic of a date changed. At most one in three seconds for each date.',
    data: Type.Object({ date: CalendarDate }),
  },
  'battle.progress': {
    version: 1,
    description: 'The standings of a week changed. At most one in three seconds for each week.',
    data: Type.Object({ week_start_date: CalendarDate }),
  },
  'drop.received': {
    version: 1,
    description: 'You received an encouragement drop. `from_user_id` is null if it is from the assistant.',
    data: Type.Object({ drop_id: Uuid, from_user_id: Nullable(Uuid) }),
  },
  'wallet.changed': {
    version: 1,
    description: 'Your balance changed.',
    data: Type.Object({ transaction_id: Uuid, amount: Type.Integer(), balance: Count }),
  },
  'entry.changed': {
    version: 1,
    description:
      'One of your entries changed, perhaps on another device. A restored entry is `created`. `entry_id` is null if more than a hundred changed at once.',
    data: Type.Object({ entry_id: Nullable(Uuid), change: Type.Enum(['created', 'updated', 'deleted']) }),
  },
  'export.progress': {
    version: 1,
    description: 'Your export made progress. At most one in three seconds for each export.',
    data: Type.Object({ export_id: Uuid, status: Type.String(), done: Count, total: Count }),
  },
  'chat.message': {
    version: 1,
    description: 'A message of a chat room that you can read was written, edited or deleted.',
    data: Type.Object({
      room: Type.String(),
      message_id: Uuid,
      change: Type.Enum(['created', 'edited', 'deleted']),
      sender_id: Uuid,
    }),
  },
  'chat.typing': {
    version: 1,
    description:
      'A member is writing in a chat room that you can read. Not stored: it has no `id`, and is not sent again.',
    data: Type.Object({ room: Type.String(), user_id: Uuid }),
  },
} as const satisfies Record<string, KindDeclaration>;

export type EventKind = keyof typeof EVENT_KINDS;
export type EventDataOf<K extends EventKind> = Static<(typeof EVENT_KINDS)[K]['data']>;

export const EVENT_KIND_NAMES = Object.keys(EVENT_KINDS) as EventKind[];
export const EventKind = Type.Enum(EVENT_KIND_NAMES, { title: 'EventKind' });

/** A stored kind can be one of another version. */
export const isEventKind = (kind: string): kind is EventKind => Object.hasOwn(EVENT_KINDS, kind);
