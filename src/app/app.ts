import { openAudience } from '../access/audience.ts';
import { cronSecretsOf } from '../access/cron-secrets.ts';
import type { Feature, RouteGroup } from '../access/feature.ts';
import { createGuards } from '../access/guards.ts';
import type { OutageLimits } from '../access/outage-guard.ts';
import { requireSuperAdmin } from '../features/account/account.actions.ts';
import { authenticate } from '../features/account/authentication.actions.ts';
import { admitImpersonator } from '../features/account/impersonation.actions.ts';
import { createEventStreams } from '../platform/http/event-streams.ts';
import type { Routes } from '../platform/http/guarded-routes.ts';
import { acceptIdempotencyKeys } from '../platform/http/idempotency.ts';
import { NO_CALLER_LIMITS } from '../platform/http/load-shedding.ts';
import { measureDisks, measureRequests } from '../platform/http/metrics.ts';
import { describeApi, descriptionRoutes } from '../platform/http/openapi.ts';
import { createServer, type HttpLimits, type HttpScope, type RegisteredRoute } from '../platform/http/server.ts';
import { limitTexts } from '../platform/http/text-quota.ts';
import { createSecretCheck } from '../platform/secrets.ts';
import type { Config } from './config.ts';
import type { AppDeps, Deps } from './deps.ts';
import { FEATURES } from './features.ts';

export type App = { server: HttpScope; routes: RegisteredRoute[] };

export type AppLimits = HttpLimits & OutageLimits;

const ABOUT = `Meadow is a service for people who keep a journal and keep each other going.

**To try it here:** sign up at \`POST /auth/sign-up/email\`, take the \`token\` of the answer as the session, get an access
token from \`GET /auth/token\` with that session as bearer, and press *Authorize*.

**Errors** have one shape: \`{error, code, request_id}\`, and \`details\` where a request is not valid. The \`code\` is stable.
**Lists** come newest first, in pages: send \`next_cursor\` back as \`cursor\` until it is null. Pages of long records are shorter.
**A POST** may carry an \`Idempotency-Key\`: sent again with the same key within a day, it gets the first
answer and does nothing twice, whatever has broken down in between. While the first one is under way the answer is 409 \`idempotency.in-flight\`
with \`Retry-After\`. A model is asked again only where a node dies before it could write the model’s answer down.`;

const ABOUT_THE_API = {
  title: 'Meadow',
  description: ABOUT,
  chapters: [
    { name: 'Sign-in', description: 'The built-in identity provider; absent where an outside one is configured.' },
    { name: 'Account', description: 'Who you are here, and who others are.' },
    { name: 'Organizations', description: 'Who belongs together, and so who may see what is shared with all of them.' },
    { name: 'Teams', description: 'Smaller groups within an organization.' },
    { name: 'Journal', description: 'Entries: written, found, and shared exactly as far as you say.' },
    { name: 'Notebooks', description: 'Where entries are kept together, and inherit their visibility from.' },
    { name: 'Music', description: 'What you play, from a music service that you connect; entries know what was on.' },
    { name: 'Goals', description: 'What you want to reach, and how it goes: seen by nobody but you.' },
    { name: 'Wellbeing', description: 'How satisfied you are, how you sleep, what you do: for yourself.' },
    { name: 'Notices', description: 'What people are told: in their inbox, on their devices, and as it happens.' },
    { name: 'Drops', description: 'The currency: what came in, what went out, and what is left.' },
    { name: 'Encouragement', description: 'Drops that people send each other, so many a day, and what comes of them.' },
    { name: 'Badges', description: 'What came of encouraging others: levels, milestones, and the board.' },
    {
      name: 'Tone packs',
      description: 'Sets of pictures, one for each tone: made for you, shared, given away, and bought with drops.',
    },
    {
      name: 'Lab',
      description: 'Experiments: written down, copied, done again by others, filmed, and calculated beforehand.',
    },
    { name: 'Competitions', description: 'Templates of the lab, measured by what other people make of them.' },
    {
      name: 'Sponsors',
      description: 'Who helps the lab and how to write to them, and what people can apply for.',
    },
    { name: 'Reports', description: 'What you tell whoever runs the service about others.' },
    { name: 'Waitlist', description: 'Who wants to join, until it is decided about.' },
    { name: 'Administration', description: 'For super admins: people, and what was done by privilege.' },
    { name: 'Files', description: 'Pictures, as addresses in other answers lead to them.' },
    {
      name: 'Workout window',
      description: 'Two hours of each day, and the people who have theirs before and after yours.',
    },
    { name: 'Payments', description: 'A subscription, paid for on pages of the payment provider.' },
    {
      name: 'Mail',
      description: 'Mails to others, mails that become entries of your journal, and which ones you get.',
    },
    { name: 'AI', description: 'What models read out of a text and paint of it, and what that used and cost.' },
    { name: 'Assistant', description: 'What it finds in your notes, as long as you let it read them.' },
    { name: 'Jobs', description: 'Called by whoever keeps the schedule, with the secret of the job.' },
    { name: 'Operation', description: 'For whoever runs the service.' },
  ],
};

