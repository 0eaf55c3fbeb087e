import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ipaddr from 'ipaddr.js';
import { type DatabaseAddresses, parseAddress } from '#platform/db/connection/addresses.ts';

/** The configuration, read once at start. `null`: not set, so the built-in service is used. */
export type Config = Readonly<{
  role: Role;
  /** Names this node in logs and in `pg_stat_activity`. At most 32 characters. */
  nodeName: string;
  /** How long a node keeps serving after SIGTERM, so that load balancers notice. */
  drainMs: number;
  http: Readonly<{
    port: number;
    /** Serves the same for probes; null for none. */
    probePort: number | null;
    host: string;
    publicUrl: string;
    corsOrigins: readonly string[];
    /** Networks in CIDR notation. */
    trustedProxies: readonly string[];
    /** Open streams of events of one node. */
    maxStreams: number;
    /** Whether this node serves the web client, or the API alone. */
    servesWebClient: boolean;
  }>;
  /** Requests per minute, and concurrent requests. */
  requestLimits: Readonly<{
    isOn: boolean;
    perUser: number;
    perAddress: number;
    costly: number;
    /** Requests per hour, by rate limit group. */
    perHour: Readonly<Record<keyof typeof HOURLY_LIMITS, number>>;
    concurrencyPerUser: number;
    concurrencyPerIp: number;
  }>;
  /** Server processes on one port; `auto` for one per core. */
  processes: number | 'auto';
  dataDirectory: string;
  database: Readonly<{
    /** null for the embedded database. */
    addresses: DatabaseAddresses | null;
    replicaUrls: readonly string[];
    /** Connections of a node for requests. */
    poolSize: number;
    statementTimeoutMs: number;
    lockTimeoutMs: number;
    /** How long a start waits for a database that is not there yet. */
    waitSeconds: number;
    /** Whether statements are prepared once per session; null: unless a pooler gives each transaction another one. */
    namesStatements: boolean | null;
  }>;
  /** Scheduled backups. Without a folder there are none. */
  backup: Readonly<{
    folder: string | null;
    /** How many days and weeks to keep the last backup of. */
    keepDays: number;
    keepWeeks: number;
    /** Recipients of age, to which backups are encrypted. */
    recipients: readonly string[];
  }>;
  /** The storage of files: a local folder or a bucket. */
  storage: DiskSettings | BucketSettings;
  /**
   * `tokenType` is the required `typ` of access tokens, if the provider sets one. `clientId` is that of the web client, which
   * asks for `scope`; null if it cannot sign in.
   */
  identity: Readonly<{
    issuer: string;
    jwksUrl: string;
    audience: string;
    tokenType: string | null;
    clientId: string | null;
    scope: string;
  }> | null;
  /** Issuers of earlier providers. Their users now belong to the configured provider. */
  formerIssuers: readonly string[];
  /** Who can create an account of the built-in provider. */
  signUp: 'open' | 'invite' | 'closed';
  superAdminEmails: readonly string[];
  /** 32 bytes. */
  encryptionKey: Buffer | null;
  /** Former values of `encryptionKey`. They still decrypt stored secrets. */
  formerEncryptionKeys: readonly Buffer[];
  /** Bytes of JSON that a user can send on one day (UTC). */
  textBytesPerDay: number;
  /** The maximum size of an import file. */
  importMaxBytes: number;
  /** The maximum size of the text that an account can import in total. */
  importTextBytes: number;
  /** Photos and other pictures that an account can import in total. */
  importPhotos: number;
  /** `callsPerDay` applies to each user. */
  ai: Readonly<{ apiKey: string | null; baseUrl: string; textModel: string; imageModel: string; callsPerDay: number }>;
  /** Users in one batch of the assistant's jobs, and the pause between batches. */
  assistant: Readonly<{ batchSize: number; batchPauseMs: number }>;
  /** `priceIds` can be bought. Without a signing secret all events are rejected. */
  payment: Readonly<{
    apiKey: string | null;
    signingSecret: string | null;
    apiUrl: string;
    priceIds: readonly string[];
  }>;
  /** The music provider. Meadow is a public OAuth client if there is no secret. */
  music: Readonly<{
    clientId: string | null;
    clientSecret: string | null;
    authorizeUrl: string;
    tokenUrl: string;
    apiUrl: string;
  }>;
  /** Allowed hosts of push services, and a contact of the operator (`mailto:` or `https:`). */
  push: Readonly<{ allowedHosts: readonly string[]; contact: string }>;
  /** Origins that webhooks may call without TLS and at private addresses. */
  webhooks: Readonly<{ trustedOrigins: readonly string[] }>;
  /** The mail settings. Emails are stored in a folder of `dataDirectory` if there is no `smtp`. */
  mail: Readonly<{
    smtp: SmtpSettings | null;
    from: Readonly<{ name: string; address: string }>;
    /** To which recipients users can send email. */
    policy: MailPolicy;
    /** Emails per day (UTC) from one user to one email address. */
    perRecipient: number;
  }>;
  /** Secrets that authorize calls of job routes. */
  cronSecrets: Readonly<Record<CronSecretName, string | null>>;
  /** The token for the metrics of a node. Without it, only programs on its machine may read them. */
  metricsToken: string | null;
  /** The collector of traces, and which are recorded: by the names of the specification, and a ratio. */
  tracing: Readonly<{ endpoint: string; serviceName: string; sampler: string; ratio: number }> | null;
  /** Whether jobs run on schedule, on nodes that are no web nodes. */
  runsJobs: boolean;
  logLevel: string;
  /** Null: text on a terminal, otherwise JSON. */
  logFormat: 'json' | 'text' | null;
}>;

