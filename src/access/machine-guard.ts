import type { FastifyRequest } from 'fastify';
import { createSecretCheck } from '#platform/crypto/secrets.ts';
import { declareErrors } from '#platform/errors.ts';
import type { Guard } from '#platform/http/guarded-routes.ts';
import type { RequestLimits } from '#platform/http/limits/rate-limit.ts';
import { bearerTokenOf } from './bearer.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The job group whose secrets authorize this route. */
    secretsOf?: string;
    /** The secret may also be sent as `Authorization: Bearer`. */
    takesBearerSecret?: boolean;
  }
}

/** The secrets of each job group. A group without secrets rejects all calls. */
export type CronSecrets = ReadonlyMap<string, readonly string[]>;

const cronErrors = declareErrors({
  secretInvalid: {
    status: 401,
    code: 'cron.secret-invalid',
    message:
      'Send the secret of this job in the header x-cron-secret. If no secret is configured, the job cannot be called.',
  },
});

/**
 * Admits calls with a secret of the route's job group. Failures count against the limit of the IP address. On routes that users
 * may call too, `userGuard` decides about calls without a secret.
 * @throws {cron.secret-invalid}
 */
export function createMachineGuard(
  secrets: CronSecrets,
  limits: Pick<RequestLimits, 'countFailure'>,
  userGuard?: Guard,
): Guard {
  const checks = new Map([...secrets].map(([group, accepted]) => [group, createSecretCheck(accepted)]));
  return async (request, reply) => {
    if (hasSecret(request, checks)) return;
    const isUser = bearerTokenOf(request) !== null || request.headers['x-cron-secret'] === undefined;
    if (userGuard !== undefined && isUser) return userGuard(request, reply);
    await limits.countFailure(request, reply);
    throw cronErrors.secretInvalid();
  };
}

function hasSecret(
  request: FastifyRequest,
  checks: ReadonlyMap<string, ReturnType<typeof createSecretCheck>>,
): boolean {
  const { secretsOf, takesBearerSecret } = request.routeOptions.config;
  const isSecret = checks.get(secretsOf ?? '');
  if (isSecret === undefined) throw new Error(`The route ${request.routeOptions.url} has no job group.`);
  const bearer = takesBearerSecret === true ? bearerTokenOf(request) : null;
  return [request.headers['x-cron-secret'], bearer].some((sent) => typeof sent === 'string' && isSecret(sent));
}
