import type { FastifyContextConfig, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { keepConnection } from './limits/long-request.ts';
import type { HttpScope } from './scope.ts';

/** Lets a request pass, or throws the refusal. Runs before anything of the request's body is read. */
export type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Registers routes on a scope. */
export type Routes = (scope: HttpScope) => void;

/** Who sends a request, as far as limits, idempotency keys and the request log are concerned. */
export type Caller = {
  /** Owns the idempotency keys of the request. */
  id: string;
  /** Limits count by this id: several callers may share it. */
  limitedId: string;
  /** What the request log says about the caller. */
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
 * Opens a scope whose routes all stand behind `guard`. Routes can be registered nowhere else (the server refuses to start
 * over one that was), so a guard cannot be forgotten. `describe` completes each route before it is registered.
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