export type DiskSettings = Readonly<{ kind: 'disk'; folder: string }>;

/** The settings of an S3 bucket. The default endpoint is AWS, the default credentials are those of the machine. */
export type BucketSettings = Readonly<{
  kind: 's3';
  bucket: string;
  region: string;
  endpoint: string | null;
  credentials: Readonly<{ accessKeyId: string; secretAccessKey: string; sessionToken?: string }> | null;
}>;
/** `isTls`: implicit TLS, otherwise STARTTLS. */
export type SmtpSettings = Readonly<{
  host: string;
  port: number;
  isTls: boolean;
  credentials: Readonly<{ user: string; password: string }> | null;
}>;

/** No recipient, the user only, members of the user's organizations, or any email address. */
export type MailPolicy = 'off' | 'self' | 'org' | 'any';
export type CronSecretName = (typeof CRON_SECRET_NAMES)[number];

/** `web` serves HTTP, `worker` runs jobs and queues, `all` does both. */
export type Role = (typeof ROLES)[number];

const ROLES = ['all', 'web', 'worker'] as const;

const CRON_SECRET_NAMES = [
  'WORKOUT_WINDOW_CRON_SECRET',
  'CHAT_CRON_SECRET',
  'DROPS_CRON_SECRET',
  'ENCOURAGEMENT_DROPS_CRON_SECRET',
  'MUSIC_SYNC_CRON_SECRET',
  'LAB_CRON_SECRET',
  'CRON_SECRET',
] as const;

/**
 * Default requests per hour and caller for groups of routes: content that is reviewed (sponsors, opportunities, videos),
 * expensive operations, and routes that could reveal who has an account. `RATE_LIMIT_PER_HOUR_…` overrides them.
 */
const HOURLY_LIMITS = {
  avatars: 30,
  // A change can rematch a whole city, like the change of a window.
  blocks: 120,
  checkouts: 60,
  // Each reads a whole account.
  exports: 10,
  // Each sends a notification or an email.
  invitations: 60,
  invitationTokens: 120,
  members: 120,
  opportunities: 30,
  packShares: 100,
  peopleByAddress: 60,
  photos: 200,
  sponsors: 30,
  templateCopies: 60,
  templates: 60,
  videos: 30,
  // Per IP address, which a household shares.
  waitlist: 10,
  // Tests and replays, each a call of a URL that the user has chosen.
  webhookSends: 60,
  windows: 30,
};

type Environment = Readonly<Record<string, string | undefined>>;

