import type { Actor } from '#access/actor.ts';
import { findEndOf } from '../access/access.actions.ts';
import type { StreamAccess } from '../access/access.rules.ts';
import type { EventDeps } from '../deps.ts';
import { readTicket, writeTicket } from './ticket.rules.ts';
import { ticketErrors } from './ticket.schema.ts';

const TICKET_MS = 60_000;

type TicketDeps = Pick<EventDeps, 'db' | 'clock' | 'eventTickets' | 'findAccount'>;

/** Signs a ticket for streams of this access. It can be used again within its minute, since a connection can break at once. */
export function createTicket(deps: TicketDeps, access: StreamAccess): { ticket: string; expires_at: string } {
  const expiresAt = new Date(deps.clock.now().getTime() + TICKET_MS);
  const text = Buffer.from(writeTicket({ access, expiresAt })).toString('base64url');
  return { ticket: `${text}.${deps.eventTickets.sign(text)}`, expires_at: expiresAt.toISOString() };
}

/** The access that a ticket grants. */
export function accessOfTicket(deps: Pick<TicketDeps, 'clock' | 'eventTickets'>, ticket: string): StreamAccess {
  const [text = '', signature = ''] = ticket.split('.');
  if (!deps.eventTickets.isSigned(text, signature)) throw ticketErrors.invalid();
  const { access, expiresAt } = readTicket(Buffer.from(text, 'base64url').toString());
  if (expiresAt <= deps.clock.now()) throw ticketErrors.invalid();
  return access;
}

/** The actor of a ticket, if their session has not ended since. */
export async function authenticateTicket(deps: TicketDeps, ticket: string): Promise<Actor> {
  const access = accessOfTicket(deps, ticket);
  if ((await findEndOf(deps, access)) !== null) throw ticketErrors.invalid();
  return { userId: access.userId, isSuperAdmin: false, impersonatorId: null };
}
