import type { FastifyRequest } from 'fastify';

/** Who makes a request, as its access token and the database together say. */
export type Actor = {
  userId: string;
  /** The profile says so, and the token was issued after the promotion. */
  isSuperAdmin: boolean;
  /** The super admin who acts in this person's place, or null where people act for themselves. */
  impersonatorId: string | null;
};

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null;
  }
}

/** The actor of a request in an audience whose guard has identified one. */
export function actorOf(request: FastifyRequest): Actor {
  if (request.actor === null) throw new Error('This route asks for an actor, but its audience does not identify one.');
  return request.actor;
}