const MIN_SECRET_LENGTH = 16;
const MAX_PROCESSES = 128;
const DEFAULT_DRAIN_SECONDS = 2;
const MAX_DRAIN_SECONDS = 600;
/** As long as a label of DNS, and so the name of a pod. */
const MAX_NODE_NAME_LENGTH = 63;
/** A request may wait for a second connection while it has one. */
const MIN_POOL_SIZE = 4;
const MAX_POOL_SIZE = 200;
const DEFAULT_POOL_SIZE = 10;
const DEFAULT_STATEMENT_TIMEOUT_MS = 5_000;
const DEFAULT_LOCK_TIMEOUT_MS = 2_000;
const MIN_TIMEOUT_MS = 100;
const MAX_TIMEOUT_MS = 60_000;
const DEFAULT_WAIT_SECONDS = 60;
const MAX_WAIT_SECONDS = 3_600;
const MAX_IMPORT_BYTES = 2_000_000_000;
const NODE_NAME = /^[\w.-]+$/;
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** The push services of Chrome and most other browsers, Firefox, Edge and Safari. */
const PUSH_SERVICES = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.notify.windows.com',
  '*.push.apple.com',
];

const TRACE_SAMPLERS = ['always_on', 'always_off', 'traceidratio'].flatMap((name) => [name, `parentbased_${name}`]);

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/**
 * Reads the configuration from the environment. Throws one error that names every invalid variable and its valid form.
 */
export function readConfig(environment: Environment = process.env): Config {
  const problems: string[] = [];
  const read = readerOf(environment, problems);

  const port = read.port('PORT', 3000);
  const publicUrl = read.origin('PUBLIC_URL') ?? `http://localhost:${port}`;
  const dataDirectory = resolve(read.text('DATA_DIR') ?? 'data');
  const role = (read.choice('ROLE', ROLES) ?? 'all') as Role;
  const config: Config = {
    role,
    nodeName: read.nodeName('NODE_NAME') ?? nodeNameOf(port),
    drainMs: 1_000 * read.count('DRAIN_SECONDS', DEFAULT_DRAIN_SECONDS, { min: 0, max: MAX_DRAIN_SECONDS }),
    http: {
      port,
      probePort: read.port('PROBE_PORT', 0) || null,
      host: read.text('HOST') ?? '127.0.0.1',
      publicUrl,
      corsOrigins: read.list('CORS_ORIGINS').flatMap((origin) => read.originOf('CORS_ORIGINS', origin) ?? []),
      trustedProxies: read
        .list('TRUSTED_PROXIES')
        .flatMap((network) => read.networkOf('TRUSTED_PROXIES', network) ?? []),
      maxStreams: read.count('EVENT_STREAMS', 5_000, { max: 100_000 }),
      servesWebClient: read.choice('WEB', ['on', 'off']) !== 'off',
    },
    requestLimits: {
      isOn: read.choice('RATE_LIMIT', ['on', 'off']) !== 'off',
      perUser: read.count('RATE_LIMIT_PER_USER', 300),
      perAddress: read.count('RATE_LIMIT_PER_ADDRESS', 60),
      costly: read.count('RATE_LIMIT_COSTLY', 10),
      perHour: readHourlyLimits(read),
      concurrencyPerUser: read.count('RATE_LIMIT_AT_ONCE_PER_USER', 4),
      concurrencyPerIp: read.count('RATE_LIMIT_AT_ONCE_PER_ADDRESS', 20),
    },
    textBytesPerDay: read.count('TEXT_BYTES_PER_DAY', 20_000_000),
    importMaxBytes: read.count('IMPORT_MAX_BYTES', MAX_IMPORT_BYTES, { max: MAX_IMPORT_BYTES }),
    importTextBytes: read.count('IMPORT_TEXT_BYTES', 200_000_000),
    importPhotos: read.count('IMPORT_PHOTOS', 20_000),
    processes: read.processes('PROCESSES'),
    dataDirectory,
    database: readDatabase(read, problems),
    backup: {
      folder: readBackupFolder(read, dataDirectory),
      keepDays: read.count('BACKUP_KEEP_DAYS', 7, { max: 3_650 }),
      keepWeeks: read.count('BACKUP_KEEP_WEEKS', 4, { min: 0, max: 520 }),
      recipients: read.list('BACKUP_RECIPIENTS').flatMap((name) => read.recipientOf('BACKUP_RECIPIENTS', name) ?? []),
    },
    storage: readStorage(read, problems) ?? { kind: 'disk', folder: join(dataDirectory, 'files') },
    identity: readIdentity(read, problems),
    formerIssuers: read.list('AUTH_FORMER_ISSUERS'),
    signUp: (read.choice('SIGN_UP', ['open', 'invite', 'closed']) ?? 'open') as Config['signUp'],
    superAdminEmails: read.emails('SUPER_ADMIN_EMAILS'),
    encryptionKey: read.key('ENCRYPTION_KEY'),
    formerEncryptionKeys: read
      .list('FORMER_ENCRYPTION_KEYS')
      .flatMap((key) => read.keyOf('FORMER_ENCRYPTION_KEYS', key) ?? []),
    ai: {
      apiKey: read.text('AI_API_KEY'),
      baseUrl: read.url('AI_BASE_URL', ['http:', 'https:']) ?? 'https://api.openai.com/v1',
      textModel: read.text('AI_TEXT_MODEL') ?? 'gpt-4o-mini',
      imageModel: read.text('AI_IMAGE_MODEL') ?? 'dall-e-3',
      callsPerDay: read.count('AI_CALLS_PER_DAY', 200),
    },
    assistant: {
      batchSize: read.count('ASSISTANT_BATCH_SIZE', 5, { max: 1_000 }),
      batchPauseMs: read.count('ASSISTANT_BATCH_PAUSE_MS', 1_000, { min: 0, max: 600_000 }),
    },
    payment: {
      apiKey: read.secret('PAYMENT_API_KEY'),
      signingSecret: read.secret('PAYMENT_SIGNING_SECRET'),
      apiUrl: read.origin('PAYMENT_API_URL') ?? 'https://api.stripe.com',
      priceIds: read.list('PAYMENT_PRICE_IDS').flatMap((id) => read.priceIdOf('PAYMENT_PRICE_IDS', id) ?? []),
    },
    music: readMusic(read, problems),
    push: readPush(read, publicUrl),
    webhooks: {
      trustedOrigins: read
        .list('WEBHOOK_TRUSTED_ORIGINS')
        .flatMap((origin) => read.originOf('WEBHOOK_TRUSTED_ORIGINS', origin) ?? []),
    },
    mail: {
      smtp: read.mailServer('SMTP_URL'),
      from: read.sender('EMAIL_FROM') ?? { name: 'Meadow', address: `meadow@${new URL(publicUrl).hostname}` },
      policy: (read.choice('MAIL_POLICY', ['off', 'self', 'org', 'any']) ?? 'org') as MailPolicy,
      perRecipient: read.count('MAIL_PER_RECIPIENT', 3),
    },
    cronSecrets: Object.fromEntries(
      CRON_SECRET_NAMES.map((name) => [name, read.longSecret(name)]),
    ) as Config['cronSecrets'],
    metricsToken: read.longSecret('METRICS_TOKEN'),
    tracing: readTracing(read, problems),
    runsJobs: read.choice('SCHEDULER', ['on', 'off']) !== 'off',
    logLevel: read.choice('LOG_LEVEL', LOG_LEVELS) ?? 'info',
    logFormat: read.choice('LOG_FORMAT', ['json', 'text']) as Config['logFormat'],
  };
  if (role !== 'all' && config.database.addresses === null) {
    problems.push(`ROLE=${role} needs DATABASE_URL: nodes cannot share the embedded database.`);
  }
  if (problems.length > 0)
    throw new Error(`The configuration is not valid:\n${problems.map((p) => `- ${p}`).join('\n')}`);
  return Object.freeze(config);
}

