import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '#platform/clock.ts';
import { AppError } from '#platform/errors.ts';
import type { Guard } from '#platform/http/guarded-routes.ts';
import type { RequestLimits } from '#platform/http/limits/rate-limit.ts';
import { accessTokenErrors, createTokenReader, type SessionCookies } from './access-token.ts';
import { type Actor, actorOf, humanBehind, type ImpersonatedActor, identify } from './actor.ts';
import { bearerTokenOf } from './bearer.ts';
import { admitThroughOutage, type OutageLimits } from './cached-auth-guard.ts';
import type { RequireFreshSession } from './fresh-session.ts';
import { type CronSecrets, createMachineGuard } from './machine-guard.ts';
import { checkTokenScopes, limitToScopes } from './token-guard.ts';
import { requireVerifiedAddress } from './verified-address.ts';

export type GuardOptions = {
  clock: Clock;
  requestLimits: RequestLimits;
  cronSecrets: CronSecrets;
  outageLimits: Partial<OutageLimits>;
  /** Null if the identity provider is external: its sessions are not ours. */
  sessionCookies: SessionCookies | null;
  publicUrl: string;
  /** Throws if the token identifies no actor, or the account is to be deleted and the route does not admit that. */
  authenticate: (token: string | null, options: { admitsPendingDeletion: boolean }) => Promise<Actor>;
  /** Throws if the ticket is not valid. */
  authenticateTicket: (ticket: string) => Promise<Actor>;
  /** Throws if the actor is not a super admin. */
  requireSuperAdmin: (actor: Actor) => void;
  /** Records a request made while impersonating, and throws if it is refused. */
  admitImpersonator: (
    actor: ImpersonatedActor,
    request: { method: string; route: string; isRefused: boolean },
  ) => Promise<void>;
  /** Checks routes that declare `requiresFreshSession`. */
  requireFreshSession: RequireFreshSession;
  /** Whether a token is valid, as far as can be known without the database. */
  isTokenGood: (token: string) => Promise<boolean>;
};

export type Guards = Record<
  'public' | 'member' | 'superAdmin' | 'superAdminDuringOutage' | 'machine' | 'superAdminOrMachine',
  Guard
>;

/** Builds the guards of all audiences. */
export function createGuards(options: GuardOptions): Guards {
  const { clock, requestLimits, cronSecrets, isTokenGood } = options;
  const readToken = createTokenReader(options.sessionCookies, options.publicUrl);

  const authenticate = async (request: FastifyRequest, reply: FastifyReply): Promise<Actor> => {
    const ticket = ticketOf(request);
    if (ticket !== null) return options.authenticateTicket(ticket);
    const token = await readToken(request, reply);
    const { admitsPendingDeletion = false } = request.routeOptions.config;
    return options.authenticate(token, { admitsPendingDeletion }).catch((error) => {
      const isOfCookie = token !== null && bearerTokenOf(request) === null;
      throw isOfCookie && error.code === 'auth.token-invalid' ? accessTokenErrors.sessionOver() : error;
    });
  };

  const member: Guard = async (request, reply) => {
    const { url = '', config } = request.routeOptions;
    const authenticated = await authenticate(request, reply).catch(async (error) => {
      // Guessed tokens count against the IP address of the caller. Server errors do not.
      if (error instanceof AppError) await requestLimits.countAddress(request, reply);
      throw error;
    });
    const actor = limitToScopes(authenticated, config);
    identify(request, actor);
    await requestLimits.countUser(request, reply, humanBehind(actor));
    checkTokenScopes(actor, config);
    if (config.requiresVerifiedAddress) requireVerifiedAddress(actor);
    if (actor.impersonatorId !== null) {
      const isRefused =
        config.refusedWhileImpersonating === true || config.audience?.startsWith('super-admin') === true;
      await options.admitImpersonator(actor, { method: request.method, route: url, isRefused });
    }
    if (config.requiresFreshSession) await options.requireFreshSession(request.accessToken);
  };

  const superAdmin: Guard = async (request, reply) => {
    await member(request, reply);
    options.requireSuperAdmin(actorOf(request));
  };

  return {
    public: async (request, reply) => requestLimits.countAddress(request, reply),
    member,
    superAdmin,
    superAdminDuringOutage: admitThroughOutage(superAdmin, { ...options.outageLimits, clock, isTokenGood }),
    machine: createMachineGuard(cronSecrets, requestLimits),
    superAdminOrMachine: createMachineGuard(cronSecrets, requestLimits, superAdmin),
  };
}

/** The ticket in the URL, on routes that admit one. Such a URL is of no use for anything else. */
function ticketOf({ query, routeOptions }: FastifyRequest): string | null {
  if (routeOptions.config.admitsTicket !== true) return null;
  const { ticket } = query as { ticket?: unknown };
  return typeof ticket === 'string' ? ticket : null;
}
