import Type from 'typebox';
import { declareErrors } from '../../platform/errors.ts';

export const EventHeaders = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({ description: 'The `id` of the last event that was received: the stream goes on after it.' }),
  ),
});

const Events = Type.String({
  description: 'Server-sent events: `id`, `event: notification`, and `data` with `{"notification": …}`.',
});

export const EventText = {
  description: 'Events, one after another.',
  content: { 'text/event-stream': { schema: Events } },
};

export const eventErrors = declareErrors({
  unavailable: {
    status: 503,
    code: 'events.unavailable',
    message: 'New notifications cannot be heard of at the moment. Connect again in a moment.',
  },
});