/** Settings of real databases and providers, which the demo must not use. */
const REFUSED_BY_DEMO = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URLS',
  'STORAGE_URL',
  'AUTH_ISSUER',
  'AUTH_JWKS_URL',
  'AUTH_AUDIENCE',
  'AI_API_KEY',
  'PAYMENT_API_KEY',
  'MUSIC_CLIENT_ID',
  'SMTP_URL',
] as const;

/** Settings that the demo reads. All others have their defaults. */
const KEPT_BY_DEMO = ['PORT', 'HOST', 'WEB', 'RATE_LIMIT', 'LOG_LEVEL', 'LOG_FORMAT'] as const;

/**
 * Reads the configuration of the demo: database, files, secrets and emails in `DATA_DIR/demo`, and no provider.
 * Throws if a real database or provider is set, because the passwords of the demo are public.
 */
export function readDemoConfig(environment: Environment = process.env): Config {
  const { text } = readerOf(environment, []);
  const refused = REFUSED_BY_DEMO.filter((name) => text(name) !== null);
  if (refused.length > 0) {
    const names = new Intl.ListFormat('en').format(refused);
    throw new Error(
      `The passwords of the demo are public, so it does not start while ${names} ${refused.length === 1 ? 'is' : 'are'} set.\n` +
        `Start it with empty values:\n` +
        `  ${refused.map((name) => `${name}=`).join(' ')} npm run demo`,
    );
  }
  const kept = KEPT_BY_DEMO.map((name) => [name, environment[name]] as const);
  return readConfig({
    ...Object.fromEntries(kept),
    BACKUP_DIR: 'off',
    DATA_DIR: join(text('DATA_DIR') ?? 'data', 'demo'),
  });
}

