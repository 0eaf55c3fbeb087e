import { API_DESCRIPTION } from './api-description.ts';
import type { Config } from './config.ts';
import { cronSecretsOf } from './cron-secrets.ts';
import type { Deps } from './deps.ts';
import { requireSuperAdmin } from './features/account/account.actions.ts';
import { memberAccountRoutes, publicAccountRoutes } from './features/account/account.routes.ts';
import { auditRoutes } from './features/account/audit.routes.ts';
import { authenticate } from './features/account/authentication.actions.ts';
import { avatarRoutes } from './features/account/avatar.routes.ts';
import { AVATARS } from './features/account/avatar.rules.ts';
import { blockRoutes } from './features/account/block.routes.ts';
import { identityRoutes } from './features/account/identity.routes.ts';
import { admitImpersonator } from './features/account/impersonation.actions.ts';
import { impersonationRoutes, stopImpersonationRoutes } from './features/account/impersonation.routes.ts';
import { inboundAddressRoutes } from './features/account/inbound-address.routes.ts';
import { personAdministrationRoutes } from './features/account/person-administration.routes.ts';
import { analysisJobRoutes, analysisRoutes } from './features/assistant/analysis.routes.ts';
import { dailyDropJobRoutes } from './features/assistant/daily-drop.routes.ts';
import { badgeRoutes } from './features/badge/badge.routes.ts';
import { battleExecutionRoutes, battleJobRoutes, battleRoutes } from './features/battle/battle.routes.ts';
import { checkoutRoutes } from './features/billing/checkout.routes.ts';
import { paymentEventRoutes } from './features/billing/payment-event.routes.ts';
import { subscriptionRoutes } from './features/billing/subscription.routes.ts';
import { chainJobRoutes, chainRoutes } from './features/chain/chain.routes.ts';
import { checkInAdministrationRoutes, checkInRoutes } from './features/check-in/check-in.routes.ts';
import { checkInJobRoutes } from './features/check-in/check-in-job.routes.ts';
import { dayRoutes } from './features/check-in/day.routes.ts';
import { competitionAdministrationRoutes, competitionRoutes } from './features/competition/competition.routes.ts';
import { competitionEntryRoutes } from './features/competition/entry.routes.ts';
import { scoringAdministrationRoutes, scoringJobRoutes } from './features/competition/scoring.routes.ts';
import { digestJobRoutes } from './features/correspondence/digest.routes.ts';
import { incomingMailRoutes } from './features/correspondence/incoming-mail.routes.ts';
import { outboxRoutes } from './features/correspondence/outbox.routes.ts';
import { personalMailRoutes } from './features/correspondence/personal-mail.routes.ts';
import { unsubscribeRoutes } from './features/correspondence/unsubscribe.routes.ts';
import {
  configurationAdministrationRoutes,
  configurationRoutes,
} from './features/encouragement/configuration.routes.ts';
import { dropRoutes } from './features/encouragement/drop.routes.ts';
import { engagementAdministrationRoutes, engagementJobRoutes } from './features/encouragement/engagement.routes.ts';
import { dropTemplateAdministrationRoutes, dropTemplateRoutes } from './features/encouragement/template.routes.ts';
import { goalRoutes } from './features/goal/goal.routes.ts';
import { goalCheckInRoutes } from './features/goal/goal-check-in.routes.ts';
import { backgroundRoutes } from './features/journal/background.routes.ts';
import { calendarRoutes } from './features/journal/calendar.routes.ts';
import { entryRoutes } from './features/journal/entry.routes.ts';
import { notebookRoutes } from './features/journal/notebook.routes.ts';
import { experimentRoutes } from './features/lab/experiment.routes.ts';
import { goldenSpecRoutes } from './features/lab/golden-spec.routes.ts';
import { optimizerRoutes } from './features/lab/optimizer.routes.ts';
import { replicationRoutes } from './features/lab/replication.routes.ts';
import { safetyRoutes } from './features/lab/safety.routes.ts';
import { stepPromptJobRoutes } from './features/lab/step-prompt.routes.ts';
import { labTemplateRoutes } from './features/lab/template.routes.ts';
import { videoAdministrationRoutes, videoRoutes } from './features/lab/video.routes.ts';
import { mediaRoutes } from './features/media/media.routes.ts';
import { mosaicGenerationRoutes, mosaicRoutes } from './features/mosaic/mosaic.routes.ts';
import { MOSAICS } from './features/mosaic/mosaic-day.rules.ts';
import { connectionRoutes, publicConnectionRoutes } from './features/music/connection.routes.ts';
import { musicAccountRoutes } from './features/music/music-account.routes.ts';
import { playRoutes } from './features/music/play.routes.ts';
import { syncJobRoutes, syncRoutes } from './features/music/sync.routes.ts';
import { deviceRoutes } from './features/notification/device.routes.ts';
import { eventRoutes } from './features/notification/event.routes.ts';
import { notificationRoutes } from './features/notification/notification.routes.ts';
import { frontPageRoutes } from './features/operator/front-page.routes.ts';
import { healthPageRoutes, healthRoutes } from './features/operator/health.routes.ts';
import { keptAnswerJobRoutes } from './features/operator/kept-answer.routes.ts';
import { operatorRoutes } from './features/operator/operator.routes.ts';
import { reportAdministrationRoutes, reportRoutes } from './features/operator/report.routes.ts';
import { userListRoutes } from './features/operator/user-list.routes.ts';
import { waitlistAdministrationRoutes, waitlistRoutes } from './features/operator/waitlist.routes.ts';
import {
  groupInvitationRoutes,
  invitationRoutes,
  publicInvitationRoutes,
} from './features/organization/invitation.routes.ts';
import { organizationRoutes } from './features/organization/organization.routes.ts';
import { organizationMemberRoutes } from './features/organization/organization-member.routes.ts';
import { personSearchRoutes } from './features/organization/person-search.routes.ts';
import { teamRoutes } from './features/organization/team.routes.ts';
import { teamMemberRoutes } from './features/organization/team-member.routes.ts';
import {
  opportunityAdministrationRoutes,
  opportunityRoutes,
  publicOpportunityRoutes,
} from './features/sponsor/opportunity.routes.ts';
import { outreachRoutes } from './features/sponsor/outreach.routes.ts';
import { sponsorAdministrationRoutes, sponsorRoutes } from './features/sponsor/sponsor.routes.ts';
import { sponsorLetterJobRoutes } from './features/sponsor/sponsor-letter.routes.ts';
import { syntheticUserJobRoutes, syntheticUserRoutes } from './features/synthetic-user/synthetic-user.routes.ts';
import { toneRoutes } from './features/tone/tone.routes.ts';
import { activationRoutes } from './features/tone-pack/activation.routes.ts';
import { generationRoutes } from './features/tone-pack/generation.routes.ts';
import { TONE_PACK_PREVIEWS } from './features/tone-pack/pack-image.rules.ts';
import { purchaseRoutes } from './features/tone-pack/purchase.routes.ts';
import { shareRoutes } from './features/tone-pack/share.routes.ts';
import { tonePackRoutes } from './features/tone-pack/tone-pack.routes.ts';
import { conversionRoutes } from './features/usage/conversion.routes.ts';
import { usageRoutes } from './features/usage/usage.routes.ts';
import { adjustmentRoutes } from './features/wallet/adjustment.routes.ts';
import { ledgerRoutes } from './features/wallet/ledger.routes.ts';
import { monthlyAwardJobRoutes, monthlyAwardRoutes } from './features/wallet/monthly-award.routes.ts';
import { actionNoteRoutes } from './features/wellbeing/action-note.routes.ts';
import { satisfactionEntryRoutes } from './features/wellbeing/satisfaction-entry.routes.ts';
import { sleepEntryRoutes } from './features/wellbeing/sleep-entry.routes.ts';
import { workoutWindowRoutes } from './features/workout-window/workout-window.routes.ts';
import { AppError } from './platform/errors.ts';
import { actorOf, humanBehind } from './platform/http/actor.ts';
import { type Guard, openAudience } from './platform/http/audience.ts';
import { bearerTokenOf } from './platform/http/bearer.ts';
import { createMachineGuard } from './platform/http/cron-secret.ts';
import { createEventStreams } from './platform/http/event-streams.ts';
import { acceptIdempotencyKeys } from './platform/http/idempotency.ts';
import { NO_CALLER_LIMITS } from './platform/http/load-shedding.ts';
import { measureDisks, measureRequests } from './platform/http/metrics.ts';
import { describeApi } from './platform/http/openapi.ts';
import { admitThroughOutage } from './platform/http/outage-guard.ts';
import { createServer, type HttpLimits, type HttpScope, type RegisteredRoute } from './platform/http/server.ts';
import { limitTexts } from './platform/http/text-quota.ts';
import { createSecretCheck } from './platform/secrets.ts';

