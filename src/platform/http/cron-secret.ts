import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { declareErrors } from '../errors.ts';
import type { Guard } from './audience.ts';
import { bearerTokenOf } from './bearer.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Which jobs this route belongs to: the secrets of these open it. */
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

/** Lets a machine pass that knows a secret of the route's jobs. Throws `cron.secret-invalid`. */
export function createMachineGuard(secrets: CronSecrets): Guard {
  const digests = new Map([...secrets].map(([jobs, accepted]) => [jobs, accepted.map(digestOf)]));
  return async (request) => {
    if (!knowsSecret(request, digests)) throw cronErrors.secretInvalid();
  };
}

/** Whether the caller shows a secret, right or wrong, in the header that is for nothing else. */
export function showsCronSecret(request: FastifyRequest): boolean {
  return request.headers['x-cron-secret'] !== undefined;
}

function knowsSecret(request: FastifyRequest, digests: ReadonlyMap<string, readonly Buffer[]>): boolean {
  const { secretsOf, takesBearerSecret } = request.routeOptions.config;
  const accepted = digests.get(secretsOf ?? '');
  if (accepted === undefined) throw new Error(`The route ${request.routeOptions.url} names no jobs with secrets.`);
  const bearer = takesBearerSecret === true ? bearerTokenOf(request) : undefined;
  const sent = request.headers['x-cron-secret'] ?? bearer;
  if (typeof sent !== 'string') return false;
  const digest = digestOf(sent);
  // All of them are compared, so that the time tells nothing about which one was near.
  return accepted.map((known) => timingSafeEqual(known, digest)).includes(true);
}

/** Digests have one length, which a comparison in constant time needs. */
function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