/** The names of all settings. */
export function settingNames(): ReadonlySet<string> {
  const names = new Set([
    'AWS_ACCESS_KEY_ID',
    'AWS_SECRET_ACCESS_KEY',
    'AWS_SESSION_TOKEN',
    'OTEL_EXPORTER_OTLP_HEADERS',
  ]);
  const recorder = new Proxy<Environment>({}, { get: (_nothing, name) => void names.add(String(name)) });
  readConfig(recorder);
  return names;
}

/** The names of all variables that are set. */
export function namesSet(environment: Environment = process.env): string[] {
  return Object.keys(environment).filter((name) => environment[name]?.trim());
}

type Reader = ReturnType<typeof readerOf>;

function readHourlyLimits(read: Reader): Config['requestLimits']['perHour'] {
  const limits = Object.entries(HOURLY_LIMITS).map(([group, limit]) => {
    const name = group.replace(/[A-Z]/g, '_$&').toUpperCase();
    return [group, read.count(`RATE_LIMIT_PER_HOUR_${name}`, limit)];
  });
  return Object.fromEntries(limits) as Config['requestLimits']['perHour'];
}

function readIdentity(read: Reader, problems: string[]): Config['identity'] {
  const issuer = read.text('AUTH_ISSUER');
  const jwksUrl = read.url('AUTH_JWKS_URL', ['http:', 'https:']);
  const audience = read.text('AUTH_AUDIENCE');
  const tokenType = read.text('AUTH_TOKEN_TYPE');
  const clientId = read.text('AUTH_CLIENT_ID');
  const scope = read.text('AUTH_SCOPE') ?? 'openid profile email';
  if (issuer === null && jwksUrl === null && audience === null) return null;
  if (issuer !== null && jwksUrl !== null && audience !== null) {
    return { issuer, jwksUrl, audience, tokenType, clientId, scope };
  }
  problems.push('Set all of AUTH_ISSUER, AUTH_JWKS_URL and AUTH_AUDIENCE, or none of them.');
  return null;
}

function readDatabase(read: Reader, problems: string[]): Config['database'] {
  const pooled = read.database('DATABASE_URL');
  const direct = read.database('DATABASE_DIRECT_URL');
  const replicaUrls = read.databases('DATABASE_REPLICA_URLS');
  if (read.text('DATABASE_URL') === null) {
    if (direct !== null) problems.push('DATABASE_DIRECT_URL must be set together with DATABASE_URL.');
    if (replicaUrls.length > 0) problems.push('DATABASE_REPLICA_URLS must be set together with DATABASE_URL.');
  }
  const prepared = read.choice('DATABASE_PREPARED_STATEMENTS', ['on', 'off']);
  return {
    addresses: pooled === null ? null : { pooled, direct: direct ?? pooled },
    replicaUrls,
    poolSize: read.count('DATABASE_POOL_SIZE', DEFAULT_POOL_SIZE, { min: MIN_POOL_SIZE, max: MAX_POOL_SIZE }),
    statementTimeoutMs: read.count('DATABASE_STATEMENT_TIMEOUT_MS', DEFAULT_STATEMENT_TIMEOUT_MS, {
      min: MIN_TIMEOUT_MS,
      max: MAX_TIMEOUT_MS,
    }),
    lockTimeoutMs: read.count('DATABASE_LOCK_TIMEOUT_MS', DEFAULT_LOCK_TIMEOUT_MS, {
      min: MIN_TIMEOUT_MS,
      max: MAX_TIMEOUT_MS,
    }),
    waitSeconds: read.count('DATABASE_WAIT_SECONDS', DEFAULT_WAIT_SECONDS, { min: 0, max: MAX_WAIT_SECONDS }),
    namesStatements: prepared === null ? null : prepared === 'on',
  };
}