function callerLimitsOf({ requestLimits }: Config): Partial<HttpLimits> {
  const { isOn, atOncePerUser, atOncePerAddress } = requestLimits;
  return isOn ? { workOfUser: atOncePerUser, workOfNetwork: atOncePerAddress } : NO_CALLER_LIMITS;
}

/** Builds the application: the routes of all features behind the guards of their audiences. */
export function createApp(deps: Deps, limits: Partial<AppLimits> = {}): App {
  const { server, routes } = createServer({
    logger: deps.log,
    ids: deps.ids,
    isDraining: deps.isDraining,
    limits: { ...callerLimitsOf(deps.config), ...limits },
    isReachedOverTls: deps.publicUrl.startsWith('https:'),
    corsOrigins: deps.config.http.corsOrigins,
    trustedProxies: deps.config.http.trustedProxies,
  });
  deps.untrustedProxies.watch(server);
  const metrics = measureRequests(server);
  measureDisks(metrics, deps.readDisks);
  const guards = createGuards({
    clock: deps.clock,
    requestLimits: deps.requestLimits,
    cronSecrets: cronSecretsOf(deps.config.cronSecrets),
    outageLimits: limits,
    authenticate: (token) => authenticate(deps, token),
    requireSuperAdmin,
    admitImpersonator: (actor, request) => admitImpersonator(deps, actor, request),
    isTokenGood: async (token) => (await deps.accessTokens.verify(token)) !== null,
  });

  const { metricsToken } = deps.config;
  const appDeps: AppDeps = {
    ...deps,
    readMetrics: () => metrics.metrics(),
    isMetricsToken: metricsToken === null ? null : createSecretCheck([metricsToken]),
    publicFolders: FEATURES.flatMap((feature: Feature<never>) => feature.publicFolders ?? []),
    eventStreams: createEventStreams(server, limits),
  };
  const features: readonly Feature<AppDeps>[] = FEATURES;
  const routesOf = (group: RouteGroup) =>
    features.flatMap((feature) => feature.routes?.[group] ?? []).map((routesFor) => routesFor(appDeps));
  const acceptKeys: Routes = (scope) => acceptIdempotencyKeys(scope, deps);
  const countTexts: Routes = (scope) => limitTexts(scope, { ...deps, textBytesPerDay: deps.config.textBytesPerDay });

  describeApi(server, ABOUT_THE_API, deps.version);
  openAudience(server, 'public', guards.public, [descriptionRoutes, ...routesOf('public')]);
  openAudience(server, 'public', guards.public, [acceptKeys, ...routesOf('publicWithIdempotency')]);
  openAudience(server, 'member', guards.member, [acceptKeys, countTexts, ...routesOf('member')]);
  openAudience(server, 'super-admin', guards.superAdmin, [acceptKeys, ...routesOf('superAdmin')]);
  openAudience(server, 'super-admin', guards.superAdminDuringOutage, routesOf('superAdminDuringOutage'));
  openAudience(server, 'machine', guards.machine, [acceptKeys, ...routesOf('machine')]);
  openAudience(server, 'super-admin-or-machine', guards.superAdminOrMachine, [
    acceptKeys,
    ...routesOf('superAdminOrMachine'),
  ]);
  return { server, routes };
}
