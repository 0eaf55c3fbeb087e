import type { StreamAccess } from '../access/access.rules.ts';

/** The access that a ticket grants. `expiresAt` is that of the ticket. */
export type TicketFacts = { access: StreamAccess; expiresAt: Date };

/** The text that is signed. Contains no dots. */
export function writeTicket({ access: { userId, sessionId, until }, expiresAt }: TicketFacts): string {
  return [userId, sessionId ?? '', until.getTime(), expiresAt.getTime()].join(' ');
}

export function readTicket(text: string): TicketFacts {
  const [userId = '', sessionId = '', until, expiresAt] = text.split(' ');
  return {
    access: { userId, sessionId: sessionId === '' ? null : sessionId, until: new Date(Number(until)) },
    expiresAt: new Date(Number(expiresAt)),
  };
}