/** Backups of the embedded database are on by default, those of an external one are off. */
function readBackupFolder(read: Reader, dataDirectory: string): string | null {
  const folder = read.text('BACKUP_DIR');
  if (folder?.toLowerCase() === 'off') return null;
  if (folder !== null) return resolve(folder);
  return read.text('DATABASE_URL') === null ? join(dataDirectory, 'backups') : null;
}

/** Null if STORAGE_URL is not set or invalid. */
function readStorage(read: Reader, problems: string[]): Config['storage'] | null {
  const address = read.text('STORAGE_URL');
  if (address === null) return null;
  if (address.startsWith('file:')) {
    const folder = folderOf(address);
    if (folder !== null) return { kind: 'disk', folder };
  } else {
    const bucket = bucketOf(address);
    if (bucket !== null) return { ...bucket, credentials: readCredentials(read, problems) };
  }
  problems.push(
    'STORAGE_URL must be a folder, such as file:/var/lib/meadow/files, or a bucket, such as ' +
      's3://bucket?region=eu-central-1 or s3://bucket?endpoint=https://storage.example.',
  );
  return null;
}

function folderOf(address: string): string | null {
  try {
    if (address.startsWith('file://')) return fileURLToPath(address);
  } catch {
    return null;
  }
  const path = address.slice('file:'.length);
  return path === '' ? null : resolve(path);
}

function bucketOf(address: string): Omit<BucketSettings, 'credentials'> | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== 's3:' || !BUCKET.test(url.host) || !['', '/'].includes(url.pathname)) return null;
  if (url.username !== '' || url.password !== '' || url.hash !== '') return null;
  const { endpoint = null, region = 'us-east-1', ...unknown } = Object.fromEntries(url.searchParams);
  if (Object.keys(unknown).length > 0 || !/^[a-z0-9-]{1,50}$/.test(region)) return null;
  if (endpoint !== null && !/^https?:$/.test(URL.canParse(endpoint) ? new URL(endpoint).protocol : '')) return null;
  return { kind: 's3', bucket: url.host, region, endpoint };
}

/** From the standard variables of S3 tools. A URL is more likely to be logged. */
function readCredentials(read: Reader, problems: string[]): BucketSettings['credentials'] {
  const accessKeyId = read.text('AWS_ACCESS_KEY_ID');
  const secretAccessKey = read.text('AWS_SECRET_ACCESS_KEY');
  const sessionToken = read.text('AWS_SESSION_TOKEN');
  if (accessKeyId !== null && secretAccessKey !== null) {
    return { accessKeyId, secretAccessKey, ...(sessionToken !== null && { sessionToken }) };
  }
  if (accessKeyId !== null || secretAccessKey !== null)
    problems.push('Set both AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or none of them.');
  return null;
}

function readMusic(read: Reader, problems: string[]): Config['music'] {
  const clientId = read.secret('MUSIC_CLIENT_ID');
  const clientSecret = read.secret('MUSIC_CLIENT_SECRET');
  if (clientId === null && clientSecret !== null) {
    problems.push('MUSIC_CLIENT_SECRET must be set together with MUSIC_CLIENT_ID.');
  }
  const url = (name: string) => read.url(name, ['http:', 'https:']);
  return {
    clientId,
    clientSecret,
    authorizeUrl: url('MUSIC_AUTHORIZE_URL') ?? 'https://accounts.spotify.com/authorize',
    tokenUrl: url('MUSIC_TOKEN_URL') ?? 'https://accounts.spotify.com/api/token',
    apiUrl: url('MUSIC_API_URL') ?? 'https://api.spotify.com/v1',
  };
}

function readTracing(read: Reader, problems: string[]): Config['tracing'] {
  const endpoint = read.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']);
  const serviceName = read.text('OTEL_SERVICE_NAME') ?? 'meadow';
  const sampler = read.choice('OTEL_TRACES_SAMPLER', TRACE_SAMPLERS) ?? 'parentbased_always_on';
  const ratio = Number(read.text('OTEL_TRACES_SAMPLER_ARG') ?? 1);
  if (!(ratio >= 0 && ratio <= 1)) problems.push('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.');
  return endpoint === null ? null : { endpoint, serviceName, sampler, ratio };
}

function readPush(read: Reader, publicUrl: string): Config['push'] {
  const allowedHosts = read
    .list('PUSH_ALLOWED_HOSTS')
    .flatMap((host) => read.pushHostOf('PUSH_ALLOWED_HOSTS', host) ?? []);
  const { protocol, hostname } = new URL(publicUrl);
  const contact = protocol === 'https:' ? publicUrl : `mailto:operator@${hostname}`;
  return {
    allowedHosts: allowedHosts.length > 0 ? allowedHosts : PUSH_SERVICES,
    contact: read.url('PUSH_CONTACT', ['mailto:', 'https:']) ?? contact,
  };
}

