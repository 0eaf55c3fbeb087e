import { withTimeout } from '#platform/concurrency/timeout.ts';
import { findSystemZoneVersion } from '#platform/days/system-zone-data.ts';
import { ZONE_DATA_VERSION } from '#platform/days/time-zone.ts';
import type { ReplicaStatus } from '#platform/db/replica/replica.ts';
import { listUnknownZones } from '#platform/db/zone-data.ts';
import { type Disk, isLow } from '#platform/files/disk-space.ts';
import type { JobStatus } from '#platform/jobs/job-status.ts';
import { isOverdue } from '../backup/backup.rules.ts';
import { findLastBackup, type LastBackup } from '../backup/backup.store.ts';
import type { OperationsDeps } from '../deps.ts';
import { listAppliedMigrations } from '../monitoring/monitoring.store.ts';
import {
  databaseGuidanceOf,
  databaseStatusOf,
  hasFailed,
  healthStatusOf,
  isLate,
  type ProviderFacts,
  problemsOf,
  providerGuidanceOf,
  providerStatusOf,
} from './health.rules.ts';
import type { Health } from './health.schema.ts';

/**
 * Reads the health of this node and what it depends on. Takes little longer than `healthTimeoutMs` and never rejects: what cannot
 * be read in time is null.
 */
export async function readHealth(deps: OperationsDeps): Promise<Health> {
  const timeoutMs = deps.healthTimeoutMs;
  const [latency, applied, jobStatuses, disks, lastBackup, unknownZones, systemZones] = await Promise.all([
    orNull(timeoutMs, deps.measureLatency(timeoutMs)),
    orNull(timeoutMs, listAppliedMigrations(deps.db)),
    orNull(timeoutMs, deps.listJobStatuses()),
    orNull(timeoutMs, deps.readDisks()),
    orNull(timeoutMs, readLastBackup(deps)),
    orNull(timeoutMs, listUnknownZones(deps.db, deps.tables)),
    orNull(timeoutMs, findSystemZoneVersion()),
  ]);
  const now = deps.clock.now();
  const database = databaseStatusOf(latency, applied !== null || jobStatuses !== null);
  const migrations = applied === null ? null : migrationsOf(applied, deps.migrationNames);
  const jobs = jobStatuses === null ? null : jobStatuses.map((jobStatus) => viewOfJob(jobStatus, now));
  const backup = lastBackup === null ? null : viewOfBackup(deps, lastBackup, now);
  const providers = deps.listProviders().map((facts) => viewOfProvider(facts, now));
  const replicas = deps.listReplicas();
  const newerZoneData = systemZones !== null && systemZones > ZONE_DATA_VERSION ? systemZones : null;
  const clockOffset = deps.readClockOffset();
  const facts = {
    database,
    pendingMigrations: migrations?.pending ?? null,
    jobs: jobs?.map(({ name, is_late, has_failed }) => ({ name, isLate: is_late, hasFailed: has_failed })) ?? null,
    backup: backup === null ? null : { isOverdue: backup.is_overdue },
    providers,
    disks: (disks ?? []).map(({ holds, freeBytes, totalBytes }) => ({
      holds,
      freeBytes,
      isLow: isLow({ freeBytes, totalBytes }),
    })),
    untrustedProxies: deps.listUntrustedProxies(),
    replicas,
    unknownZones: unknownZones ?? [],
    newerZoneData,
    clockOffsetMs: clockOffset,
  };
  return {
    status: healthStatusOf(facts),
    problems: problemsOf(facts),
    checked_at: now.toISOString(),
    version: deps.version,
    uptime_seconds: Math.max(0, Math.floor((now.getTime() - deps.startedAt.getTime()) / 1_000)),
    database: {
      latency_ms: latency === null ? null : Math.max(0.1, Math.round(latency * 10) / 10),
      status: database,
      guidance: databaseGuidanceOf(database, latency),
      clock_offset_ms: clockOffset,
      replicas: replicas.map(viewOfReplica),
    },
    disks: (disks ?? []).map(viewOfDisk),
    migrations,
    jobs,
    backup,
    providers,
    zone_data: { version: ZONE_DATA_VERSION, newer_on_system: newerZoneData, unknown_zones: unknownZones },
  };
}

/** Returns the last backup in an object, because null means that it cannot be read. */
async function readLastBackup({ db }: OperationsDeps): Promise<{ last: LastBackup | undefined }> {
  return { last: await findLastBackup(db) };
}

function viewOfBackup(
  { backups, startedAt }: OperationsDeps,
  { last }: { last: LastBackup | undefined },
  now: Date,
): NonNullable<Health['backup']> {
  const lastAt = last?.finished_at ?? null;
  return {
    is_scheduled: backups !== null,
    last_at: lastAt?.toISOString() ?? null,
    size_bytes: last?.size_bytes ?? null,
    is_overdue: backups !== null && isOverdue(lastAt, startedAt, now),
  };
}

/** Resolves to null after a timeout or an error, which the page shows as unknown. */
async function orNull<Result>(timeoutMs: number, result: Promise<Result>): Promise<Result | null> {
  try {
    return (await withTimeout(timeoutMs, result)) ?? null;
  } catch {
    return null;
  }
}

function viewOfReplica({ name, state, lagBytes, lagSeconds }: ReplicaStatus): Health['database']['replicas'][number] {
  return { name, state, lag_bytes: lagBytes, lag_seconds: lagSeconds };
}

function viewOfDisk(disk: Disk): Health['disks'][number] {
  const { holds, freeBytes, totalBytes } = disk;
  return { holds, free_bytes: freeBytes, total_bytes: totalBytes, status: isLow(disk) ? 'low' : 'ok' };
}

function migrationsOf(applied: readonly string[], needed: readonly string[]): NonNullable<Health['migrations']> {
  return { applied: [...applied], pending: needed.filter((name) => !applied.includes(name)) };
}

function viewOfJob(jobStatus: JobStatus, now: Date): NonNullable<Health['jobs']>[number] {
  const { name, description: about, cron, last_run: run, next_run_at, is_running, due_at } = jobStatus;
  const lastRun = run === null ? null : { finishedAt: run.finished_at, succeeded: run.succeeded };
  const facts = { dueAt: due_at, isRunning: is_running, lastRun };
  return {
    name,
    about,
    schedule: cron,
    last_run:
      run === null
        ? null
        : {
            started_at: run.started_at.toISOString(),
            finished_at: run.finished_at?.toISOString() ?? null,
            succeeded: run.succeeded,
            message: run.message,
          },
    next_at: next_run_at.toISOString(),
    is_running,
    is_late: isLate(facts, now),
    has_failed: hasFailed(facts),
  };
}

function viewOfProvider(facts: ProviderFacts, now: Date): Health['providers'][number] {
  const { name, kind, setup, host, breakers, lastFailure } = facts;
  const status = providerStatusOf(facts, now);
  return {
    name,
    kind,
    configured: setup !== 'missing',
    host,
    status,
    guidance: providerGuidanceOf(status, facts),
    breakers: breakers.map((breaker) => ({
      name: breaker.name,
      state: breaker.state,
      since: breaker.outageMs === null ? null : new Date(now.getTime() - breaker.outageMs).toISOString(),
    })),
    last_failure: lastFailure === null ? null : { at: lastFailure.at.toISOString(), reason: lastFailure.reason },
  };
}
