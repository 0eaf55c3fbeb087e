import { join } from 'node:path';
import type { SessionCookies } from '#access/access-token.ts';
import type { Feature } from '#access/feature.ts';
import type { Machine } from '#access/machine.ts';
import { ACCOUNT_CHANNEL, listNewcomers } from '#features/account';
import type { AssistantDeps } from '#features/assistant';
import type { BadgeDeps } from '#features/badge';
import type { BattleDeps } from '#features/battle';
import type { BillingDeps } from '#features/billing';
import type { ChainDeps } from '#features/chain';
import type { CheckInDeps } from '#features/check-in';
import type { CompetitionDeps } from '#features/competition';
import type { DataRightsDeps } from '#features/data-rights';
import type { EncouragementDeps } from '#features/encouragement';
import { EVENT_CHANNEL, type EventDeps } from '#features/event';
import type { JournalDeps } from '#features/journal';
import type { LabDeps } from '#features/lab';
import { type MailDeps, welcomeByMail } from '#features/mail';
import type { McpDeps } from '#features/mcp';
import type { MosaicDeps } from '#features/mosaic';
import type { MusicDeps } from '#features/music';
import type { NotificationDeps } from '#features/notification';
import { MAX_CLOCK_OFFSET_MS, type OperationsDeps } from '#features/operations';
import type { OrganizationDeps } from '#features/organization';
import type { SponsorDeps } from '#features/sponsor';
import type { SyntheticUserDeps } from '#features/synthetic-user';
import type { TonePackDeps } from '#features/tone-pack';
import { grantSignupBonus, type WalletDeps } from '#features/wallet';
import type { WebhookDeps } from '#features/webhook';
import type { WorkoutWindowDeps } from '#features/workout-window';
import { createBackground } from '#platform/concurrency/background.ts';
import { createSignatures } from '#platform/crypto/signatures.ts';
import type { Channel } from '#platform/db/connection/channel.ts';
import { type ClockWatch, createClockWatch } from '#platform/db/connection/clock-offset.ts';
import { createLatencyProbe } from '#platform/db/connection/latency.ts';
import { createDatabase, type Db } from '#platform/db/database.ts';
import { readDatabaseTime } from '#platform/db/database-time.ts';
import { migrationNames } from '#platform/db/migrations.ts';
import { createReplicas, type Replicas } from '#platform/db/replica/replicas.ts';
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
import { type Tracing, traceRuns, traceStatements } from '#platform/tracing/tracing.ts';
import { createWorkers } from '#platform/workers/workers.ts';
import { createBackupFolder } from './backup/backup-folder.ts';
import type { Config } from './config.ts';
import { MIGRATIONS, placesOf, requestPoolOptions, timeoutsOf } from './database.ts';
import type { DepsOptions } from './deps-options.ts';
import { firstRunSignaturesOf, readEncryptionKey, requireKeyOfDatabase } from './encryption-key.ts';
import { FEATURES } from './features.ts';
import { measureNode } from './metrics.ts';
import { createProviders, type Providers } from './providers.ts';
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
  OperationsDeps &
  Machine & {
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
    accountChannel: Channel;
    /** Whether accounts are kept in memory. */
    cachesAccounts: boolean;
    /** The maximum time of each statement of a search, for tests. */
    searchLimitSeconds: number | undefined;
    /** Names of the providers that a sandbox replaces. */
    sandboxed: ReadonlySet<string>;
    jobs: Jobs;
    /** Null if traces are off. */
    tracing: Tracing | null;
    /** Of this node. The application adds those of its requests. */
    metrics: Metrics;
    /** The build of the web client; null if this node serves the API alone. */
    webFolder: string | null;
  };

type PartsOf<Part> = Part extends { parts: (...given: never[]) => infer Parts } ? Parts : never;
type Joined<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
/** What the features make. */
type FeatureParts = Joined<PartsOf<(typeof FEATURES)[number]>>;
/** What is there before the features add their parts. */
type MachineParts = Omit<Deps, keyof FeatureParts | keyof Providers | 'backups'>;

const features: readonly Feature<Deps>[] = FEATURES;

/** Names and schedules, without their code: `app/jobs.ts` needs the type `Deps` of this file. */
const JOBS_OF_FEATURES: readonly Pick<Job<never>, 'name' | 'cron' | 'description' | 'backfillDays' | 'isOn'>[] =
  FEATURES.flatMap((feature: Feature<never>) => feature.jobs ?? []);

/** What waits in the database for the loops of nodes. */
export const QUEUES: readonly Queue<Deps>[] = features.flatMap(({ queues = [] }) => queues);

