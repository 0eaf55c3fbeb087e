import type { FastifyContextConfig, RouteOptions } from 'fastify';
import { type Guard, openGuardedRoutes, type Routes } from '../platform/http/guarded-routes.ts';
import type { HttpScope } from '../platform/http/scope.ts';
import { ErrorBody } from '../platform/http/shapes.ts';

/** Who a route is for. */
export type Audience = 'public' | 'member' | 'super-admin' | 'machine' | 'super-admin-or-machine';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name of the job that the route runs. */
    job?: string;
  }
}

/** Opens a scope whose routes all stand behind the guard of their audience, and are described as routes of it. */
export function openAudience(server: HttpScope, audience: Audience, guard: Guard, routes: readonly Routes[]): void {
  const carryActor: Routes = (scope) => void scope.decorateRequest('actor', null);
  openGuardedRoutes(server, audience, guard, [carryActor, ...routes], (route) => describeAudience(route, audience));
}

/** How long a job may take, in milliseconds: it works through everybody, and nobody waits for its answer. */
const MAX_JOB_MS = 60 * 60 * 1000;

/** What callers show, as the description of the interface names it: either of them, where there are two. */
const LOCKS: Record<Audience, readonly Record<string, string[]>[]> = {
  public: [],
  member: [{ accessToken: [] }],
  'super-admin': [{ accessToken: [] }],
  machine: [{ cronSecret: [] }],
  'super-admin-or-machine': [{ accessToken: [] }, { cronSecret: [] }],
};

/** What the audience alone decides about the description of a route: its label, its lock, and how it can refuse. */
function describeAudience(route: RouteOptions, audience: Audience): void {
  const isJob = audience.endsWith('machine');
  route.config = {
    ...route.config,
    ...(isJob && { maxDurationMs: MAX_JOB_MS, isResumable: true }),
  } as FastifyContextConfig;
  const { response, ...schema } = route.schema ?? {};
  const { refusedWhileImpersonating, takesBearerSecret } = route.config;
  const remarks = [
    ...(takesBearerSecret ? ['The secret can also be sent as `Authorization: Bearer`.'] : []),
    ...(refusedWhileImpersonating ? ['Refused while impersonating.'] : []),
  ];
  const description = [schema.description ?? [], remarks].flat().join(' ');
  route.schema = {
    ...schema,
    ...(description !== '' && { description }),
    ...(LOCKS[audience].length > 0 && { security: LOCKS[audience] }),
    response: { ...(response as object), '4xx': ErrorBody, '5xx': ErrorBody },
  };
}
