import type { ReplicaState } from './health.schema.ts';

/** Below it the latency is `ok`, in milliseconds. */
export const HEALTHY_LATENCY_MS = 200;

/** Above it the latency is `slow`, in milliseconds. */
export const SLOW_LATENCY_MS = 500;

/** The difference of a node's clock from the database's above which the health page warns. */
export const MAX_CLOCK_OFFSET_MS = 5_000;

/** Above it a node is not ready: tickets of events live a minute, and leases of nodes are compared with its clock. */
export const MAX_READY_CLOCK_OFFSET_MS = 60_000;

export type LatencyStatus = 'ok' | 'elevated' | 'slow';
export type DatabaseStatus = LatencyStatus | 'down';

export function latencyStatusOf(latencyMs: number): LatencyStatus {
  if (latencyMs < HEALTHY_LATENCY_MS) return 'ok';
  return latencyMs > SLOW_LATENCY_MS ? 'slow' : 'elevated';
}

/** `isResponding`: whether another query succeeded. If so, the database only accepts no new connections. */
export function databaseStatusOf(latencyMs: number | null, isResponding: boolean): DatabaseStatus {
  if (latencyMs !== null) return latencyStatusOf(latencyMs);
  return isResponding ? 'slow' : 'down';
}

/** Advice for the operator; null if the status is `ok`. */
export function databaseGuidanceOf(status: DatabaseStatus, latencyMs: number | null): string | null {
  if (status === 'ok') return null;
  if (status === 'down') return 'The database does not respond. Check that it runs and that this node can reach it.';
  if (latencyMs === null) {
    return 'The database accepts no new connection within a second. Check the number of connections and its load.';
  }
  if (status === 'slow')
    return 'Each request waits for the database several times. Check its load and its distance from this node.';
  return `The latency should be below ${HEALTHY_LATENCY_MS} ms. Move the database closer to this node, or check its load.`;
}

/** How late a run can start. Failed runs are retried within four minutes, and a starting node backfills missed runs. */
const GRACE_MS = 15 * 60 * 1_000;

export type JobFacts = {
  /** The scheduled time after the last run. */
  dueAt: Date;
  isRunning: boolean;
  lastRun: { finishedAt: Date | null; succeeded: boolean | null } | null;
};

/** Whether a run should have started and has not. */
export function isLate({ dueAt, isRunning }: JobFacts, now: Date): boolean {
  return !isRunning && now.getTime() > dueAt.getTime() + GRACE_MS;
}

/** Whether the last run failed, or was interrupted because its node died. */
export function hasFailed({ isRunning, lastRun }: JobFacts): boolean {
  return !isRunning && lastRun !== null && lastRun.succeeded !== true;
}

/** `off`: not configured. `incomplete`: settings are missing. `failing`: the provider cannot be used now. */
export type ProviderStatus = 'ok' | 'off' | 'incomplete' | 'failing';

/** What this node has observed of a provider. The provider is not called. */
export type ProviderFacts = {
  name: string;
  /** Its role or product, in one or two words. */
  kind: string;
  setup: 'complete' | 'incomplete' | 'missing';
  /** What to configure, or the effect of a missing configuration; null if there is nothing to say. */
  remark: string | null;
  /** null if the provider has no host. */
  host: string | null;
  /** `outageMs` is the duration of the current outage; null if there is none. */
  breakers: readonly { name: string; state: 'closed' | 'open' | 'half-open'; outageMs: number | null }[];
  /** `isOutage`: whether any other call would probably have failed as well. */
  lastFailure: { at: Date; reason: string; isOutage: boolean } | null;
};

/** How long a failure counts for a provider without circuit breaker, whose successful calls are not recorded. */
const OUTAGE_MS = 5 * 60 * 1_000;

export function providerStatusOf(facts: ProviderFacts, now: Date): ProviderStatus {
  const { setup, breakers, lastFailure } = facts;
  if (setup === 'missing') return 'off';
  if (breakers.some(({ state }) => state !== 'closed')) return 'failing';
  const isOut =
    breakers.length === 0 && lastFailure?.isOutage === true && now.getTime() < lastFailure.at.getTime() + OUTAGE_MS;
  if (isOut) return 'failing';
  return setup === 'incomplete' ? 'incomplete' : 'ok';
}

/** Advice for the operator; null if there is none. */
export function providerGuidanceOf(status: ProviderStatus, { breakers, remark }: ProviderFacts): string | null {
  if (status !== 'failing') return remark;
  if (breakers.length === 0) return 'The provider failed within the last five minutes. See the log of this node.';
  return 'The provider failed several times in a row, so calls are paused and retried automatically. See the log of this node.';
}

