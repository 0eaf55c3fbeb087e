import { openAudience } from '#access/audience.ts';
import type { OutageLimits } from '#access/cached-auth-guard.ts';
import { cronSecretsOf } from '#access/cron-secrets.ts';
import type { AppParts, Feature, RouteGroup } from '#access/feature.ts';
import { createGuards } from '#access/guards.ts';
import { createSecretCheck } from '#platform/crypto/secrets.ts';
import { createEventStreams } from '#platform/http/event-streams.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { countEndedStreams, measureRequests } from '#platform/http/http-metrics.ts';
import { traceRequests } from '#platform/http/http-tracing.ts';
import { acceptIdempotencyKeys } from '#platform/http/idempotency/idempotency.ts';
import { NO_CALLER_LIMITS } from '#platform/http/limits/load-shedding.ts';
import { limitTexts } from '#platform/http/limits/text-quota.ts';
import { describeApi, descriptionRoutes } from '#platform/http/openapi/openapi.ts';
import type { HttpScope } from '#platform/http/scope.ts';
import { createServer, type HttpLimits, type RegisteredRoute } from '#platform/http/server.ts';
import type { WebClientOptions } from '#platform/http/web-client/web-client.ts';
import { addGauge, extendMetrics, type Metrics } from '#platform/metrics/metrics.ts';
import { authenticate, requireSuperAdmin } from '../features/account/authentication/authentication.actions.ts';
import { admitImpersonator } from '../features/account/impersonation/impersonation.actions.ts';
import { requireFreshSession } from '../features/account/session/session.actions.ts';
import { authenticateTicket } from '../features/event/ticket/ticket.actions.ts';
import { monitoringRoutes } from '../features/operations/monitoring/monitoring.routes.ts';
import { API_DESCRIPTION } from './api-description.ts';
import type { Config } from './config.ts';
import type { Deps } from './deps.ts';
import { FEATURES } from './features.ts';
import { measureReplicas } from './metrics.ts';

export type App = {
  server: HttpScope;
  routes: RegisteredRoute[];
  /** The metrics of this node only. */
  metrics: Metrics;
};

export type AppLimits = HttpLimits & OutageLimits;

function callerLimitsOf({ requestLimits }: Config): Partial<HttpLimits> {
  const { isOn, concurrencyPerUser, concurrencyPerIp } = requestLimits;
  return isOn ? { workOfUser: concurrencyPerUser, workOfNetwork: concurrencyPerIp } : NO_CALLER_LIMITS;
}

/** Null behind a proxy, which decides which names reach this server. */
function knownHostsOf({ http }: Config): readonly string[] | null {
  if (http.trustedProxies.length > 0) return null;
  return [http.publicUrl, ...http.corsOrigins].map((url) => new URL(url).hostname);
}

/** Pictures have URLs of PUBLIC_URL, and an external identity provider serves requests of the client. */
function webClientOf({ http, identity }: Config, folder: string): WebClientOptions {
  const urls = identity === null ? [] : [identity.issuer, identity.jwksUrl];
  const origins = urls.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin);
  return { folder, imageOrigins: [http.publicUrl], connectOrigins: [...new Set(origins)] };
}

/**
 * Builds the application: the routes of all features behind the guards of their audiences. A worker has those for monitoring only.
 * `readMetrics` is what `/metrics` returns, if not the metrics of this node alone.
 */
export function createApp(deps: Deps, limits: Partial<AppLimits> = {}, readMetrics?: () => Promise<string>): App {
  const { server, routes, webClient, load } = createServer({
    logger: deps.log,
    ids: deps.ids,
    isDraining: deps.isDraining,
    limits: { ...callerLimitsOf(deps.config), ...limits },
    readDatabaseWait: deps.readDatabaseWait,
    isReachedOverTls: deps.publicUrl.startsWith('https:'),
    corsOrigins: deps.config.http.corsOrigins,
    trustedProxies: deps.config.http.trustedProxies,
    knownHosts: knownHostsOf(deps.config),
    webClient: deps.webFolder === null ? null : webClientOf(deps.config, deps.webFolder),
  });
  deps.untrustedProxies.watch(server);
  if (deps.tracing !== null) traceRequests(server, deps.tracing);
  const metrics = extendMetrics(deps.metrics);
  measureRequests(server, metrics, load);
  addGauge(metrics, {
    name: 'http_requests_in_progress',
    help: 'Requests that this node identifies or handles now.',
    read: () => [{ value: load.requests() }],
  });
  measureReplicas(metrics, deps.replicas);
  const guards = createGuards({
    clock: deps.clock,
    requestLimits: deps.requestLimits,
    cronSecrets: cronSecretsOf(deps.config.cronSecrets),
    outageLimits: limits,
    sessionCookies: deps.sessionCookies,
    publicUrl: deps.publicUrl,
    authenticate: (token, { admitsPendingDeletion }) =>
      authenticate(deps, token, { createsProfile: true, admitsPendingDeletion }),
    authenticateTicket: (ticket) => authenticateTicket(deps, ticket),
    requireSuperAdmin,
    admitImpersonator: (actor, request) => admitImpersonator(deps, actor, request),
    requireFreshSession: (accessToken) => requireFreshSession(deps, accessToken),
    isTokenGood: async (token) => (await deps.accessTokens.verify(token)) !== null,
  });

  const eventStreams = createEventStreams(server, {
    maxStreams: deps.config.http.maxStreams,
    ...limits,
    onEnd: countEndedStreams(metrics),
  });
  addGauge(metrics, {
    name: 'event_streams',
    help: 'Open streams of events.',
    read: () => [{ value: eventStreams.count() }],
  });

  const { metricsToken } = deps.config;
  const parts: AppParts = {
    readMetrics: readMetrics ?? (() => metrics.metrics()),
    isMetricsToken: metricsToken === null ? null : createSecretCheck([metricsToken]),
    publicFolders: FEATURES.flatMap((feature: Feature<never>) => feature.publicFolders ?? []),
    eventStreams,
    webClient,
  };
  if (deps.config.role === 'worker') {
    openAudience(server, 'public', guards.public, [monitoringRoutes(deps, parts)]);
    return { server, routes, metrics };
  }
  const features: readonly Feature<Deps>[] = FEATURES;
  const routesOf = (group: RouteGroup) =>
    features.flatMap((feature) => feature.routes?.[group] ?? []).map((routesFor) => routesFor(deps, parts));
  const acceptKeys: Routes = (scope) => acceptIdempotencyKeys(scope, deps);
  const countTexts: Routes = (scope) => limitTexts(scope, deps);

  describeApi(server, API_DESCRIPTION, deps.version);
  openAudience(server, 'public', guards.public, [descriptionRoutes, ...routesOf('public')]);
  openAudience(server, 'public', guards.public, [acceptKeys, ...routesOf('publicWithIdempotency')]);
  openAudience(server, 'member', guards.member, [acceptKeys, countTexts, ...routesOf('member')]);
  openAudience(server, 'super-admin', guards.superAdmin, [acceptKeys, ...routesOf('superAdmin')]);
  openAudience(server, 'super-admin', guards.superAdminDuringOutage, routesOf('superAdminDuringOutage'));
  openAudience(server, 'machine', guards.machine, [
    acceptKeys,
    ...features.flatMap(({ jobs = [] }) => jobs).map((job) => job.routes(deps)),
  ]);
  openAudience(server, 'super-admin-or-machine', guards.superAdminOrMachine, [
    acceptKeys,
    ...routesOf('superAdminOrMachine'),
  ]);
  return { server, routes, metrics };
}
