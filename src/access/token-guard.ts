import type { FastifyContextConfig, RouteOptions } from 'fastify';
import { AppError, declareErrors } from '#platform/errors.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { HttpScope } from '#platform/http/scope.ts';
import type { Actor } from './actor.ts';
import type { TokenFacts, TokenScope } from './token-scope.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scopes that a personal access token needs, all of them. Null or missing: the route is closed to tokens. */
    tokenScopes?: readonly TokenScope[] | null;
  }
}

type Scopes = TokenScope | readonly TokenScope[];

const routeClosed = {
  status: 403,
  code: 'token.route-closed',
  message: 'Personal access tokens are not accepted here. Sign in, and send an access token.',
};
const scopeMissing = {
  status: 403,
  code: 'token.scope-missing',
  message: 'The personal access token lacks a scope that this needs. Create one with it: POST /api/user/tokens.',
};
const tokenErrors = declareErrors({ routeClosed, scopeMissing });

/**
 * Opens routes to personal access tokens with these scopes, all of them. With `read` and `write`, GET needs the first and any other
 * method the second; without one of them, its methods stay closed. So does a route that needs a recent sign-in, which no token has.
 */
export function openToTokens(required: Scopes | { read?: Scopes; write?: Scopes }, routes: Routes): Routes {
  const { read = null, write = null } = isScopes(required) ? { read: required, write: required } : required;
  return (scope) => {
    scope.register(async (opened: HttpScope) => {
      opened.addHook('onRoute', (route) => {
        const isRead = [route.method].flat().every((method) => method === 'GET' || method === 'HEAD');
        const isClosed = route.config?.requiresFreshSession === true;
        const tokenScopes = isClosed ? null : listScopes(isRead ? read : write);
        route.config = { ...route.config, tokenScopes } as FastifyContextConfig;
        if (tokenScopes !== null) describeScopes(route, tokenScopes);
      });
      routes(opened);
    });
  };
}

/**
 * The actor with what its token permits on a route: only `admin:read` brings the role of a super admin with it. Any actor without a
 * personal access token is returned unchanged.
 */
export function limitToScopes(actor: Actor, { tokenScopes }: FastifyContextConfig): Actor {
  if (actor.impersonatorId !== null || actor.personalToken === undefined) return actor;
  return { ...actor, isSuperAdmin: actor.isSuperAdmin && tokenScopes?.includes('admin:read') === true };
}

/**
 * Checks that a route is open to the personal access token of the actor, if it has one.
 * @throws {token.route-closed}
 * @throws {token.scope-missing}
 */
export function checkTokenScopes({ personalToken }: Actor, { tokenScopes = null }: FastifyContextConfig): void {
  if (personalToken === undefined) return;
  if (tokenScopes === null) throw tokenErrors.routeClosed();
  requireTokenScopes(personalToken, tokenScopes);
}

/** @throws {token.scope-missing} */
export function requireTokenScopes({ scopes }: TokenFacts, required: readonly TokenScope[]): void {
  const missing = required.filter((scope) => !scopes.has(scope));
  if (missing.length === 0) return;
  const message = `The personal access token lacks the scope ${missing.join(', ')}. Create one with it: POST /api/user/tokens.`;
  throw new AppError({ ...scopeMissing, message });
}

function describeScopes(route: RouteOptions, scopes: readonly TokenScope[]): void {
  const { description, security = [], ...schema } = route.schema ?? {};
  const names = scopes.map((scope) => `\`${scope}\``).join(', ');
  const remark = `${scopes.length > 1 ? 'Token scopes' : 'Token scope'}: ${names}.`;
  route.schema = {
    ...schema,
    description: [description ?? [], scopes.length > 0 ? remark : []].flat().join(' '),
    security: [...security, { personalToken: [...scopes] }],
  };
}

const isScopes = (required: Scopes | object): required is Scopes =>
  typeof required === 'string' || Array.isArray(required);

const listScopes = (scopes: Scopes | null): readonly TokenScope[] | null =>
  typeof scopes === 'string' ? [scopes] : scopes;
