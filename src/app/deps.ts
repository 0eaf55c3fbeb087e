import { join } from 'node:path';
import type { SessionCookies } from '#access/access-token.ts';
import type { Feature } from '#access/feature.ts';
import { endPrograms, listNewcomers, withdrawConsents } from '#features/account';
import { recalculateBadges } from '#features/badge';
import { listActiveSubscribers } from '#features/billing';
import { listRoomReceivers } from '#features/chat';
import {
  createPictureReaders,
  existsVisibleEntryWithTrack,
  linkTracks,
  lockJournal,
  revokeAllSharing,
  revokeSharing,
} from '#features/journal';
import { inviteByMail, inviteToSignUpByMail, queueAccountMails, remindByMail, welcomeByMail } from '#features/mail';
import { deleteDevicesOf, notifySignInChange, notifyTokenCreated } from '#features/notification';
import { MAX_CLOCK_OFFSET_MS } from '#features/operations';
import { claimAdmission, joinAsAdmitted, releaseAdmission } from '#features/organization';
import { grantSignupBonus } from '#features/wallet';
import { deleteEndpointsOf, queueEvents, queueOrganizationEvents } from '#features/webhook';
import type { Clock } from '#platform/clock.ts';
import { createBackground } from '#platform/concurrency/background.ts';
import { createSemaphore } from '#platform/concurrency/semaphore.ts';
import { createCounts } from '#platform/counts.ts';
import { createDelegationTokens } from '#platform/crypto/delegation-tokens.ts';
import { createSecretBox } from '#platform/crypto/secret-box.ts';
import { createSignatures } from '#platform/crypto/signatures.ts';
import { buildIndexConcurrently } from '#platform/db/concurrent-index.ts';
import type { DatabaseAddresses } from '#platform/db/connection/addresses.ts';
import { type Channel, createChannel } from '#platform/db/connection/channel.ts';
import { type ClockWatch, createClockWatch } from '#platform/db/connection/clock-offset.ts';
import { createLatencyProbe } from '#platform/db/connection/latency.ts';
import { createDatabase, type Tx } from '#platform/db/database.ts';
import { readDatabaseTime } from '#platform/db/database-time.ts';
import { createChannelBarrier, createChannelLease } from '#platform/db/lease/channel-lease.ts';
import { migrationNames } from '#platform/db/migrations.ts';
import { createReplicas, type Replicas } from '#platform/db/replica/replicas.ts';
import { collectionsOf } from '#platform/db/table/tables.ts';
import { codeOf } from '#platform/errors.ts';
import { readDisks } from '#platform/files/disk-space.ts';
import { createRequestLimits, type RequestLimits } from '#platform/http/limits/rate-limit.ts';
import { createUntrustedProxies, type UntrustedProxies } from '#platform/http/limits/untrusted-proxies.ts';
import { hasWebClient } from '#platform/http/web-client/web-client.ts';
import { createIds } from '#platform/ids.ts';
import { createImages } from '#platform/images/images.ts';
import type { Job } from '#platform/jobs/job.ts';
import { listJobStatuses } from '#platform/jobs/job-status.ts';
import { createJobs, type Jobs } from '#platform/jobs/jobs.ts';
import type { Queue } from '#platform/jobs/queue.ts';
import type { Logger } from '#platform/log.ts';
import { measureStatements } from '#platform/metrics/database-metrics.ts';
import { measureRuns } from '#platform/metrics/job-metrics.ts';
import { addCounter, createMetrics, type Metrics } from '#platform/metrics/metrics.ts';
import { measureProviders } from '#platform/metrics/provider-metrics.ts';
import type { Random } from '#platform/random.ts';
import { createMailParser } from '#platform/text/mail-parser.ts';
import { type Tracing, traceCalls, traceRuns, traceStatements } from '#platform/tracing/tracing.ts';
import { createWorkers } from '#platform/workers/workers.ts';
import { createAi } from '#providers/ai/ai.factory.ts';
import { createIdentity } from '#providers/identity/identity.factory.ts';
import type { PasswordHashing } from '#providers/identity/identity.ts';
import { createMail } from '#providers/mail/mail.factory.ts';
import { createMusic } from '#providers/music/music.factory.ts';
import { createPayment } from '#providers/payment/payment.factory.ts';
import { createPush } from '#providers/push/push.factory.ts';
import { createStorage } from '#providers/storage/storage.factory.ts';
import { createWebhookClient } from '#providers/webhook/webhook.http.ts';
import { createAccountCache, createAccountLookup } from '../features/account/authentication/account-cache.actions.ts';
import { ACCOUNT_CHANNEL, updateEmail } from '../features/account/authentication/authentication.store.ts';
import type { AssistantDeps } from '../features/assistant/deps.ts';
import type { BadgeDeps } from '../features/badge/deps.ts';
import type { BattleDeps } from '../features/battle/deps.ts';
import { createLiveStandings } from '../features/battle/standings/live-standings.actions.ts';
import type { BillingDeps } from '../features/billing/deps.ts';
import { createPriceCache } from '../features/billing/price/price.actions.ts';
import type { ChainDeps } from '../features/chain/deps.ts';
import { createRematches, rebuildChains, rematchPair } from '../features/chain/matching/rematch.actions.ts';
import type { CheckInDeps } from '../features/check-in/deps.ts';
import type { CompetitionDeps } from '../features/competition/deps.ts';
import type { DataRightsDeps } from '../features/data-rights/deps.ts';
import { createImportReader } from '../features/data-rights/import/import-reader.actions.ts';
import type { EncouragementDeps } from '../features/encouragement/deps.ts';
import type { EventDeps } from '../features/event/deps.ts';
import { createSequencer } from '../features/event/sequencer/sequencer.actions.ts';
import { EVENT_CHANNEL } from '../features/event/sequencer/sequencer.store.ts';
import { createEventHub } from '../features/event/stream/event-hub.actions.ts';
import type { JournalDeps } from '../features/journal/deps.ts';
import { createSearchQueue, SEARCH_SECONDS } from '../features/journal/entry-list/entry-list.actions.ts';
import type { LabDeps } from '../features/lab/deps.ts';
import { createRankings } from '../features/lab/optimizer/optimizer.actions.ts';
import type { MailDeps } from '../features/mail/deps.ts';
import type { McpDeps } from '../features/mcp/deps.ts';
import type { MosaicDeps } from '../features/mosaic/deps.ts';
import { createRenderSemaphore } from '../features/mosaic/generation.actions.ts';
import { createMosaicCache } from '../features/mosaic/mosaic.actions.ts';
import { MUSIC_TIMEOUTS } from '../features/music/connection/connection.actions.ts';
import type { MusicDeps } from '../features/music/deps.ts';
import type { NotificationDeps } from '../features/notification/deps.ts';
import type { OperationsDeps } from '../features/operations/deps.ts';
import type { OrganizationDeps } from '../features/organization/deps.ts';
import type { SponsorDeps } from '../features/sponsor/deps.ts';
import type { SyntheticUserDeps } from '../features/synthetic-user/deps.ts';
import type { TonePackDeps } from '../features/tone-pack/deps.ts';
import { listPacksOfTransactions } from '../features/tone-pack/purchase/purchase.store.ts';
import type { WalletDeps } from '../features/wallet/deps.ts';
import type { WebhookDeps } from '../features/webhook/deps.ts';
import type { WorkoutWindowDeps } from '../features/workout-window/deps.ts';
import { createBackupFolder } from './backup/backup-folder.ts';
import type { Config } from './config.ts';
import { MIGRATIONS, placesOf, requestPoolOptions, timeoutsOf } from './database.ts';
import { firstRunSignaturesOf, readEncryptionKey, requireKeyOfDatabase } from './encryption-key.ts';
import { FEATURES } from './features.ts';
import { measureNode } from './metrics.ts';
import {
  createFailureMemory,
  listProviders,
  type ProviderName,
  type ReportedFailure,
  servicesOf,
} from './provider-status.ts';
import { TABLES } from './tables.ts';
import { readBuild } from './version.ts';