export type App = { server: HttpScope; routes: RegisteredRoute[] };

/** What everybody may read who has its address; every other file needs one that is signed. */
const PUBLIC_FOLDERS = [AVATARS, MOSAICS, TONE_PACK_PREVIEWS];

function callerLimitsOf({ requestLimits }: Config): Partial<HttpLimits> {
  const { isOn, atOncePerUser, atOncePerAddress } = requestLimits;
  return isOn ? { workOfUser: atOncePerUser, workOfNetwork: atOncePerAddress } : NO_CALLER_LIMITS;
}

/** Everything that the service answers: who may call, and which feature replies. `limits` are other ones than usual. */
export function createApp(deps: Deps, limits: Partial<HttpLimits> = {}): App {
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
  const guardPublic: Guard = async (request, reply) => deps.requestLimits.countAddress(request, reply);
  const guardMember: Guard = async (request, reply) => {
    try {
      request.actor = await authenticate(deps, bearerTokenOf(request));
    } catch (refusal) {
      // Whoever guesses tokens is limited like anybody without one. A fault of ours is not counted against the caller.
      if (refusal instanceof AppError) await deps.requestLimits.countAddress(request, reply);
      throw refusal;
    }
    const { actor, method, routeOptions } = request;
    await deps.requestLimits.countUser(request, reply, humanBehind(actor));
    if (actor.impersonatorId !== null) {
      const { url = '', config } = routeOptions;
      const isRefused =
        config.refusedWhileImpersonating === true || config.audience?.startsWith('super-admin') === true;
      await admitImpersonator(deps, actor, { method, route: url, isRefused });
    }
  };

  const guardSuperAdmin: Guard = async (request, reply) => {
    await guardMember(request, reply);
    requireSuperAdmin(actorOf(request));
  };

  const cronSecrets = cronSecretsOf(deps.config);
  const guardMachine = createMachineGuard(cronSecrets, deps.requestLimits);
  const guardSuperAdminOrMachine = createMachineGuard(cronSecrets, deps.requestLimits, guardSuperAdmin);

  describeApi(server, API_DESCRIPTION, guardPublic, deps.version);
  openAudience(server, 'public', guardPublic, [
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
  openAudience(server, 'public', guardPublic, [
    (scope) => acceptIdempotencyKeys(scope, deps),
    paymentEventRoutes(deps),
    incomingMailRoutes(deps, deps.config.requestLimits),
    sponsorRoutes(deps),
    waitlistRoutes(deps),
  ]);
  const { answerIdentity } = deps;
  if (answerIdentity !== null) {
    openAudience(server, 'public', guardPublic, [identityRoutes({ ...deps, answerIdentity })]);
  }
  openAudience(server, 'member', guardMember, [
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
  openAudience(server, 'super-admin', guardSuperAdmin, [
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
  const isTokenGood = async (token: string) => (await deps.accessTokens.verify(token)) !== null;
  const guardThroughOutage = admitThroughOutage(guardSuperAdmin, { ...limits, clock: deps.clock, isTokenGood });
  openAudience(server, 'super-admin', guardThroughOutage, [healthRoutes(deps)]);
  openAudience(server, 'machine', guardMachine, [
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
  openAudience(server, 'super-admin-or-machine', guardSuperAdminOrMachine, [
    (scope) => acceptIdempotencyKeys(scope, deps),
    battleExecutionRoutes(deps),
    mosaicGenerationRoutes(deps),
  ]);

  return { server, routes };
}