export type HealthFacts = {
  database: DatabaseStatus;
  /** null if they could not be read. */
  pendingMigrations: readonly string[] | null;
  jobs: readonly { name: string; isLate: boolean; hasFailed: boolean }[] | null;
  providers: readonly { name: string; status: ProviderStatus }[];
  /** null if it could not be read. */
  backup: { isOverdue: boolean } | null;
  /** The disks of this machine. */
  disks: readonly { holds: readonly string[]; freeBytes: number; isLow: boolean }[];
  /** Networks that forward requests without being in TRUSTED_PROXIES. */
  untrustedProxies: readonly string[];
  replicas: readonly { name: string; state: ReplicaState }[];
  /** Time zones of users that do not exist. */
  unknownZones: readonly { zone: string; users: number }[];
  /** The release of zone data on the operating system, if it is newer. */
  newerZoneData: string | null;
  /** How far the clock of this node is ahead of the database's; null if it was not measured. */
  clockOffsetMs: number | null;
};

export type HealthStatus = 'ok' | 'degraded' | 'down';

/** `down`: this node cannot serve requests. `degraded`: it serves requests, and an operator should act. */
export function healthStatusOf(facts: HealthFacts): HealthStatus {
  if (facts.database === 'down' || (facts.pendingMigrations?.length ?? 0) > 0) return 'down';
  return problemsOf(facts).length > 0 ? 'degraded' : 'ok';
}

/** The problems, one sentence each. An elevated latency is not a problem yet. */
export function problemsOf(facts: HealthFacts): string[] {
  const { database, pendingMigrations, jobs, backup, providers, disks, untrustedProxies, replicas } = facts;
  const { unknownZones, newerZoneData, clockOffsetMs } = facts;
  const problems: string[] = [];
  const otherProblems = [...disks.flatMap(problemOfDisk), ...providers.flatMap(problemOfProvider)];
  if (database === 'down') return ['The database does not respond.', ...otherProblems];
  if (database === 'slow') problems.push('The database is slow.');
  if (pendingMigrations === null || jobs === null) {
    problems.push('Some data could not be read in time: all database connections of this node may be in use.');
  }
  const pending = pendingMigrations?.length ?? 0;
  if (pending > 0) problems.push(pending === 1 ? 'A migration is pending.' : `${pending} migrations are pending.`);
  for (const job of jobs ?? []) {
    if (job.hasFailed) problems.push(`The last run of the job ${job.name} failed.`);
    else if (job.isLate) problems.push(`The job ${job.name} is late.`);
  }
  if (backup?.isOverdue) problems.push('The last backup is older than two days, or there is none.');
  return [
    ...problems,
    ...problemOfClock(clockOffsetMs),
    ...replicas.flatMap(problemOfReplica),
    ...untrustedProxies.map(problemOfProxy),
    ...unknownZones.map(problemOfZone),
    ...(newerZoneData === null
      ? []
      : [`The operating system has newer rules of time zones (${newerZoneData}): update Meadow.`]),
    ...otherProblems,
  ];
}

function problemOfDisk({ holds, freeBytes, isLow }: HealthFacts['disks'][number]): string[] {
  if (!isLow) return [];
  const megabytes = Math.floor(freeBytes / 1024 ** 2);
  return [`The disk of the ${new Intl.ListFormat('en').format(holds)} is nearly full: ${megabytes} MB are free.`];
}

/** Why a replica serves no reads. */
export const REPLICA_PROBLEMS: Record<Exclude<ReplicaState, 'ready'>, string> = {
  behind: 'it has not replayed everything in time',
  promoted: 'it is a primary',
  'other-system': 'it is no copy of this database',
  'other-timeline': 'it does not follow this primary',
  unreachable: 'it does not respond',
};

function problemOfReplica({ name, state }: HealthFacts['replicas'][number]): string[] {
  return state === 'ready' ? [] : [`The replica ${name} serves no reads: ${REPLICA_PROBLEMS[state]}.`];
}

function problemOfClock(offsetMs: number | null): string[] {
  const distance = Math.abs(offsetMs ?? 0);
  if (offsetMs === null || distance <= MAX_CLOCK_OFFSET_MS) return [];
  const direction = offsetMs > 0 ? 'ahead of' : 'behind';
  const effect = distance > MAX_READY_CLOCK_OFFSET_MS ? ' It is not ready until they agree.' : '';
  const seconds = Math.round(distance / 1_000);
  return [`The clock of this node is ${seconds} s ${direction} that of the database. Synchronize both (NTP).${effect}`];
}

function problemOfProxy(network: string): string {
  return `Requests are forwarded by ${network}, which is not in TRUSTED_PROXIES: all its clients share one request limit.`;
}

function problemOfZone({ zone, users }: HealthFacts['unknownZones'][number]): string {
  return `${users === 1 ? 'A user has' : `${users} users have`} the time zone ${zone}, which does not exist: UTC is used.`;
}

function problemOfProvider({ name, status }: HealthFacts['providers'][number]): string[] {
  if (status === 'failing') return [`${name}: the provider is failing.`];
  return status === 'incomplete' ? [`${name}: the configuration is incomplete.`] : [];
}
