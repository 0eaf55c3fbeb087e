import { openAudience } from '../access/audience.ts';
import { cronSecretsOf } from '../access/cron-secrets.ts';
import { createGuards } from '../access/guards.ts';
import type { OutageLimits } from '../access/outage-guard.ts';
import { requireSuperAdmin } from '../features/account/account.actions.ts';
import { memberAccountRoutes, publicAccountRoutes } from '../features/account/account.routes.ts';
import { auditRoutes } from '../features/account/audit.routes.ts';
import { authenticate } from '../features/account/authentication.actions.ts';
import { avatarRoutes } from '../features/account/avatar.routes.ts';
import { AVATARS } from '../features/account/avatar.rules.ts';
import { blockRoutes } from '../features/account/block.routes.ts';
import { identityRoutes } from '../features/account/identity.routes.ts';
import { admitImpersonator } from '../features/account/impersonation.actions.ts';
import { impersonationRoutes, stopImpersonationRoutes } from '../features/account/impersonation.routes.ts';
import { inboundAddressRoutes } from '../features/account/inbound-address.routes.ts';
import { personAdministrationRoutes } from '../features/account/person-administration.routes.ts';
import { analysisJobRoutes, analysisRoutes } from '../features/assistant/analysis.routes.ts';
import { dailyDropJobRoutes } from '../features/assistant/daily-drop.routes.ts';
import { badgeRoutes } from '../features/badge/badge.routes.ts';
import { battleExecutionRoutes, battleJobRoutes, battleRoutes } from '../features/battle/battle.routes.ts';
import { checkoutRoutes } from '../features/billing/checkout.routes.ts';
import { paymentEventRoutes } from '../features/billing/payment-event.routes.ts';
import { subscriptionRoutes } from '../features/billing/subscription.routes.ts';
import { chainJobRoutes, chainRoutes } from '../features/chain/chain.routes.ts';
import { checkInAdministrationRoutes, checkInRoutes } from '../features/check-in/check-in.routes.ts';
import { checkInJobRoutes } from '../features/check-in/check-in-job.routes.ts';
import { dayRoutes } from '../features/check-in/day.routes.ts';
import { competitionAdministrationRoutes, competitionRoutes } from '../features/competition/competition.routes.ts';
import { competitionEntryRoutes } from '../features/competition/entry.routes.ts';
import { scoringAdministrationRoutes, scoringJobRoutes } from '../features/competition/scoring.routes.ts';
import { digestJobRoutes } from '../features/correspondence/digest.routes.ts';
import { incomingMailRoutes } from '../features/correspondence/incoming-mail.routes.ts';
import { outboxRoutes } from '../features/correspondence/outbox.routes.ts';
import { personalMailRoutes } from '../features/correspondence/personal-mail.routes.ts';
import { unsubscribeRoutes } from '../features/correspondence/unsubscribe.routes.ts';
import {
  configurationAdministrationRoutes,
  configurationRoutes,
} from '../features/encouragement/configuration.routes.ts';
import { dropRoutes } from '../features/encouragement/drop.routes.ts';
import { engagementAdministrationRoutes, engagementJobRoutes } from '../features/encouragement/engagement.routes.ts';
import { dropTemplateAdministrationRoutes, dropTemplateRoutes } from '../features/encouragement/template.routes.ts';
import { goalRoutes } from '../features/goal/goal.routes.ts';
import { goalCheckInRoutes } from '../features/goal/goal-check-in.routes.ts';
import { backgroundRoutes } from '../features/journal/background.routes.ts';
import { calendarRoutes } from '../features/journal/calendar.routes.ts';
import { entryRoutes } from '../features/journal/entry.routes.ts';
import { notebookRoutes } from '../features/journal/notebook.routes.ts';
import { experimentRoutes } from '../features/lab/experiment.routes.ts';
import { goldenSpecRoutes } from '../features/lab/golden-spec.routes.ts';
import { optimizerRoutes } from '../features/lab/optimizer.routes.ts';
import { replicationRoutes } from '../features/lab/replication.routes.ts';
import { safetyRoutes } from '../features/lab/safety.routes.ts';
import { stepPromptJobRoutes } from '../features/lab/step-prompt.routes.ts';
import { labTemplateRoutes } from '../features/lab/template.routes.ts';
import { videoAdministrationRoutes, videoRoutes } from '../features/lab/video.routes.ts';
import { mediaRoutes } from '../features/media/media.routes.ts';
import { mosaicGenerationRoutes, mosaicRoutes } from '../features/mosaic/mosaic.routes.ts';
import { MOSAICS } from '../features/mosaic/mosaic-day.rules.ts';
import { connectionRoutes, publicConnectionRoutes } from '../features/music/connection.routes.ts';
import { musicAccountRoutes } from '../features/music/music-account.routes.ts';
import { playRoutes } from '../features/music/play.routes.ts';
import { syncJobRoutes, syncRoutes } from '../features/music/sync.routes.ts';
import { deviceRoutes } from '../features/notification/device.routes.ts';
import { eventRoutes } from '../features/notification/event.routes.ts';
import { notificationRoutes } from '../features/notification/notification.routes.ts';
import { frontPageRoutes } from '../features/operator/front-page.routes.ts';
import { healthPageRoutes, healthRoutes } from '../features/operator/health.routes.ts';
import { keptAnswerJobRoutes } from '../features/operator/kept-answer.routes.ts';
import { operatorRoutes } from '../features/operator/operator.routes.ts';
import { reportAdministrationRoutes, reportRoutes } from '../features/operator/report.routes.ts';
import { userListRoutes } from '../features/operator/user-list.routes.ts';
import { waitlistAdministrationRoutes, waitlistRoutes } from '../features/operator/waitlist.routes.ts';
import {
  groupInvitationRoutes,
  invitationRoutes,
  publicInvitationRoutes,
} from '../features/organization/invitation.routes.ts';
import { organizationRoutes } from '../features/organization/organization.routes.ts';
import { organizationMemberRoutes } from '../features/organization/organization-member.routes.ts';
import { personSearchRoutes } from '../features/organization/person-search.routes.ts';
import { teamRoutes } from '../features/organization/team.routes.ts';
import { teamMemberRoutes } from '../features/organization/team-member.routes.ts';
import {
  opportunityAdministrationRoutes,
  opportunityRoutes,
  publicOpportunityRoutes,
} from '../features/sponsor/opportunity.routes.ts';
import { outreachRoutes } from '../features/sponsor/outreach.routes.ts';
import { sponsorAdministrationRoutes, sponsorRoutes } from '../features/sponsor/sponsor.routes.ts';
import { sponsorLetterJobRoutes } from '../features/sponsor/sponsor-letter.routes.ts';
import { syntheticUserJobRoutes, syntheticUserRoutes } from '../features/synthetic-user/synthetic-user.routes.ts';
import { toneRoutes } from '../features/tone/tone.routes.ts';
import { activationRoutes } from '../features/tone-pack/activation.routes.ts';
import { generationRoutes } from '../features/tone-pack/generation.routes.ts';
import { TONE_PACK_PREVIEWS } from '../features/tone-pack/pack-image.rules.ts';
import { purchaseRoutes } from '../features/tone-pack/purchase.routes.ts';
import { shareRoutes } from '../features/tone-pack/share.routes.ts';
import { tonePackRoutes } from '../features/tone-pack/tone-pack.routes.ts';
import { conversionRoutes } from '../features/usage/conversion.routes.ts';
import { usageRoutes } from '../features/usage/usage.routes.ts';
import { adjustmentRoutes } from '../features/wallet/adjustment.routes.ts';
import { ledgerRoutes } from '../features/wallet/ledger.routes.ts';
import { monthlyAwardJobRoutes, monthlyAwardRoutes } from '../features/wallet/monthly-award.routes.ts';
import { actionNoteRoutes } from '../features/wellbeing/action-note.routes.ts';
import { satisfactionEntryRoutes } from '../features/wellbeing/satisfaction-entry.routes.ts';
import { sleepEntryRoutes } from '../features/wellbeing/sleep-entry.routes.ts';
import { workoutWindowRoutes } from '../features/workout-window/workout-window.routes.ts';
import { createEventStreams } from '../platform/http/event-streams.ts';
import { acceptIdempotencyKeys } from '../platform/http/idempotency.ts';
import { NO_CALLER_LIMITS } from '../platform/http/load-shedding.ts';
import { measureDisks, measureRequests } from '../platform/http/metrics.ts';
import { describeApi, descriptionRoutes } from '../platform/http/openapi.ts';
import { createServer, type HttpLimits, type HttpScope, type RegisteredRoute } from '../platform/http/server.ts';
import { limitTexts } from '../platform/http/text-quota.ts';
import { createSecretCheck } from '../platform/secrets.ts';
import type { Config } from './config.ts';
import type { Deps } from './deps.ts';

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