/** Creates the dependencies of the features. `close` releases them. */
export async function createDeps(options: DepsOptions): Promise<{ deps: Deps; close: () => Promise<void> }> {
  const { config, addresses, clock, random, log, tracing = null, sandboxed = new Set<string>() } = options;
  const key = await readEncryptionKey(config, random);
  const { secretFor, secretsFor } = key;
  const metrics = createMetrics();
  const ids = createIds(clock, random);
  const closers: (() => Promise<void> | void)[] = [];
  const onClose = (close: () => Promise<void> | void) => void closers.push(close);
  const close = async () => {
    for (const closeOne of closers.splice(0).reverse()) await closeOne();
  };
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
  const { db } = database;
  onClose(database.close);
  await requireKeyOfDatabase(db, config, key).catch(async (error) => {
    await close();
    throw error;
  });
  const replicas = createReplicas({
    primary: db,
    primaryPool: requestPoolOptions(config, addresses),
    timeouts: timeoutsOf(config),
    replicaUrls: config.database.replicaUrls,
    log,
  });
  onClose(replicas.close);
  const probe = createLatencyProbe(addresses.pooled);
  onClose(probe.close);
  const images = createImages();
  onClose(images.close);
  const workers = createWorkers();
  onClose(workers.close);
  const background = createBackground(log);
  const clockWatch = watchClock(db, options);
  const untrustedProxies = createUntrustedProxies(config.http.trustedProxies);
  const startedAt = clock.now();
  const trustedOrigins = [config.http.publicUrl, ...config.http.corsOrigins].map((url) => new URL(url).origin);
  const machine: MachineParts = {
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
    db,
    tables: TABLES,
    read: replicas.read,
    replicas,
    images,
    background,
    workers,
    secretFor,
    secretsFor,
    directUrl: addresses.direct,
    onCommit: database.onCommit,
    onClose,
    cachesAccounts: options.cachesAccounts ?? true,
    searchLimitSeconds: options.searchSeconds,
    sandboxed,
    uploadFolder: join(config.dataDirectory, 'uploads'),
    publicUrl: config.http.publicUrl,
    trustedOrigins,
    mcpOrigins: trustedOrigins,
    hasMailServer: config.mail.smtp !== null,
    requiresVerifiedAddress: config.mail.smtp !== null && config.identity === null,
    firstRunSignatures: firstRunSignaturesOf(key),
    mediaSignatures: createSignatures(secretFor('storage')),
    aiCallsPerDay: config.ai.callsPerDay,
    textBytesPerDay: config.textBytesPerDay,
    readDatabaseWait: database.readLongestWait,
    jobs: createJobs({
      connectionString: addresses.direct,
      ...(options.connectTimeoutMs !== undefined && { connectTimeoutMs: options.connectTimeoutMs }),
      db,
      clock,
      ids,
      log,
      watch: traceRuns(tracing, measureRuns(metrics)),
    }),
    startedAt,
    readDisks: () => readDisks(placesOf(config)),
    measureLatency: probe.measure,
    clockWatch,
    readClockOffset: clockWatch.offsetMs,
    listReplicas: replicas.list,
    runsJobs: config.runsJobs,
    healthTimeoutMs: HEALTH_TIMEOUT_MS,
    listJobStatuses: () => listJobStatuses({ db, clock, startedAt }, jobsOf(deps)),
    untrustedProxies,
    listUntrustedProxies: untrustedProxies.list,
    tokenIssuer: config.identity?.issuer ?? config.http.publicUrl,
    identityClient: identityClientOf(config),
    mailSender: config.mail.from,
    placement: {
      database: config.database.addresses === null ? 'embedded' : 'external',
      files: config.storage.kind === 'disk' ? 'folder' : 'bucket',
    },
    requestLimits: createRequestLimits(database.pool, config.requestLimits),
    migrationNames: await migrationNames(MIGRATIONS),
    isDraining: options.isDraining,
    onUsersCreated: welcomeNewUsers(metrics, () => deps),
  };
  const providers = await createProviders({ ...options, key, database, images, metrics, depsOf: () => deps });
  onClose(providers.push.close);
  const backups = await createBackupFolder({
    ...options,
    connectionString: addresses.direct,
    storage: providers.storage,
  });
  // Features complete it, lower ones first.
  const deps = { ...machine, ...providers, backups } as Deps;
  for (const { parts } of features) if (parts !== undefined) Object.assign(deps, parts(deps));
  // Its tasks use the parts of features.
  onClose(background.drain);
  measureNode(metrics, {
    deps,
    database,
    channels: { [EVENT_CHANNEL]: deps.eventChannel, [ACCOUNT_CHANNEL]: deps.accountChannel },
    jobNames: JOBS_OF_FEATURES.map(({ name }) => name),
    queues: QUEUES.map(({ name, read }) => ({ name, read: () => read(deps) })),
  });
  return { deps, close };
}

/** Measures how far the clock of this node is from that of the database, and logs when that changes. */
function watchClock(db: Db, { clock, log }: DepsOptions): ClockWatch {
  return createClockWatch({
    readTime: () => readDatabaseTime(db),
    clock,
    maxOffsetMs: MAX_CLOCK_OFFSET_MS,
    onChange: (offsetMs, isOff) => {
      const facts = { event: isOff ? 'clock.off' : 'clock.synchronized', offset_ms: offsetMs };
      if (isOff) log.error(facts, 'the clock of this node differs from that of the database');
      else log.info(facts, 'the clock of this node agrees with that of the database again');
    },
  });
}

/** Gives new users what all users start with: the bonus, the email, and their count in the metrics. */
function welcomeNewUsers(metrics: Metrics, depsOf: () => Deps): Deps['onUsersCreated'] {
  const signUps = addCounter(metrics, 'users_created_total', 'Profiles of new users that this node created.');
  return async (tx, userIds) => {
    const deps = depsOf();
    await grantSignupBonus(deps, tx, await listNewcomers(deps, tx, userIds));
    await welcomeByMail(deps, tx, userIds);
    signUps.inc(userIds.length);
  };
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

/** Where `npm start` builds the web client, seen from the source and from the build alike. */
const WEB_FOLDER = join(import.meta.dirname, '..', '..', 'dist', 'web');