function readerOf(environment: Environment, problems: string[]) {
  /** An empty variable counts as not set, as in an env file. */
  const text = (name: string): string | null => environment[name]?.trim() || null;

  const list = (name: string): string[] =>
    (text(name) ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');

  const emails = (name: string): string[] => {
    const values = list(name);
    if (values.every((value) => /^[^@\s;]+@[^@\s;]+$/.test(value))) return values.map((value) => value.toLowerCase());
    problems.push(`${name} must be a comma-separated list of email addresses.`);
    return [];
  };

  const port = (name: string, fallback: number): number => {
    const value = text(name);
    if (value === null) return fallback;
    if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value);
    problems.push(`${name} must be a port number from 0 to 65535.`);
    return fallback;
  };

  const count = (name: string, fallback: number, { min = 1, max = 999_999_999 } = {}): number => {
    const value = text(name);
    if (value === null) return fallback;
    if (/^(0|[1-9]\d{0,9})$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value);
    problems.push(`${name} must be a whole number from ${min} to ${max}.`);
    return fallback;
  };

  const networkOf = (name: string, value: string): string | null => {
    if (ipaddr.IPv4.isValidCIDRFourPartDecimal(value) || ipaddr.IPv6.isValidCIDR(value)) return value;
    problems.push(`${name} must be a comma-separated list of networks such as 10.0.0.0/8.`);
    return null;
  };

  const processes = (name: string): Config['processes'] => {
    const value = text(name)?.toLowerCase() ?? '1';
    if (value === 'auto') return value;
    if (/^[1-9]\d{0,2}$/.test(value) && Number(value) <= MAX_PROCESSES) return Number(value);
    problems.push(`${name} must be auto, or a whole number from 1 to ${MAX_PROCESSES}.`);
    return 1;
  };

  const nodeName = (name: string): string | null => {
    const value = text(name);
    if (value === null || (NODE_NAME.test(value) && value.length <= MAX_NODE_NAME_LENGTH)) return value;
    problems.push(`${name} must be at most ${MAX_NODE_NAME_LENGTH} letters, digits, dots, hyphens and underscores.`);
    return null;
  };

  const choice = (name: string, choices: readonly string[]): string | null => {
    const value = text(name)?.toLowerCase() ?? null;
    if (value === null || choices.includes(value)) return value;
    problems.push(`${name} must be one of: ${choices.join(', ')}.`);
    return null;
  };

  /** The message does not repeat the value: a URL may contain a password. */
  const url = (name: string, protocols: readonly string[]): string | null => {
    const value = text(name);
    if (value === null) return null;
    if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value;
    problems.push(`${name} must be a URL that starts with ${protocols.map(prefixOf).join(' or ')}.`);
    return null;
  };

  /** The message does not repeat the values: they may contain passwords. */
  const databases = (name: string): string[] => {
    const values = list(name);
    if (values.every((value) => parseAddress(value) !== null)) return values;
    problems.push(
      `${name} must be a comma-separated list of URLs such as postgres://user:password@host:5432/database, each with one host.`,
    );
    return [];
  };

  /** The message does not repeat the value: it may contain a password. */
  const database = (name: string): string | null => {
    const value = text(name);
    if (value === null || parseAddress(value) !== null) return value;
    problems.push(
      `${name} must be a URL that starts with postgres://, such as postgres://user:password@host:5432/database, or one with several ` +
        'hosts: postgres://user:password@one:5432,two:5432/database?target_session_attrs=read-write.',
    );
    return null;
  };

  const originOf = (name: string, value: string): string | null => {
    const parsed = URL.canParse(value) ? new URL(value) : null;
    if (parsed && ['http:', 'https:'].includes(parsed.protocol) && parsed.pathname === '/') return parsed.origin;
    problems.push(`${name} must be an origin such as https://meadow.example, without a path.`);
    return null;
  };

  /** A host, all hosts of a domain, any host, or an origin. */
  const pushHostOf = (name: string, value: string): string | null => {
    if (/^(\*|(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*)$/i.test(value)) return value.toLowerCase();
    const parsed = URL.canParse(value) ? new URL(value) : null;
    if (parsed && ['http:', 'https:'].includes(parsed.protocol) && parsed.pathname === '/') return parsed.origin;
    problems.push(
      `${name} must be hosts such as push.example or *.push.example, or origins such as http://127.0.0.1:9000.`,
    );
    return null;
  };

  /** Reads host, port and credentials of the URL. Ignores the rest. */
  const mailServer = (name: string): SmtpSettings | null => {
    const value = url(name, ['smtp:', 'smtps:']);
    if (value === null) return null;
    try {
      const { protocol, hostname, port, username, password } = new URL(value);
      const isTls = protocol === 'smtps:';
      const user = decodeURIComponent(username);
      return {
        host: hostname.replace(/^\[(.+)\]$/, '$1') || 'localhost',
        port: port === '' ? (isTls ? 465 : 587) : Number(port),
        isTls,
        credentials: user === '' ? null : { user, password: decodeURIComponent(password) },
      };
    } catch {
      problems.push(`${name} must have user name and password in percent-encoding: %25 for %, %40 for @.`);
      return null;
    }
  };

  /** An email address, optionally with a name: `Meadow <meadow@example.org>`. */
  const sender = (name: string): { name: string; address: string } | null => {
    const value = text(name);
    if (value === null) return null;
    const [, label = '', bracketed, bare] = /^(?:"?([^"<>@\p{Cc}]*?)"? ?<([^<>\s]+)>|([^<>\s]+))$/u.exec(value) ?? [];
    const address = bracketed ?? bare ?? '';
    if (/^[\w.+-]{1,64}@[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(address)) return { name: label.trim(), address };
    problems.push(`${name} must be an email address such as meadow@example.org, or Meadow <meadow@example.org>.`);
    return null;
  };

  const priceIdOf = (name: string, value: string): string | null => {
    if (/^\w{1,255}$/.test(value)) return value;
    problems.push(`${name} must be a comma-separated list of price ids such as price_1NXzUt2eZvKYlo2C.`);
    return null;
  };

  const recipientOf = (name: string, value: string): string | null => {
    if (/^age1[a-z0-9]{40,}$/.test(value)) return value;
    problems.push(
      `${name} must be a comma-separated list of recipients of age, such as age1… as age-keygen prints it.`,
    );
    return null;
  };

  const origin = (name: string): string | null => {
    const value = text(name);
    return value === null ? null : originOf(name, value);
  };

  const keyOf = (name: string, value: string): Buffer | null => {
    // Node ignores characters that are not base64, so a passphrase would become a weak key.
    if (/^[A-Za-z0-9+/]{43}=$/.test(value)) return Buffer.from(value, 'base64');
    problems.push(`${name} must be 32 bytes in base64. Create it with: openssl rand -base64 32`);
    return null;
  };

  const key = (name: string): Buffer | null => {
    const value = text(name);
    return value === null ? null : keyOf(name, value);
  };

  const secret = (name: string): string | null => {
    const value = text(name);
    if (value === null || /^[\x21-\x7e]+$/.test(value)) return value;
    problems.push(`${name} must be visible ASCII characters without spaces.`);
    return null;
  };

  /** A secret that callers send, so it must be hard to guess. */
  const longSecret = (name: string): string | null => {
    const value = secret(name);
    if (value === null || value.length >= MIN_SECRET_LENGTH) return value;
    problems.push(
      `${name} must have at least ${MIN_SECRET_LENGTH} characters. Create it with: openssl rand -base64 32`,
    );
    return null;
  };

  return {
    text,
    list,
    emails,
    port,
    count,
    processes,
    nodeName,
    networkOf,
    choice,
    url,
    databases,
    database,
    originOf,
    pushHostOf,
    mailServer,
    sender,
    priceIdOf,
    recipientOf,
    origin,
    key,
    keyOf,
    secret,
    longSecret,
  };
}

/** The host and the port: two nodes of one machine differ, and a node that starts again keeps its name. */
function nodeNameOf(port: number): string {
  const [host = ''] = hostname()
    .replace(/[^\w.-]/g, '-')
    .split('.');
  return `${host.slice(0, MAX_NODE_NAME_LENGTH - 6)}-${port}`;
}

function prefixOf(protocol: string): string {
  return protocol === 'mailto:' ? protocol : `${protocol}//`;
}
