import type { FastifyRequest } from 'fastify';
import { createSecretCheck } from '../platform/crypto/secrets.ts';
import { declareErrors } from '../platform/errors.ts';
import type { Guard } from '../platform/http/guarded-routes.ts';
import type { RequestLimits } from '../platform/http/limits/rate-limit.ts';
import { bearerTokenOf } from './bearer.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The group of jobs whose secrets open this route. */
    secretsOf?: string;
    /** The secret may stand in the header Authorization as well. */
    takesBearerSecret?: boolean;
  }
}

/** The secrets that each family of jobs accepts. One without any accepts nobody. */
export type CronSecrets = ReadonlyMap<string, readonly string[]>;

const cronErrors = declareErrors({
  secretInvalid: {
    status: 401,
    code: 'cron.secret-invalid',
    message:
      'Send the secret of this job in the header x-cron-secret. One has to be configured before the job can be called.',
  },
});

/**
 * Lets a machine pass that knows a secret of the route's jobs, and counts the others against the limit of their address. Where
 * people may pass, too, `guardPeople` decides about a bearer that is no secret. Throws `cron.secret-invalid`.
 */
export function createMachineGuard(
  secrets: CronSecrets,
  limits: Pick<RequestLimits, 'countFailure'>,
  guardPeople?: Guard,
): Guard {
  const checks = new Map([...secrets].map(([jobs, accepted]) => [jobs, createSecretCheck(accepted)]));
  return async (request, reply) => {
    if (knowsSecret(request, checks)) return;
    const isPerson = bearerTokenOf(request) !== null || request.headers['x-cron-secret'] === undefined;
    if (guardPeople !== undefined && isPerson) return guardPeople(request, reply);
    await limits.countFailure(request, reply);
    throw cronErrors.secretInvalid();
  };
}

function knowsSecret(
  request: FastifyRequest,
  checks: ReadonlyMap<string, ReturnType<typeof createSecretCheck>>,
): boolean {
  const { secretsOf, takesBearerSecret } = request.routeOptions.config;
  const isSecret = checks.get(secretsOf ?? '');
  if (isSecret === undefined) throw new Error(`The route ${request.routeOptions.url} names no jobs with secrets.`);
  const bearer = takesBearerSecret === true ? bearerTokenOf(request) : null;
  return [request.headers['x-cron-secret'], bearer].some((sent) => typeof sent === 'string' && isSecret(sent));
}
