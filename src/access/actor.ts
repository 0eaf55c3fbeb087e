import type { FastifyRequest } from 'fastify';

/** Who makes a request, as its access token and the database together say. */
export type Actor = ActorInOwnName | ImpersonatedActor;

type ActorInOwnName = {
  userId: string;
  /** The profile says so, and the token was issued after the promotion. */
  isSuperAdmin: boolean;
  impersonatorId: null;
};

/** A person in whose place a super admin acts, with the rights of that person and no others. */
export type ImpersonatedActor = {
  userId: string;
  isSuperAdmin: false;
  /** The super admin. */
  impersonatorId: string;
  impersonationId: string;
};

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null;
  }
  interface FastifyContextConfig {
    /** People do this themselves or not at all: whoever acts in somebody's place is refused. */
    refusedWhileImpersonating?: boolean;
  }
}

/** The actor of a request in an audience whose guard has identified one. */
export function actorOf(request: FastifyRequest): Actor {
  if (request.actor === null) throw new Error('This route asks for an actor, but its audience does not identify one.');
  return request.actor;
}

/** Records who makes the request, for its handler and for what the platform counts by caller. */
export function identify(request: FastifyRequest, actor: Actor): void {
  const { userId, impersonatorId } = actor;
  request.actor = actor;
  request.caller = {
    id: userId,
    limitedId: humanBehind(actor),
    logFields: { user_id: userId, ...(impersonatorId !== null && { impersonator_id: impersonatorId }) },
  };
}

/** The human behind the actor: whoever acts in somebody's place, or else the actor. */
export function humanBehind(actor: Actor): string {
  return actor.impersonatorId ?? actor.userId;
}
