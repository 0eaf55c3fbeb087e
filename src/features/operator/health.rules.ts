/** In milliseconds: below the first it is well, above the second something is wrong. */
export const HEALTHY_LATENCY_MS = 200;
export const SLOW_LATENCY_MS = 500;

export type LatencyStatus = 'ok' | 'elevated' | 'slow';
export type DatabaseStatus = LatencyStatus | 'down';

/** What a median time from question to answer means, in milliseconds. */
export function latencyStatusOf(milliseconds: number): LatencyStatus {
  if (milliseconds < HEALTHY_LATENCY_MS) return 'ok';
  return milliseconds > SLOW_LATENCY_MS ? 'slow' : 'elevated';
}

/** `isAnswering`: whether it has answered anything else. One that does takes no new connections, at the worst. */
export function databaseStatusOf(latencyMs: number | null, isAnswering: boolean): DatabaseStatus {
  if (latencyMs !== null) return latencyStatusOf(latencyMs);
  return isAnswering ? 'slow' : 'down';
}

/** What to do about it; null where there is nothing to do. */
export function databaseGuidanceOf(status: DatabaseStatus, latencyMs: number | null): string | null {
  if (status === 'ok') return null;
  if (status === 'down') return 'It does not answer. See whether it runs, and whether this node reaches it.';
  if (latencyMs === null) {
    return 'It answers, but takes no new connection within a second. See how many there are, and what else it does.';
  }
  if (status === 'slow')
    return 'Each request waits for it several times. See what else it does, and how far away it is.';
  return `Below ${HEALTHY_LATENCY_MS} ms is well: bring the database nearer, or see what else it does.`;
}

/** How late a run may begin. One that failed is tried again within four minutes, and a node that starts makes up for some. */
const GRACE_MS = 15 * 60 * 1_000;

export type JobFacts = {
  /** The moment of the schedule after the last run. */
  dueAt: Date;
  isRunning: boolean;
  lastRun: { finishedAt: Date | null; succeeded: boolean | null } | null;
};

/** Whether a run should have begun that has not. */
export function isLate({ dueAt, isRunning }: JobFacts, now: Date): boolean {
  return !isRunning && now.getTime() > dueAt.getTime() + GRACE_MS;
}

/** Whether the last run came to nothing: it failed, or broke off with its node. One that is under way may still succeed. */
export function hasFailed({ isRunning, lastRun }: JobFacts): boolean {
  return !isRunning && lastRun !== null && lastRun.succeeded !== true;
}

/** `off`: nobody has configured it. `incomplete`: somebody has, but not all that it takes. `failing`: it cannot be used now. */
export type ProviderStatus = 'ok' | 'off' | 'incomplete' | 'failing';

/** How a provider stands by what this node has seen of it. Nobody calls it to find out. */
export type ProviderFacts = {
  name: string;
  /** What it is to us, in a word or two. */
  kind: string;
  setup: 'complete' | 'incomplete' | 'missing';
  /** What it takes, or what its absence means; null where there is nothing to say. */
  remark: string | null;
  /** Where it is; null where it is nowhere in particular. */
  host: string | null;
  /** `outageMs`: how long an outage lasts; null without one. */
  breakers: readonly { name: string; state: 'closed' | 'open' | 'half-open'; outageMs: number | null }[];
  /** `isOutage`: the next call would probably have failed, too, whatever it asked. */
  lastFailure: { at: Date; reason: string; isOutage: boolean } | null;
};

/** How long a failure counts of a provider without a breaker, since nobody notes when calls go well again. */
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

/** What to do about it; null where there is nothing to do. */
export function providerGuidanceOf(status: ProviderStatus, { breakers, remark }: ProviderFacts): string | null {
  if (status !== 'failing') return remark;
  if (breakers.length === 0) return 'It has failed within the last minutes. See the log of this node.';
  return 'It has failed several times in a row, so it is left alone, and tried again by itself. See the log of this node.';
}

export type HealthFacts = {
  database: DatabaseStatus;
  /** Null where they could not be read. */
  pendingMigrations: readonly string[] | null;
  jobs: readonly { name: string; isLate: boolean; hasFailed: boolean }[] | null;
  providers: readonly { name: string; status: ProviderStatus }[];
  /** Those of this machine. */
  disks: readonly { holds: readonly string[]; freeBytes: number; isLow: boolean }[];
  /** Networks whose forwarding headers come without being believed. */
  untrustedProxies: readonly string[];
};

export type HealthStatus = 'ok' | 'degraded' | 'down';

/** `down`: this node cannot serve. `degraded`: it serves, and somebody should look. */
export function healthStatusOf(facts: HealthFacts): HealthStatus {
  if (facts.database === 'down' || (facts.pendingMigrations?.length ?? 0) > 0) return 'down';
  return problemsOf(facts).length > 0 ? 'degraded' : 'ok';
}

/** Why it is not well, a sentence each; empty where it is. A latency that is no more than elevated is no problem yet. */
export function problemsOf(facts: HealthFacts): string[] {
  const { database, pendingMigrations, jobs, providers, disks, untrustedProxies } = facts;
  const problems: string[] = [];
  const others = [...disks.flatMap(problemOfDisk), ...providers.flatMap(problemOfProvider)];
  if (database === 'down') return ['The database does not answer.', ...others];
  if (database === 'slow') problems.push('The database is slow.');
  if (pendingMigrations === null || jobs === null) {
    problems.push('Not everything could be read in time: the connections of this node may all be taken.');
  }
  const pending = pendingMigrations?.length ?? 0;
  if (pending > 0) problems.push(pending === 1 ? 'A migration is pending.' : `${pending} migrations are pending.`);
  for (const job of jobs ?? []) {
    if (job.hasFailed) problems.push(`The last run of the job ${job.name} failed.`);
    else if (job.isLate) problems.push(`The job ${job.name} is late.`);
  }
  return [...problems, ...untrustedProxies.map(problemOfProxy), ...others];
}

function problemOfDisk({ holds, freeBytes, isLow }: HealthFacts['disks'][number]): string[] {
  if (!isLow) return [];
  const megabytes = Math.floor(freeBytes / 1024 ** 2);
  return [`The disk of the ${new Intl.ListFormat('en').format(holds)} is nearly full: ${megabytes} MB are left.`];
}

function problemOfProxy(network: string): string {
  return `Requests are forwarded by ${network}, which is not in TRUSTED_PROXIES: all its clients share one request limit.`;
}

function problemOfProvider({ name, status }: HealthFacts['providers'][number]): string[] {
  if (status === 'failing') return [`${name}: the provider fails.`];
  return status === 'incomplete' ? [`${name}: the configuration is not complete.`] : [];
}
