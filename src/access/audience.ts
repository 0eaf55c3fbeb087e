import type { FastifyContextConfig, RouteOptions } from 'fastify';
import { type Guard, openGuardedRoutes, type Routes } from '#platform/http/guarded-routes.ts';
import type { HttpScope } from '#platform/http/scope.ts';
import { ErrorBody } from '#platform/http/shapes.ts';

/** The group of callers that a route is registered for. */
export type Audience = 'public' | 'member' | 'super-admin' | 'machine' | 'super-admin-or-machine';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name of the job that the route runs. */
    job?: string;
  }
}

/** Registers routes behind the guard of their audience, and completes their descriptions. */
export function openAudience(server: HttpScope, audience: Audience, guard: Guard, routes: readonly Routes[]): void {
  const carryActor: Routes = (scope) => void scope.decorateRequest('actor', null).decorateRequest('accessToken', null);
  openGuardedRoutes(server, audience, guard, [carryActor, ...routes], (route) => describeAudience(route, audience));
}

/** Jobs process all users, and no user waits for the response. */
const MAX_JOB_MS = 60 * 60 * 1000;

/** The security schemes of the API description. One of several is enough. */
const SECURITY: Record<Audience, readonly Record<string, string[]>[]> = {
  public: [],
  member: [{ accessToken: [] }, { sessionCookie: [] }],
  'super-admin': [{ accessToken: [] }, { sessionCookie: [] }],
  machine: [{ cronSecret: [] }],
  'super-admin-or-machine': [{ accessToken: [] }, { sessionCookie: [] }, { cronSecret: [] }],
};

/** Adds what follows from the audience: limits of jobs, security, remarks and error responses. */
function describeAudience(route: RouteOptions, audience: Audience): void {
  const isJob = audience.endsWith('machine');
  route.config = {
    ...route.config,
    // The reads of users; a public route states it.
    isRevalidated: route.config?.isRevalidated ?? audience === 'member',
    ...(isJob && { maxDurationMs: MAX_JOB_MS, isResumable: true }),
  } as FastifyContextConfig;
  const { response, ...schema } = route.schema ?? {};
  const { refusedWhileImpersonating, requiresFreshSession, requiresVerifiedAddress, takesBearerSecret } = route.config;
  const remarks = [
    ...(takesBearerSecret ? ['The secret can also be sent as `Authorization: Bearer`.'] : []),
    ...(requiresVerifiedAddress ? ['Needs a verified email address if the server sends email.'] : []),
    ...(requiresFreshSession ? ['Needs a sign-in within the last 10 minutes.'] : []),
    ...(refusedWhileImpersonating ? ['Refused while impersonating.'] : []),
  ];
  const description = [schema.description ?? [], remarks].flat().join(' ');
  route.schema = {
    ...schema,
    ...(description !== '' && { description }),
    security: schema.security ?? SECURITY[audience],
    response: { ...(response as object), '4xx': ErrorBody, '5xx': ErrorBody },
  };
}
