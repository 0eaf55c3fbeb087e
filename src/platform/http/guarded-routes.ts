import type { FastifyContextConfig, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { keepConnection } from './limits/long-request.ts';
import type { HttpScope } from './scope.ts';

/** Accepts a request or throws. Runs before the body is read. */
export type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Registers routes on a scope. */
export type Routes = (scope: HttpScope) => void;

/** The sender of a request, for limits, idempotency keys and the request log. */
export type Caller = {
  /** Owns the idempotency keys of the request. */
  id: string;
  /** Limits count by this id, which several callers may share. */
  limitedId: string;
  /** Whether the caller may keep responses; false for an impersonator. */
  canCache: boolean;
  /** The fields of the caller in the request log. */
  logFields: Readonly<Record<string, string>>;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard of a route; null if the caller is anonymous. */
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    /** Who the route is for. */
    audience?: string;
  }
}

/**
 * Opens a scope whose routes run behind `guard`. The server does not start with routes outside of such a scope, so a guard
 * cannot be forgotten. `describe` completes each route before it is registered.
 */
export function openGuardedRoutes(
  server: HttpScope,
  audience: string,
  guard: Guard,
  routes: readonly Routes[],
  describe: (route: RouteOptions) => void = () => undefined,
): void {
  server.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, audience } as FastifyContextConfig;
      describe(route);
      if (route.config?.maxDurationMs !== undefined) route.handlerTimeout = route.config.maxDurationMs;
    });
    scope.addHook('onRequest', guard);
    scope.addHook('onRequest', async (request) => {
      if (request.routeOptions.config.maxDurationMs !== undefined) keepConnection(request);
    });
    for (const register of routes) register(scope);
  });
}
