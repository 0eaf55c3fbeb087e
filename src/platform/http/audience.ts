import type { FastifyContextConfig, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Job } from '../jobs/job.ts';
import { keepConnection } from './long-answer.ts';
import type { HttpScope } from './server.ts';
import { ErrorBody } from './shapes.ts';

/** Who a route is for. */
export type Audience = 'public' | 'member' | 'super-admin' | 'machine' | 'super-admin-or-machine';

/** Lets a request pass, or throws the refusal. It runs before anything of the request's body is looked at. */
export type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Hangs a feature's routes on the scope of their audience. */
export type Routes = (scope: HttpScope) => void;

declare module 'fastify' {
  interface FastifyContextConfig {
    audience?: Audience;
    /** The job that this route is another way to run: it says what the route is about. */
    job?: Pick<Job<never>, 'name' | 'cron' | 'about'>;
  }
}

/**
 * Opens a scope whose routes all stand behind `guard`. Routes can be registered nowhere else (the server refuses to start
 * over one that was), so a guard cannot be forgotten.
 */
export function openAudience(server: HttpScope, audience: Audience, guard: Guard, routes: readonly Routes[]): void {
  server.register(async (scope) => {
    scope.addHook('onRoute', (route) => describeAudience(route, audience));
    scope.addHook('onRequest', guard);
    scope.addHook('onRequest', async (request) => {
      if (request.routeOptions.config.takesUpTo !== undefined) keepConnection(request);
    });
    for (const register of routes) register(scope);
  });
}

/** How long a job may take, in milliseconds: it works through everybody, and nobody waits for its answer. */
const JOB_TIME = 60 * 60 * 1000;

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
    audience,
    ...(isJob && { takesUpTo: JOB_TIME, isResumable: true }),
  } as FastifyContextConfig;
  if (route.config.takesUpTo !== undefined) route.handlerTimeout = route.config.takesUpTo;
  const { response, ...schema } = route.schema ?? {};
  const { job, refusedWhileImpersonating, takesBearerSecret } = route.config;
  const remarks = [
    ...(job === undefined ? [] : [scheduleOf(job.cron)]),
    ...(takesBearerSecret ? ['The secret can also be sent as `Authorization: Bearer`.'] : []),
    ...(refusedWhileImpersonating ? ['Refused while impersonating.'] : []),
  ];
  const description = [schema.description ?? [], remarks].flat().join(' ');
  route.schema = {
    ...(job !== undefined && { tags: ['Jobs'], summary: job.about }),
    ...schema,
    ...(description !== '' && { description }),
    ...(LOCKS[audience].length > 0 && { security: LOCKS[audience] }),
    response: { ...(response as object), '4xx': ErrorBody, '5xx': ErrorBody },
  };
}

function scheduleOf(cron: string): string {
  return `Runs on schedule \`${cron}\` (UTC). Call it yourself only if \`SCHEDULER=off\`.`;
}
