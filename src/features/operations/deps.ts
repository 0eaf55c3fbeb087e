import type { AccountDeps } from '#features/account';
import type { MediaDeps } from '#features/media';
import type { Clock } from '#platform/clock.ts';
import type { Db } from '#platform/db/database.ts';
import type { ReplicaStatus } from '#platform/db/replica/replica.ts';
import type { Table } from '#platform/db/table/table-facts.ts';
import type { Disk } from '#platform/files/disk-space.ts';
import type { Ids } from '#platform/ids.ts';
import type { JobStatus } from '#platform/jobs/job-status.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Logger } from '#platform/log.ts';
import type { BackupRetention } from './backup/backup.rules.ts';
import type { ProviderFacts } from './health/health.rules.ts';
import type { Instance, Services } from './instance/instance.schema.ts';

/** The folder of scheduled backups on this node. */
export type BackupFolder = {
  isEncrypted: boolean;
  retention: BackupRetention;
  /** Writes a backup under this name, completely or not at all, and returns its size in bytes. */
  write(name: string): Promise<number>;
  /** All complete files, of others too. */
  list(): Promise<{ name: string; sizeBytes: number }[]>;
  delete(name: string): Promise<void>;
  /** Deletes what backups that were killed a day ago or earlier have left. */
  deleteOldDrafts(now: Date): Promise<void>;
  /** The disk of the folder; null if it cannot be read. */
  readDisk(): Promise<Pick<Disk, 'freeBytes' | 'totalBytes'> | null>;
};

export type OperationsDeps = MediaDeps &
  Pick<AccountDeps, 'signUpPolicy' | 'inviteToSignUpByMail'> & {
    db: Db;
    /** All tables. */
    tables: readonly Table[];
    clock: Clock;
    ids: Ids;
    log: Logger;
    jobs: Pick<Jobs, 'runExclusive'>;
    version: string;
    publicUrl: string;
    startedAt: Date;
    /** The migrations that this version needs. */
    migrationNames: readonly string[];
    /** Whether this node is shutting down. */
    isDraining: () => boolean;
    /** null if an external identity provider signs users in. */
    handleIdentity: unknown;
    /** The issuer of the accepted access tokens. */
    tokenIssuer: string;
    /** The web client at the external identity provider; null if it cannot sign in there. */
    identityClient: Instance['sign_in']['client'];
    hasMailServer: boolean;
    mailSender: Readonly<{ name: string; address: string }>;
    /** Whether the embedded database is used, and where files are. */
    placement: Readonly<{ database: 'embedded' | 'external'; files: 'folder' | 'bucket' }>;
    /** Bytes of JSON that a user can send on one day (UTC). */
    textBytesPerDay: number;
    /** AI calls that a user can cause on one day (UTC). */
    aiCallsPerDay: number;
    /** Measures a round trip to the database in milliseconds. Throws after `timeoutMs`. */
    measureLatency: (timeoutMs: number) => Promise<number>;
    /** How far the clock of this node is ahead of the database's, in milliseconds; null if it was not measured. */
    readClockOffset: () => number | null;
    listReplicas: () => ReplicaStatus[];
    /** Whether scheduled jobs run on a node (SCHEDULER). */
    runsJobs: boolean;
    listJobStatuses: () => Promise<JobStatus[]>;
    listProviders: () => ProviderFacts[];
    /** Which services of providers are configured completely. */
    readServices: () => Services;
    /** The disks of this machine that Meadow stores data on. */
    readDisks: () => Promise<Disk[]>;
    /** Where this node writes scheduled backups; null if it makes none. */
    backups: BackupFolder | null;
    /** Networks that forward requests to this node without being in TRUSTED_PROXIES. */
    listUntrustedProxies: () => string[];
    /** The timeout of each check of the health, in milliseconds. */
    healthTimeoutMs: number;
  };
