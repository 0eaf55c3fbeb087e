import Type, { type TObject } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { Timestamp } from '#platform/http/shapes.ts';
import { EVENT_KIND_NAMES, EVENT_KINDS, type EventKind } from '../event/kind.schema.ts';

export const StreamHeaders = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({ maxLength: 100, description: 'The `id` of the last received event. The stream continues after it.' }),
  ),
});

export const StreamQuery = Type.Object({
  ticket: Type.Optional(
    Type.String({ maxLength: 1_000, description: 'Of `POST /api/events/ticket`, in place of an access token.' }),
  ),
  last_event_id: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'For clients that cannot send the header `Last-Event-ID`, which counts first.',
    }),
  ),
});

/** Why a client must load again what it shows. */
export const RESET_REASONS = ['expired', 'too-many', 'unknown'] as const;
export type ResetReason = (typeof RESET_REASONS)[number];

const CONTROL_EVENTS = [
  Type.Object(
    { kind: Type.Literal('ready') },
    { title: 'ReadyEvent', description: 'The stream is open. Load now what you show; later changes follow.' },
  ),
  Type.Object(
    { kind: Type.Literal('reset'), reason: Type.Enum([...RESET_REASONS]) },
    {
      title: 'ResetEvent',
      description:
        'The stream could not continue after `Last-Event-ID`: it is older than an hour, more than 1000 events were missed, or the id is unknown. Load again what you show.',
    },
  ),
  Type.Object(
    {
      kind: Type.Literal('closed'),
      reason: Type.Enum(['access-ended', 'draining', 'expired', 'slow-reader']),
    },
    { title: 'ClosedEvent', description: 'The server ends the stream. Connect again, unless your access ended.' },
  ),
];

const titleOf = (kind: EventKind) =>
  `${kind.replaceAll(/(?:^|[.-])(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`;

/** The `data` of an event of each kind. */
const KIND_EVENTS: TObject[] = EVENT_KIND_NAMES.map((kind) => {
  const { version, description, data } = EVENT_KINDS[kind];
  return Type.Object(
    { kind: Type.Literal(kind), version: Type.Literal(version), occurred_at: Timestamp, data: data as TObject },
    { title: titleOf(kind), description },
  );
});

export const StreamEvents = Type.Union([...KIND_EVENTS, ...CONTROL_EVENTS], { title: 'StreamEvent' });

export const StreamText = {
  description: 'Server-sent events with `id`, `event` (the kind) and `data`: JSON of the shape of the kind.',
  content: { 'text/event-stream': { schema: StreamEvents } },
};

export const DESCRIPTION_OF_KINDS = EVENT_KIND_NAMES.map((kind) => {
  const { version, description } = EVENT_KINDS[kind];
  return `- \`${kind}\` (version ${version}): ${description}`;
}).join('\n');

export const streamErrors = declareErrors({
  unavailable: {
    status: 503,
    code: 'events.unavailable',
    message: 'Events are temporarily unavailable. Reconnect in a moment.',
  },
});