/** What everybody may read who has its address; every other file needs one that is signed. */
const PUBLIC_FOLDERS = [AVATARS, MOSAICS, TONE_PACK_PREVIEWS];

function callerLimitsOf({ requestLimits }: Config): Partial<HttpLimits> {
  const { isOn, atOncePerUser, atOncePerAddress } = requestLimits;
  return isOn ? { workOfUser: atOncePerUser, workOfNetwork: atOncePerAddress } : NO_CALLER_LIMITS;
}

/** Everything that the service answers: who may call, and which feature replies. `limits` are other ones than usual. */
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
  const { metricsToken } = deps.config;
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

  describeApi(server, ABOUT_THE_API, deps.version);
  openAudience(server, 'public', guards.public, [
    descriptionRoutes,
    operatorRoutes({
      ...deps,
      readMetrics: () => metrics.metrics(),
      isMetricsToken: metricsToken === null ? null : createSecretCheck([metricsToken]),
    }),
    publicAccountRoutes(deps),
    mediaRoutes({ ...deps, publicFolders: PUBLIC_FOLDERS }),
    publicConnectionRoutes(deps),
    unsubscribeRoutes(deps),
    publicInvitationRoutes(deps),
    publicOpportunityRoutes(deps),
    healthPageRoutes(deps),
    frontPageRoutes(deps),
  ]);
  // The others answer anew: pages, and what is true of a token at this moment.
  openAudience(server, 'public', guards.public, [
    (scope) => acceptIdempotencyKeys(scope, deps),
    paymentEventRoutes(deps),
    incomingMailRoutes(deps, deps.config.requestLimits),
    sponsorRoutes(deps),
    waitlistRoutes(deps),
  ]);
  const { answerIdentity } = deps;
  if (answerIdentity !== null) {
    openAudience(server, 'public', guards.public, [identityRoutes({ ...deps, answerIdentity })]);
  }
  openAudience(server, 'member', guards.member, [
    (scope) => acceptIdempotencyKeys(scope, deps),
    (scope) => limitTexts(scope, { ...deps, textBytesPerDay: deps.config.textBytesPerDay }),
    memberAccountRoutes(deps),
    stopImpersonationRoutes(deps),
    avatarRoutes(deps),
    blockRoutes(deps),
    inboundAddressRoutes(deps),
    personSearchRoutes(deps),
    organizationRoutes(deps),
    organizationMemberRoutes(deps),
    groupInvitationRoutes(deps),
    invitationRoutes(deps),
    teamRoutes(deps),
    teamMemberRoutes(deps),
    usageRoutes(deps),
    toneRoutes(deps),
    connectionRoutes(deps),
    musicAccountRoutes(deps),
    playRoutes(deps),
    syncRoutes(deps),
    calendarRoutes(deps),
    entryRoutes(deps),
    backgroundRoutes(deps),
    notebookRoutes(deps),
    goalRoutes(deps),
    goalCheckInRoutes(deps),
    satisfactionEntryRoutes(deps),
    actionNoteRoutes(deps),
    sleepEntryRoutes(deps),
    workoutWindowRoutes(deps),
    chainRoutes(deps),
    checkInRoutes(deps),
    dayRoutes(deps),
    battleRoutes(deps),
    mosaicRoutes(deps),
    checkoutRoutes(deps),
    subscriptionRoutes(deps),
    notificationRoutes(deps),
    deviceRoutes(deps),
    ledgerRoutes(deps),
    monthlyAwardRoutes(deps),
    dropRoutes(deps),
    dropTemplateRoutes(deps),
    configurationRoutes(deps),
    tonePackRoutes(deps),
    generationRoutes(deps),
    shareRoutes(deps),
    activationRoutes(deps),
    purchaseRoutes(deps),
    badgeRoutes(deps),
    analysisRoutes(deps),
    labTemplateRoutes(deps),
    experimentRoutes(deps),
    replicationRoutes(deps),
    videoRoutes(deps),
    optimizerRoutes(deps),
    competitionRoutes(deps),
    competitionEntryRoutes(deps),
    opportunityRoutes(deps),
    outreachRoutes(deps),
    reportRoutes(deps),
    personalMailRoutes(deps),
    eventRoutes({ ...deps, eventStreams: createEventStreams(server, limits) }),
  ]);
  openAudience(server, 'super-admin', guards.superAdmin, [
    (scope) => acceptIdempotencyKeys(scope, deps),
    personAdministrationRoutes(deps),
    impersonationRoutes(deps),
    auditRoutes(deps),
    userListRoutes(deps),
    reportAdministrationRoutes(deps),
    waitlistAdministrationRoutes(deps),
    adjustmentRoutes(deps),
    conversionRoutes(deps),
    dropTemplateAdministrationRoutes(deps),
    configurationAdministrationRoutes(deps),
    checkInAdministrationRoutes(deps),
    syntheticUserRoutes(deps),
    engagementAdministrationRoutes(deps),
    safetyRoutes(deps),
    goldenSpecRoutes(deps),
    videoAdministrationRoutes(deps),
    competitionAdministrationRoutes(deps),
    scoringAdministrationRoutes(deps),
    sponsorAdministrationRoutes(deps),
    opportunityAdministrationRoutes(deps),
    outboxRoutes(deps),
  ]);
  openAudience(server, 'super-admin', guards.superAdminDuringOutage, [healthRoutes(deps)]);
  openAudience(server, 'machine', guards.machine, [
    (scope) => acceptIdempotencyKeys(scope, deps),
    monthlyAwardJobRoutes(deps),
    syncJobRoutes(deps),
    chainJobRoutes(deps),
    checkInJobRoutes(deps),
    battleJobRoutes(deps),
    syntheticUserJobRoutes(deps),
    engagementJobRoutes(deps),
    analysisJobRoutes(deps),
    dailyDropJobRoutes(deps),
    digestJobRoutes(deps),
    stepPromptJobRoutes(deps),
    scoringJobRoutes(deps),
    sponsorLetterJobRoutes(deps),
    keptAnswerJobRoutes(deps),
  ]);
  openAudience(server, 'super-admin-or-machine', guards.superAdminOrMachine, [
    (scope) => acceptIdempotencyKeys(scope, deps),
    battleExecutionRoutes(deps),
    mosaicGenerationRoutes(deps),
  ]);

  return { server, routes };
}
