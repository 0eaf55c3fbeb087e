import { cronSecretsOf } from './cron-secrets.ts';
import type { Deps } from './deps.ts';
import { authenticate, requireSuperAdmin } from './features/account/account.actions.ts';
import { memberAccountRoutes, publicAccountRoutes } from './features/account/account.routes.ts';
import { identityRoutes } from './features/account/identity.routes.ts';
import { chainJobRoutes, chainRoutes } from './features/chain/chain.routes.ts';
import { calendarRoutes } from './features/journal/calendar.routes.ts';
import { entryRoutes } from './features/journal/entry.routes.ts';
import { notebookRoutes } from './features/journal/notebook.routes.ts';
import { operatorRoutes } from './features/operator/operator.routes.ts';
import { toneRoutes } from './features/tone/tone.routes.ts';
import { workoutWindowRoutes } from './features/workout-window/workout-window.routes.ts';
import { AppError } from './platform/errors.ts';
import { actorOf } from './platform/http/actor.ts';
import { type Guard, openAudience } from './platform/http/audience.ts';
import { bearerTokenOf } from './platform/http/bearer.ts';
import { bearsCronSecret, createMachineGuard } from './platform/http/cron-secret.ts';
import { acceptIdempotencyKeys } from './platform/http/idempotency.ts';
import { measureRequests } from './platform/http/metrics.ts';
import { describeApi } from './platform/http/openapi.ts';
import { createServer, type HttpLimits, type HttpScope, type RegisteredRoute } from './platform/http/server.ts';

export type App = { server: HttpScope; routes: RegisteredRoute[] };

const ABOUT = `Meadow is a service for people who keep a journal and keep each other going.

**To try it here:** sign up at \`POST /auth/sign-up/email\`, take the \`token\` of the answer as the session, get an access
token from \`GET /auth/token\` with that session as bearer, and press *Authorize*.

**Errors** have one shape: \`{error, code, request_id}\`, and \`details\` where a request is not valid. The \`code\` is stable.
**Lists** come newest first, in pages: send \`next_cursor\` back as \`cursor\` until it is null.
**A POST** may carry an \`Idempotency-Key\`: sent again with the same key, it gets the first answer and does nothing twice.`;

const ABOUT_THE_API = {
  title: 'Meadow',
  description: ABOUT,
  chapters: [
    { name: 'Sign-in', description: 'The built-in identity provider; absent where an outside one is configured.' },
    { name: 'Account', description: 'Who you are here.' },
    { name: 'Journal', description: 'Entries: written, found, and shared exactly as far as you say.' },
    { name: 'Notebooks', description: 'Where entries are kept together, and inherit their visibility from.' },
    {
      name: 'Workout window',
      description: 'Two hours of each day, and the people who have theirs before and after yours.',
    },
    { name: 'AI', description: 'What a language model reads out of a text.' },
    { name: 'Jobs', description: 'Called by whoever keeps the schedule, with the secret of the job.' },
    { name: 'Operation', description: 'For whoever runs the service.' },
  ],
};

/** Everything that the service answers: who may call, and which feature replies. `limits` are other ones than usual. */
export function createApp(deps: Deps, limits: Partial<HttpLimits> = {}): App {
  const { server, routes } = createServer({
    logger: deps.log,
    ids: deps.ids,
    isDraining: deps.isDraining,
    limits,
    isReachedOverTls: deps.publicUrl.startsWith('https:'),
    corsOrigins: deps.config.http.corsOrigins,
    trustedProxies: deps.config.http.trustedProxies,
  });
  const metrics = measureRequests(server);
  const guardPublic: Guard = async (request, reply) => deps.requestLimits.countAddress(request, reply);
  const guardMember: Guard = async (request, reply) => {
    try {
      request.actor = await authenticate(deps, bearerTokenOf(request));
    } catch (refusal) {
      // Whoever guesses tokens is limited like anybody without one. A fault of ours is not counted against the caller.
      if (refusal instanceof AppError) await deps.requestLimits.countAddress(request, reply);
      throw refusal;
    }
    await deps.requestLimits.countUser(request, reply, request.actor.userId);
  };

  const guardSuperAdmin: Guard = async (request, reply) => {
    await guardMember(request, reply);
    requireSuperAdmin(actorOf(request));
  };

  const guardMachine = createMachineGuard(cronSecretsOf(deps.config));
  const guardSuperAdminOrMachine: Guard = (request, reply) =>
    bearsCronSecret(request) ? guardMachine(request, reply) : guardSuperAdmin(request, reply);

  describeApi(server, ABOUT_THE_API, guardPublic, deps.version);
  openAudience(server, 'public', guardPublic, [
    operatorRoutes({ ...deps, readMetrics: () => metrics.metrics() }),
    publicAccountRoutes(deps),
  ]);
  const { answerIdentity, publicUrl } = deps;
  if (answerIdentity !== null) {
    openAudience(server, 'public', guardPublic, [identityRoutes({ publicUrl, answerIdentity })]);
  }
  openAudience(server, 'member', guardMember, [
    (scope) => acceptIdempotencyKeys(scope, deps),
    memberAccountRoutes(deps),
    toneRoutes(deps),
    calendarRoutes(deps),
    entryRoutes(deps),
    notebookRoutes(deps),
    workoutWindowRoutes(deps),
    chainRoutes(deps),
  ]);
  openAudience(server, 'super-admin', guardSuperAdmin, [(scope) => acceptIdempotencyKeys(scope, deps)]);
  openAudience(server, 'machine', guardMachine, [chainJobRoutes(deps)]);
  openAudience(server, 'super-admin-or-machine', guardSuperAdminOrMachine, []);

  return { server, routes };
}
