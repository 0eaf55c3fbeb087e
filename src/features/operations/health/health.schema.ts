import Type, { type Static } from 'typebox';
import { Nullable, Timestamp } from '#platform/http/shapes.ts';

const ReplicaHealth = Type.Object(
  {
    name: Type.String({ description: 'Host and port.' }),
    state: Type.Enum(['ready', 'behind', 'promoted', 'other-system', 'other-timeline', 'unreachable'], {
      description:
        '`ready`: it serves reads. `promoted`: it is a primary. `other-system`: it is no copy of this database. `other-timeline`: it follows another primary, or does not know yet that it follows the new one.',
    }),
    lag_bytes: Nullable(Type.Integer({ description: 'What it had not replayed of the log.' })),
    lag_seconds: Nullable(
      Type.Integer({ description: 'How long ago it had replayed everything; null if it never had.' }),
    ),
  },
  { title: 'ReplicaHealth', description: 'A replica as this node sees it.' },
);

export type ReplicaState = Static<typeof ReplicaHealth>['state'];

const Database = Type.Object(
  {
    latency_ms: Nullable(Type.Number({ description: 'The median of several round trips.' })),
    status: Type.Enum(['ok', 'elevated', 'slow', 'down'], {
      description: '`ok` below 200 ms, `slow` above 500 ms, `elevated` between them.',
    }),
    guidance: Nullable(Type.String()),
    clock_offset_ms: Nullable(
      Type.Integer({ description: 'How far the clock of this node is ahead of that of the database.' }),
    ),
    replicas: Type.Array(ReplicaHealth),
  },
  { title: 'DatabaseHealth' },
);

const Migrations = Type.Object(
  {
    applied: Type.Array(Type.String()),
    pending: Type.Array(Type.String(), { description: 'Migrations that this version needs and that are not applied.' }),
  },
  { title: 'MigrationHealth' },
);

const JobRun = Type.Object(
  {
    started_at: Timestamp,
    finished_at: Nullable(Timestamp),
    succeeded: Nullable(Type.Boolean({ description: 'null while the job runs, and if its node died.' })),
    message: Nullable(Type.String()),
  },
  { title: 'JobRun' },
);

const JobHealth = Type.Object(
  {
    name: Type.String(),
    about: Type.String(),
    schedule: Type.String({ description: 'Minute, hour, day, month and weekday, in UTC.' }),
    last_run: Nullable(JobRun),
    next_at: Timestamp,
    is_running: Type.Boolean({ description: 'On any node.' }),
    is_late: Type.Boolean(),
    has_failed: Type.Boolean({ description: 'The last run failed or was interrupted.' }),
  },
  { title: 'JobHealth' },
);

const ProviderHealth = Type.Object(
  {
    name: Type.String(),
    kind: Type.String(),
    configured: Type.Boolean(),
    host: Nullable(Type.String()),
    status: Type.Enum(['ok', 'off', 'incomplete', 'failing']),
    guidance: Nullable(Type.String()),
    breakers: Type.Array(
      Type.Object({
        name: Type.String(),
        state: Type.Enum(['closed', 'open', 'half-open']),
        since: Nullable(Type.String({ format: 'date-time', description: 'The start of the failures.' })),
      }),
      { description: 'The circuit breakers of the provider. Calls pass while a circuit is `closed`.' },
    ),
    last_failure: Nullable(Type.Object({ at: Timestamp, reason: Type.String() })),
  },
  {
    title: 'ProviderHealth',
    description: 'The observations of this node since it started. No provider is called for this response.',
  },
);

const DiskHealth = Type.Object(
  {
    holds: Type.Array(Type.String({ description: '`data`, `files`, or `database`.' })),
    free_bytes: Type.Integer(),
    total_bytes: Type.Integer(),
    status: Type.Enum(['ok', 'low'], { description: '`low`: less than 1 GB or less than 5 % is free.' }),
  },
  { title: 'DiskHealth', description: 'A disk of this node.' },
);

const BackupHealth = Type.Object(
  {
    is_scheduled: Type.Boolean({ description: 'Whether backups are on at this node (`BACKUP_DIR`).' }),
    last_at: Nullable(Timestamp, { description: 'The end of the last backup, also of `meadow backup`.' }),
    size_bytes: Nullable(Type.Integer({ description: 'Of the last backup.' })),
    is_overdue: Type.Boolean({ description: 'Backups are scheduled, and the last one is older than two days.' }),
  },
  { title: 'BackupHealth' },
);

const ZoneData = Type.Object(
  {
    version: Type.String({ description: 'The release of the IANA data in use, such as `2026f`.' }),
    newer_on_system: Nullable(Type.String(), {
      description:
        'The release that the operating system of this node has, if it is newer. A release of Meadow brings newer rules.',
    }),
    unknown_zones: Nullable(
      Type.Array(Type.Object({ zone: Type.String(), users: Type.Integer() }), {
        description: 'Time zones of users that do not exist. UTC is used; their workout windows count as closed.',
      }),
    ),
  },
  {
    title: 'ZoneDataHealth',
    description: 'The rules of time zones. `unknown_zones` is null if it could not be read in time.',
  },
);

export const Health = Type.Object(
  {
    status: Type.Enum(['ok', 'degraded', 'down'], {
      description:
        '`down`: this node cannot serve requests. `degraded`: it serves requests, and an operator should act on the problems.',
    }),
    problems: Type.Array(Type.String(), { description: 'The reasons if the status is not `ok`.' }),
    checked_at: Timestamp,
    version: Type.String(),
    uptime_seconds: Type.Integer({ description: 'The uptime of this node.' }),
    database: Database,
    disks: Type.Array(DiskHealth),
    migrations: Nullable(Migrations),
    jobs: Nullable(Type.Array(JobHealth)),
    backup: Nullable(BackupHealth, { description: 'null if it could not be read in time.' }),
    providers: Type.Array(ProviderHealth),
    zone_data: ZoneData,
  },
  { title: 'Health' },
);
export type Health = Static<typeof Health>;
