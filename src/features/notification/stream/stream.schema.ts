import Type from 'typebox';
import { declareErrors } from '../../../platform/errors.ts';

export const StreamHeaders = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({ description: 'The `id` of the last received event. The stream continues after it.' }),
  ),
});

const Events = Type.String({
  description: 'Server-sent events: `id`, `event: notification`, and `data` with `{"notification": …}`.',
});

export const StreamText = {
  description: 'A stream of events.',
  content: { 'text/event-stream': { schema: Events } },
};

export const streamErrors = declareErrors({
  unavailable: {
    status: 503,
    code: 'events.unavailable',
    message: 'New notifications are temporarily unavailable. Reconnect in a moment.',
  },
});