/** The dependencies of all features. */
export type Deps = OrganizationDeps &
  EventDeps &
  NotificationDeps &
  WebhookDeps &
  WalletDeps &
  BillingDeps &
  MusicDeps &
  JournalDeps &
  TonePackDeps &
  WorkoutWindowDeps &
  ChainDeps &
  CheckInDeps &
  MosaicDeps &
  BattleDeps &
  SyntheticUserDeps &
  EncouragementDeps &
  BadgeDeps &
  AssistantDeps &
  MailDeps &
  LabDeps &
  CompetitionDeps &
  SponsorDeps &
  McpDeps &
  DataRightsDeps &
  OperationsDeps & {
    config: Config;
    version: string;
    build: string;
    handleIdentity: ((request: Request) => Promise<Response>) | null;
    sessionCookies: SessionCookies | null;
    requestLimits: RequestLimits;
    replicas: Replicas;
    clockWatch: ClockWatch;
    untrustedProxies: UntrustedProxies;
    /** The longest wait for a connection of the database since the last call, in milliseconds. */
    readDatabaseWait: () => number;
    eventChannel: Channel;
    jobs: Jobs;
    /** Null if traces are off. */
    tracing: Tracing | null;
    /** Of this node. The application adds those of its requests. */
    metrics: Metrics;
    /** The build of the web client; null if this node serves the API alone. */
    webFolder: string | null;
  };

