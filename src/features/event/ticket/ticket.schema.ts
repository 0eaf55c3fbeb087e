import Type from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { Timestamp } from '#platform/http/shapes.ts';

export const Ticket = Type.Object(
  {
    ticket: Type.String({ description: 'The value of `ticket` in the query of `GET /api/events`.' }),
    expires_at: Timestamp,
  },
  { title: 'EventTicket' },
);

export const ticketErrors = declareErrors({
  invalid: {
    status: 401,
    code: 'events.ticket-invalid',
    message: 'The ticket has expired or is not valid. Ask for a new one: POST /api/events/ticket.',
  },
});
