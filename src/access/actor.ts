import type { FastifyRequest } from 'fastify';
import type { TokenFacts } from './token-scope.ts';

/** The user who performs a request, with their permissions. */
export type Actor = DirectActor | ImpersonatedActor;

type DirectActor = {
  userId: string;
  /** The profile has the role, and the token was issued after the promotion. */
  isSuperAdmin: boolean;
  impersonatorId: null;
  /** Set if the credential is a personal access token. */
  personalToken?: TokenFacts;
} & AddressFacts;

/** A user impersonated by a super admin, with the permissions of the user only. */
export type ImpersonatedActor = {
  userId: string;
  isSuperAdmin: false;
  /** The super admin. */
  impersonatorId: string;
  impersonationId: string;
  personalToken?: undefined;
} & AddressFacts;

type AddressFacts = {
  /** Nothing of the user may reach others until the email address is verified. */
  mustVerifyAddress?: boolean;
};

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null;
  }
  interface FastifyContextConfig {
    /** Rejects impersonators with 403. */
    refusedWhileImpersonating?: boolean;
    /** Accepts a ticket in the query in place of a token. */
    admitsTicket?: boolean;
    /** Serves a user whose account is to be deleted. */
    admitsPendingDeletion?: boolean;
  }
}

/** The actor of a request. Only for audiences whose guard identifies one. */
export function actorOf(request: FastifyRequest): Actor {
  if (request.actor === null) throw new Error('The audience of this route does not identify an actor.');
  return request.actor;
}

/** Stores the actor on the request, for its handler and for limits and logs of the platform. */
export function identify(request: FastifyRequest, actor: Actor): void {
  const { userId, impersonatorId, personalToken } = actor;
  request.actor = actor;
  request.caller = {
    id: userId,
    limitedId: humanBehind(actor),
    canCache: impersonatorId === null,
    logFields: {
      user_id: userId,
      ...(impersonatorId !== null && { impersonator_id: impersonatorId }),
      ...(personalToken !== undefined && { personal_token_id: personalToken.id }),
    },
  };
}

/** The id of the user who sends the request: the impersonator, if any, else the actor. */
export function humanBehind(actor: Actor): string {
  return actor.impersonatorId ?? actor.userId;
}