/** Names and schedules, without their code: `app/jobs.ts` needs the type `Deps` of this file. */
const JOBS_OF_FEATURES: readonly Pick<Job<never>, 'name' | 'cron' | 'description' | 'backfillDays' | 'isOn'>[] =
  FEATURES.flatMap((feature: Feature<never>) => feature.jobs ?? []);

const QUEUES_OF_FEATURES: readonly Queue<Deps>[] = (FEATURES as readonly Feature<Deps>[]).flatMap(
  ({ queues = [] }) => queues,
);

export type DepsOptions = {
  config: Config;
  /** Of a migrated database. */
  addresses: DatabaseAddresses;
  clock: Clock;
  random: Random;
  log: Logger;
  version: string;
  isDraining: () => boolean;
  tracing?: Tracing | null;
  /** Names of the providers that a sandbox replaces. */
  sandboxed?: ReadonlySet<string>;
  /** The build of the web client. */
  webFolder?: string;
  /** Statement timeout of the database, for tests. */
  queryTimeoutMs?: number;
  /** How long a statement waits for a connection of the database, for tests. */
  connectTimeoutMs?: number;
  /** The maximum time of a call of the payment provider, for tests. */
  paymentTimeoutMs?: number;
  /** The maximum time of a fetch of the keys of access tokens, for tests. */
  keySetTimeoutMs?: number;
  /** The maximum time of each statement of a search, for tests. */
  searchSeconds?: number;
  /** Default true. Tests that change accounts by SQL expect the next request to notice. */
  cachesAccounts?: boolean;
  /** Of the built-in identity provider, for tests. */
  passwordHashing?: PasswordHashing;
};

/** Creates the dependencies of the features. `close` releases them. */
export async function createDeps(options: DepsOptions): Promise<{ deps: Deps; close: () => Promise<void> }> {
  const { config, addresses, clock, random, log, tracing = null } = options;
  const key = await readEncryptionKey(config, random);
  const { secretFor, secretsFor } = key;
  const metrics = createMetrics();
  const providerMetrics = measureProviders(metrics);
  const signUps = addCounter(metrics, 'users_created_total', 'Profiles of new users that this node created.');
  const database = createDatabase({
    ...requestPoolOptions(config, addresses),
    onIdleError: (error) => {
      // A database that is stopped with us ends connections on purpose.
      if (!options.isDraining()) log.warn({ code: codeOf(error) }, 'an idle database connection broke');
    },
    watch: traceStatements(tracing, measureStatements(metrics)),
    ...(options.queryTimeoutMs !== undefined && { queryTimeoutMs: options.queryTimeoutMs }),
    ...(options.connectTimeoutMs !== undefined && { connectTimeoutMs: options.connectTimeoutMs }),
  });
  await requireKeyOfDatabase(database.db, config, key).catch(async (error) => {
    await database.close();
    throw error;
  });
  const watchOf = (name: ProviderName) => traceCalls(tracing, name, providerMetrics.watch(name));
  const sequencer = createSequencer({
    db: database.db,
    clock,
    log,
    onEventsStored: (tx, events) => deps.onEventsStored(tx, events),
  });
  database.onCommit(sequencer.wake);
  const hasMailServer = config.mail.smtp !== null;
  const endAllPrograms = async (tx: Tx, userId: string) => {
    const tokens = await endPrograms({ clock }, tx, userId);
    await deleteDevicesOf(tx, userId);
    return { tokens, webhooks: await deleteEndpointsOf(tx, userId) };
  };
  const trustedOrigins = [config.http.publicUrl, ...config.http.corsOrigins].map((url) => new URL(url).origin);
  const identity = createIdentity({
    external: config.identity,
    publicUrl: config.http.publicUrl,
    trustedOrigins: config.http.corsOrigins,
    secrets: secretsFor('identity provider'),
    database,
    clock,
    watch: watchOf('Sign-in'),
    log,
    hasMailServer,
    queueMails: (tx, mails) => queueAccountMails(deps, tx, mails),
    onAccountChanged: ({ id, email, emailVerified }) =>
      updateEmail(database.db, id, { email, isVerified: emailVerified }, clock.now()),
    onTakenOver: async (tx, userId) => {
      await endAllPrograms(tx, userId);
      await withdrawConsents({ clock }, tx, userId);
    },
    onAccessEnded: endAllPrograms,
    onFactorChange: (userId, change) => notifySignInChange(deps, userId, change),
    passwordHashing: options.passwordHashing,
    keySetTimeoutMs: options.keySetTimeoutMs,
  });
  const failures = createFailureMemory(clock);
  const noteFailure = (name: ProviderName, failure: ReportedFailure, message: string) => {
    failures.note(name, failure);
    providerMetrics.countFailure(name, failure.reason);
    log.warn({ failure }, message);
  };
  const untrustedProxies = createUntrustedProxies(config.http.trustedProxies);
  const startedAt = clock.now();
  const probe = createLatencyProbe(addresses.pooled);
  const images = createImages();
  const ai = await createAi({
    ...config.ai,
    images,
    watch: watchOf('AI'),
    apiKey: config.ai.apiKey ?? undefined,
    onFailure: (failure) => noteFailure('AI', failure, 'the AI provider failed'),
  });
  const storage = await createStorage(
    config.storage,
    (failure) => noteFailure('Files', failure, 'the storage of files failed'),
    watchOf('Files'),
  );
  const payment = await createPayment({
    ...config.payment,
    ...(options.paymentTimeoutMs !== undefined && { timeoutMs: options.paymentTimeoutMs }),
    watch: watchOf('Payments'),
    onFailure: (failure) => noteFailure('Payments', failure, 'the payment provider failed'),
  });
  if (config.payment.apiKey !== null && config.payment.signingSecret === null) {
    log.warn('PAYMENT_SIGNING_SECRET is not set: payments have no effect');
  }
  const music = await createMusic({
    ...config.music,
    watch: watchOf('Music'),
    onFailure: (failure) => noteFailure('Music', failure, 'the music service failed'),
  });
  const mail = await createMail({
    ...config.mail,
    watch: watchOf('Mail'),
    mailFolder: join(config.dataDirectory, 'outbox'),
    onFailure: (failure) => noteFailure('Mail', failure, 'a mail was not sent'),
  });
  if (config.role === 'worker' && !hasMailServer) {
    log.warn(
      { event: 'mail.stored-here' },
      'SMTP_URL is not set: emails stay on this node, and no web node shows them',
    );
  }
  const push = createPush({
    ...config.push,
    watch: watchOf('Push'),
    secret: secretFor('push'),
    onFailure: (failure) => noteFailure('Push', failure, 'a push service failed'),
  });
  const ids = createIds(clock, random);
  const eventChannel = createChannel({
    connectionString: addresses.direct,
    name: EVENT_CHANNEL,
    clock,
    ids,
    onDisconnect: (error) =>
      log.warn({ event: 'events.disconnected', code: codeOf(error) }, 'New events are not announced for now'),
  });
  const accountChannel = createChannel({
    connectionString: addresses.direct,
    name: ACCOUNT_CHANNEL,
    clock,
    ids,
    onDisconnect: (error) =>
      log.warn({ event: 'account-cache.disconnected', code: codeOf(error) }, 'Accounts are read at each request'),
  });
  const findAccount = createAccountLookup(database.db);
  const accountCache = createAccountCache({
    lookUp: findAccount,
    createLease: (handlers) => createChannelLease({ channel: accountChannel, newId: () => ids.next(), ...handlers }),
  });
  const eventHub = createEventHub({
    db: database.db,
    log,
    events: eventChannel,
    accounts: accountChannel,
    listRoomReceivers: (rooms, userIds) => deps.listRoomReceivers(rooms, userIds),
  });
  const replicas = createReplicas({
    primary: database.db,
    primaryPool: requestPoolOptions(config, addresses),
    timeouts: timeoutsOf(config),
    replicaUrls: config.database.replicaUrls,
    log,
  });
  const clockWatch = createClockWatch({
    readTime: () => readDatabaseTime(database.db),
    clock,
    maxOffsetMs: MAX_CLOCK_OFFSET_MS,
    onChange: (offsetMs, isOff) => {
      const facts = { event: isOff ? 'clock.off' : 'clock.synchronized', offset_ms: offsetMs };
      if (isOff) log.error(facts, 'the clock of this node differs from that of the database');
      else log.info(facts, 'the clock of this node agrees with that of the database again');
    },
  });
  const background = createBackground(log);
  const workers = createWorkers();
  const mailParser = createMailParser();
  const importReader = createImportReader(collectionsOf(TABLES));
  const rematches = createRematches(() => deps, log);
  const deps: Deps = {
    config,
    version: options.version,
    build: await readBuild(),
    webFolder: webFolderOf(config, options.webFolder ?? WEB_FOLDER, log),
    metrics,
    tracing,
    clock,
    log,
    random,
    ids,
    db: database.db,
    read: replicas.read,
    replicas,
    storage,
    mediaSignatures: createSignatures(secretFor('storage')),
    fileReaders: createPictureReaders({ db: database.db, clock }, TABLES),
    images,
    background,
    uploadFolder: join(config.dataDirectory, 'uploads'),
    importMaxBytes: config.importMaxBytes,
    importTextBytes: config.importTextBytes,
    importPhotos: config.importPhotos,
    importReader,
    sharing: { lock: lockJournal, revoke: revokeSharing, revokeAll: revokeAllSharing },
    payment,
    priceIds: config.payment.priceIds,
    priceCache: createPriceCache(clock),
    mcpOrigins: trustedOrigins,
    trustedOrigins,
    returnOrigins: [config.http.publicUrl, ...config.http.corsOrigins],
    music,
    musicTokens: createSecretBox(secretsFor('music tokens')),
    musicStates: createSignatures(secretFor('music connection')),
    musicTimeouts: MUSIC_TIMEOUTS,
    trackLinks: {
      link: linkTracks,
      isSeenBy: (actor, trackId) => existsVisibleEntryWithTrack(database.db, actor, trackId),
    },
    mail,
    mailParser,
    mailPolicy: config.mail.policy,
    mailsPerRecipient: config.mail.perRecipient,
    unsubscribeSignatures: createSignatures(secretFor('unsubscribe')),
    invitationSignatures: createSignatures(secretFor('group invitation')),
    linkSecrets: createSecretBox(secretsFor('account mails')),
    firstRunSignatures: firstRunSignaturesOf(key),
    inviteByMail: (tx, invitation) => inviteByMail(deps, tx, invitation),
    inviteToSignUpByMail: (tx, invitation) => inviteToSignUpByMail(deps, tx, invitation),
    groupAdmissions: {
      claim: (token, email) => claimAdmission(deps, token, email),
      release: (admission) => releaseAdmission(deps, admission),
      join: (tx, userId, admission) => joinAsAdmitted(deps, tx, userId, admission),
    },
    // An external provider decides who can sign up.
    signUpPolicy: config.identity === null ? config.signUp : 'open',
    mailDomain: config.mail.from.address.replace(/^.*@/, ''),
    push,
    sequencer,
    onEventsStored: (tx, events) => queueEvents(deps, tx, events),
    listRoomReceivers: (rooms, userIds) => listRoomReceivers(deps, rooms, userIds),
    eventChannel,
    eventHub,
    eventTickets: createSignatures(secretFor('event ticket')),
    webhookClient: createWebhookClient({ ...config.webhooks, watch: watchOf('Webhooks') }),
    webhookSecrets: createSecretBox(secretsFor('webhooks')),
    webhookResults: createCounts(),
    readDatabaseWait: database.readLongestWait,
    onOrganizationEvents: (tx, events) => queueOrganizationEvents(deps, tx, events),
    buildIndex: (index) => buildIndexConcurrently(addresses.direct, index),
    jobs: createJobs({
      connectionString: addresses.direct,
      ...(options.connectTimeoutMs !== undefined && { connectTimeoutMs: options.connectTimeoutMs }),
      db: database.db,
      clock,
      ids,
      log,
      watch: traceRuns(tracing, measureRuns(metrics)),
    }),
    startedAt,
    readDisks: () => readDisks(placesOf(config)),
    backups: await createBackupFolder({ ...options, connectionString: addresses.direct, storage }),
    measureLatency: probe.measure,
    clockWatch,
    readClockOffset: clockWatch.offsetMs,
    listReplicas: replicas.list,
    runsJobs: config.runsJobs,
    healthTimeoutMs: HEALTH_TIMEOUT_MS,
    listJobStatuses: () => listJobStatuses({ db: database.db, clock, startedAt }, jobsOf(deps)),
    untrustedProxies,
    listUntrustedProxies: untrustedProxies.list,
    listProviders: () => listProviders({ ...deps, failures, sandboxed: options.sandboxed ?? new Set() }),
    readServices: () => servicesOf(deps.listProviders()),
    tables: TABLES,
    mosaicCache: createMosaicCache(clock),
    searchQueue: createSearchQueue(),
    searchSeconds: options.searchSeconds ?? SEARCH_SECONDS,
    renderSemaphore: createRenderSemaphore(),
    exportSemaphore: createSemaphore({ concurrency: 2, maxQueue: 10, queueTimeoutMs: EXPORT_WAIT_MS }),
    workers,
    rankings: createRankings(workers),
    ai,
    aiCallsPerDay: config.ai.callsPerDay,
    textBytesPerDay: config.textBytesPerDay,
    assistant: {
      ...config.assistant,
      // The sandbox runs in this process, whatever its model is called.
      ...(options.sandboxed?.has('AI')
        ? { providerHost: 'localhost', textModel: 'sandbox' }
        : { providerHost: new URL(config.ai.baseUrl).host, textModel: config.ai.textModel }),
      timeoutMs: ASSISTANT_TIMEOUT_MS,
      semaphore: createSemaphore({ maxQueue: ASSISTANT_WORKS }),
    },
    accessTokens: identity.accessTokens,
    impersonationTokens: createDelegationTokens({
      secret: secretFor('impersonation'),
      issuer: config.http.publicUrl,
      purpose: 'impersonation',
      clock,
    }),
    findAccount: options.cachesAccounts === false ? findAccount : accountCache.findAccount,
    awaitInvalidation: createChannelBarrier(database.db, ACCOUNT_CHANNEL),
    liveStandings: createLiveStandings(replicas.read),
    notifyTokenCreated: (tx, userId) => notifyTokenCreated(deps, tx, userId),
    onUsersCreated: async (tx, userIds) => {
      await grantSignupBonus(deps, tx, await listNewcomers(deps, tx, userIds));
      await welcomeByMail(deps, tx, userIds);
      signUps.inc(userIds.length);
    },
    remindByMail: (userIds, window) => remindByMail(deps, userIds, window),
    listPacksOfTransactions: (ids) => listPacksOfTransactions(database.db, ids),
    listActiveSubscribers: (userIds) => listActiveSubscribers(database.db, userIds),
    handleIdentity: identity.handle,
    sessionCookies: identity.sessionCookies,
    tokenIssuer: config.identity?.issuer ?? config.http.publicUrl,
    identityClient: identityClientOf(config),
    mailSender: config.mail.from,
    placement: {
      database: config.database.addresses === null ? 'embedded' : 'external',
      files: config.storage.kind === 'disk' ? 'folder' : 'bucket',
    },
    identityAccounts: identity.accounts,
    requestLimits: createRequestLimits(database.pool, config.requestLimits),
    erasedIdentities: createSignatures(secretFor('erased identity')),
    hasMailServer,
    requiresVerifiedAddress: hasMailServer && config.identity === null,
    superAdminEmails: config.superAdminEmails,
    formerIssuers: config.formerIssuers,
    publicUrl: config.http.publicUrl,
    migrationNames: await migrationNames(MIGRATIONS),
    isDraining: options.isDraining,
    recalculateBadges: (tx, userIds) => recalculateBadges(deps, tx, userIds),
    rematches,
    rebuildChains: (groups, timezone) => rebuildChains(deps, groups, timezone),
    rematchPair: (one, other) => rematchPair(deps, one, other),
  };
  measureNode(metrics, {
    deps,
    database,
    channels: { [EVENT_CHANNEL]: eventChannel, [ACCOUNT_CHANNEL]: accountChannel },
    jobNames: JOBS_OF_FEATURES.map(({ name }) => name),
    queues: QUEUES_OF_FEATURES.map(({ name, read }) => ({ name, read: () => read(deps) })),
  });
  const close = async () => {
    await sequencer.stop();
    await rematches.close();
    await background.drain();
    push.close();
    await eventHub.close();
    await eventChannel.close();
    await accountCache.close();
    await accountChannel.close();
    await workers.close();
    await images.close();
    await mailParser.close();
    await importReader.close();
    await probe.close();
    await replicas.close();
    await database.close();
  };
  return { deps, close };
}

/** The jobs that this node runs. */
function jobsOf(deps: Deps): typeof JOBS_OF_FEATURES {
  return JOBS_OF_FEATURES.filter(({ isOn }) => isOn?.(deps as never) ?? true);
}

function identityClientOf({ identity }: Config): OperationsDeps['identityClient'] {
  if (identity === null || identity.clientId === null) return null;
  return { id: identity.clientId, scope: identity.scope, audience: identity.audience };
}

/** Null if the client is off, or has not been built. */
function webFolderOf({ http, role }: Config, folder: string, log: Logger): string | null {
  if (!http.servesWebClient || role === 'worker') return null;
  if (hasWebClient(folder)) return folder;
  log.warn({ event: 'web.not-built' }, 'the web client is not built: start with npm start, or set WEB=off');
  return null;
}

/** Timeout of one check of the health page. With authentication, the page responds within two seconds even if the database does not. */
const HEALTH_TIMEOUT_MS = 900;
/** Timeout of one AI call of a job, which no request waits for. */
const ASSISTANT_TIMEOUT_MS = 30_000;
/** How long a request waits for another export of this node. */
const EXPORT_WAIT_MS = 20_000;
/** More than the jobs and workers of the assistant can be. */
const ASSISTANT_WORKS = 10;

/** Where `npm start` builds the web client, seen from the source and from the build alike. */
const WEB_FOLDER = join(import.meta.dirname, '..', '..', 'dist', 'web');
