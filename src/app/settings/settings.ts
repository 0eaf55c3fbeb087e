import * as is from './kinds.ts';

/** Settings under the names of their values in `Config`. */
export type SettingTree = { readonly [field: string]: is.Setting<unknown> | SettingTree };

const MAX_IMPORT_BYTES = 2_000_000_000;
const TIMEOUT_MS = is.between(100, 60_000);
/** By the names of the specification of OpenTelemetry. */
const SAMPLERS = ['always_on', 'always_off', 'traceidratio'].flatMap((name) => [name, `parentbased_${name}`]);

/**
 * All settings, by section. This table makes the configuration, `.env.example` and `docs/settings.md`
 * (`npm run generate`). What depends on several settings is in `config.ts`.
 */
export const SECTIONS = {
  'Address and clients': {
    http: {
      port: is.port('PORT', 3000)`Port on which the server listens.`,
      host: is.text('HOST', '127.0.0.1')`Interface on which the server listens; 0.0.0.0 opens it to the network.`,
      publicUrl: is.origin('PUBLIC_URL')`URL that users open. Default: http://localhost:PORT`,
      probePort: is.port('PROBE_PORT')`
        Another port for probes and for Prometheus, with the same routes: they do not wait behind new connections of clients.`,
      servesWebClient: is.onOff('WEB', 'on')`off: the API alone, without the web client.`,
      corsOrigins: is.origins('CORS_ORIGINS')`Origins of web clients that may call from a browser. Comma-separated.`,
      trustedProxies: is.networks('TRUSTED_PROXIES')`
        Networks of your proxies, as CIDR. Only they may name the IP address of a client. Comma-separated.`,
      maxStreams: is.between(1, 100_000)('EVENT_STREAMS', 5_000)`Open streams of events (GET /api/events) on one node.`,
    },
  },

  Nodes: {
    role: is.choice('all', 'web', 'worker')('ROLE', 'all')`
      What this node does: all, web (serves HTTP), or worker (jobs, email, webhooks, imports, exports). web and worker need
      each other, and DATABASE_URL.`,
    nodeName: is.nodeName('NODE_NAME')`Names this node in logs and in pg_stat_activity. Default: host name and port.`,
    drainSeconds: is.between(0, 600)('DRAIN_SECONDS', 2)`
      Seconds between SIGTERM and the stop, in which a load balancer notices that the node is not ready.`,
    processes: is.processes('PROCESSES', 1)`
      Server processes on this machine, on one port: a number, or auto for one per core. Each takes about 160 MB.`,
  },

  'Data and backups': {
    dataDirectory: is.folder('DATA_DIR', './data')`
      Folder of the embedded database, files and generated secrets. Back up with: npx meadow backup <file>`,
    backup: {
      folder: is.text('BACKUP_DIR')`
        Folder of the daily backups. Default: DATA_DIR/backups for the embedded database, off for another one. off: none.`,
      keepDays: is.between(1, 3_650)('BACKUP_KEEP_DAYS', 7)`
        Of how many days the last backup is kept. The others are deleted after the next one.`,
      keepWeeks: is.between(0, 520)('BACKUP_KEEP_WEEKS', 4)`Of how many weeks the last backup is kept.`,
      recipients: is.recipients('BACKUP_RECIPIENTS')`
        Recipients of age (age1…, from age-keygen) to which all backups are encrypted. Comma-separated. Default: not encrypted.`,
    },
  },

  Database: {
    database: {
      url: is.database('DATABASE_URL')`
        PostgreSQL 15 or newer instead of the embedded one: postgres://user:password@host/database. Several hosts, of which the
        one that takes writes is used: postgres://user:password@one:5432,two:5432/database?target_session_attrs=read-write`,
      directUrl: is.database('DATABASE_DIRECT_URL')`
        The server itself, if DATABASE_URL is a pooler in transaction mode. Default: DATABASE_URL`,
      replicaUrls: is.databases('DATABASE_REPLICA_URLS')`
        Streaming replicas that lists, search and boards are read from. Comma-separated.`,
      // A request may wait for a second connection while it has one.
      poolSize: is.between(4, 200)(
        'DATABASE_POOL_SIZE',
        10,
      )`Connections of a node for requests. It opens up to 17 more.`,
      statementTimeoutMs: TIMEOUT_MS('DATABASE_STATEMENT_TIMEOUT_MS', 5_000)`
        How long a statement of a request may take, in milliseconds.`,
      lockTimeoutMs: TIMEOUT_MS('DATABASE_LOCK_TIMEOUT_MS', 2_000)`
        How long a statement of a request may wait for a lock, in milliseconds.`,
      waitSeconds: is.between(0, 3_600)('DATABASE_WAIT_SECONDS', 60)`
        How long a start waits for a database that is not there yet, in seconds; 0: not at all.`,
      namesStatements: is.onOff('DATABASE_PREPARED_STATEMENTS')`
        Whether statements are prepared once per connection. Default: on, unless DATABASE_DIRECT_URL is set.`,
    },
  },

  Files: {
    storage: {
      place: is.storage('STORAGE_URL')`
        Storage of avatars, photos and images: a folder (file:/var/lib/meadow/files), or an S3 bucket
        (s3://bucket?region=eu-central-1, s3://bucket?endpoint=https://storage.example&region=auto). Default: DATA_DIR/files.`,
      accessKeyId: is.text('AWS_ACCESS_KEY_ID')`
        Id of the key of the bucket. Default: the credentials of the machine (a role, a profile).`,
      secretAccessKey: is.text('AWS_SECRET_ACCESS_KEY')`The secret that belongs to AWS_ACCESS_KEY_ID.`,
      sessionToken: is.text('AWS_SESSION_TOKEN')`The token of a temporary key.`,
    },
  },

  'Sign-in': {
    identity: {
      issuer: is.text('AUTH_ISSUER')`
        Your identity provider instead of the built-in one. Set AUTH_ISSUER, AUTH_JWKS_URL and AUTH_AUDIENCE, or none.`,
      jwksUrl: is.httpUrl('AUTH_JWKS_URL')`Where that provider publishes its keys.`,
      audience: is.text('AUTH_AUDIENCE')`The audience of access tokens for Meadow.`,
      tokenType: is.text('AUTH_TOKEN_TYPE')`
        Required "typ" of access tokens (at+jwt, RFC 9068), so that ID tokens for the same audience are refused. Default: any.`,
      clientId: is.text('AUTH_CLIENT_ID')`
        The web client at that provider: a public client with PKCE. Default: the web client cannot sign in.`,
      scope: is.text('AUTH_SCOPE', 'openid profile email')`Scopes that the web client asks for.`,
    },
    formerIssuers: is.texts('AUTH_FORMER_ISSUERS')`
      Issuers that the present provider replaces with the same subjects; "built-in" is the built-in one. Comma-separated.`,
    signUp: is.choice('open', 'invite', 'closed')('SIGN_UP', 'open')`
      Who can create an account of the built-in provider: open, invite (with an invitation of a super admin, an organization or
      the waitlist), closed (only super admins and npm run admin create accounts).`,
    superAdminEmails: is.emails('SUPER_ADMIN_EMAILS')`
      Email addresses that become super admin at their first request with a verified email. Comma-separated. The built-in
      provider verifies them with SMTP_URL; sign in again after the verification. Without it: npm run admin -- you@example.org`,
  },

  Encryption: {
    encryptionKey: is.key('ENCRYPTION_KEY')`
      Seals secrets at rest (openssl rand -base64 32). The same on all nodes. Default: generated into DATA_DIR. Backups
      include it.`,
    formerEncryptionKeys: is.keys('FORMER_ENCRYPTION_KEYS')`
      Former values of ENCRYPTION_KEY, which can still be read. Comma-separated. To rotate the key: docs/operations.md`,
  },

  Limits: {
    requestLimits: {
      isOn: is.onOff('RATE_LIMIT', 'on')`off disables the limits of requests a minute and an hour.`,
      perUser: is.count('RATE_LIMIT_PER_USER', 300)`Requests a minute of a user.`,
      perAddress: is.count('RATE_LIMIT_PER_ADDRESS', 60)`Requests a minute of an IP address without a token.`,
      costly: is.count(
        'RATE_LIMIT_COSTLY',
        10,
      )`Requests a minute of either on costly routes (sign-in, AI, mail, music).`,
      concurrencyPerUser: is.count('RATE_LIMIT_AT_ONCE_PER_USER', 4)`
        Concurrent requests of a user on one node. A few more wait.`,
      concurrencyPerIp: is.count('RATE_LIMIT_AT_ONCE_PER_ADDRESS', 20)`
        Concurrent requests of an IP address without a token on one node. A few more wait.`,
      // For content that is reviewed, expensive operations, and routes that could reveal who has an account.
      perHour: perHour({
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
      }),
    },
    textBytesPerDay: is.count('TEXT_BYTES_PER_DAY', 20_000_000)`
      Bytes of text that a user may send a day (UTC). A request with an Idempotency-Key counts twice.`,
    importMaxBytes: is.between(1, MAX_IMPORT_BYTES)('IMPORT_MAX_BYTES', MAX_IMPORT_BYTES)`
      Bytes of the file of an import (POST /api/user/import). A proxy must allow bodies of this size.`,
    importTextBytes: is.count('IMPORT_TEXT_BYTES', 200_000_000)`
      Bytes of text that an account can import in total, unpacked. What is deleted later counts as well.`,
    importPhotos: is.count('IMPORT_PHOTOS', 20_000)`
      Photos that an account can import in total. Further ones are left out, and named.`,
  },

  AI: {
    ai: {
      apiKey: is.text('AI_API_KEY')`
        Key of any server with OpenAI's protocol. Without it no moods are detected and no images are generated.`,
      baseUrl: is.httpUrl('AI_BASE_URL', 'https://api.openai.com/v1')`Address of that server.`,
      textModel: is.text('AI_TEXT_MODEL', 'gpt-4o-mini')`Generates and analyzes texts.`,
      imageModel: is.text('AI_IMAGE_MODEL', 'dall-e-3')`
        Generates images of 1024 by 1024, in the qualities standard and hd.`,
      callsPerDay: is.count('AI_CALLS_PER_DAY', 200)`
        AI calls of a user a day (UTC). An image counts as 5, an HD image as 10.`,
    },
    assistant: {
      batchSize: is.between(1, 1_000)('ASSISTANT_BATCH_SIZE', 5)`Users in each batch of the assistant's jobs.`,
      batchPauseMs: is.between(0, 600_000)(
        'ASSISTANT_BATCH_PAUSE_MS',
        1_000,
      )`The pause between batches, in milliseconds.`,
    },
  },

  Payments: {
    payment: {
      apiKey: is.secret(
        'PAYMENT_API_KEY',
      )`Key of a payment provider with Stripe's API. Without it there are no payments.`,
      signingSecret: is.secret('PAYMENT_SIGNING_SECRET')`
        Signing secret of its events (sent to PUBLIC_URL/api/payment/webhook). Without it no subscription starts.`,
      apiUrl: is.origin('PAYMENT_API_URL', 'https://api.stripe.com')`Address of that provider.`,
      priceIds: is.priceIds('PAYMENT_PRICE_IDS')`Ids of the prices on offer. Comma-separated.`,
    },
  },

  Music: {
    music: {
      clientId: is.secret('MUSIC_CLIENT_ID')`
        Client at a music service with OAuth 2.0 and Spotify's Web API. Register PUBLIC_URL/api/music/callback there (Spotify
        takes https, or http://127.0.0.1). Without an id no account can be connected.`,
      clientSecret: is.secret('MUSIC_CLIENT_SECRET')`Empty for a public client.`,
      authorizeUrl: is.httpUrl('MUSIC_AUTHORIZE_URL', 'https://accounts.spotify.com/authorize')`
        Where users permit the connection.`,
      tokenUrl: is.httpUrl(
        'MUSIC_TOKEN_URL',
        'https://accounts.spotify.com/api/token',
      )`Where the service gives tokens.`,
      apiUrl: is.httpUrl('MUSIC_API_URL', 'https://api.spotify.com/v1')`Where the service tells what users played.`,
    },
  },

  'Push and webhooks': {
    push: {
      allowedHosts: is.pushHosts(
        'PUSH_ALLOWED_HOSTS',
        'fcm.googleapis.com,updates.push.services.mozilla.com,*.notify.windows.com,*.push.apple.com',
      )`
        Push services that may be called: hosts (push.example, *.push.example; * for all public ones), or origins
        (http://127.0.0.1:9000), which may be private. Comma-separated. Default: those of Chrome, Firefox, Edge and Safari.`,
      contact: is.contactUrl('PUSH_CONTACT')`
        Contact for push services: mailto:you@example.org or an https URL. Default: PUBLIC_URL, if that is https.`,
    },
    webhooks: {
      trustedOrigins: is.origins('WEBHOOK_TRUSTED_ORIGINS')`
        Origins (http://127.0.0.1:9000) that webhooks of users may call without https and at private addresses. Comma-separated.
        Default: none. Each user can then let this server post to them.`,
    },
  },

  Mail: {
    mail: {
      smtp: is.mailServer('SMTP_URL')`
        Mail server: smtp://user:password@host:587 (STARTTLS), or smtps://user:password@host:465. Encode special characters of
        the password (@ is %40). Without it email is written to DATA_DIR/outbox, where super admins can read it, addresses are
        not verified, and the first account is trusted. With it users verify their address before they share.`,
      from: is.sender('EMAIL_FROM')`
        Sender. Mail for users' journals goes to its domain. Default: Meadow at the host of PUBLIC_URL.`,
      policy: is.choice('off', 'self', 'org', 'any')('MAIL_POLICY', 'org')`
        Allowed recipients of user email: org (members of a shared organization), self, any, or off.`,
      perRecipient: is.count('MAIL_PER_RECIPIENT', 3)`
        How many of a user's 20 emails a day (UTC) may go to one address of another user.`,
    },
  },

  Jobs: {
    runsJobs: is.onOff('SCHEDULER', 'on')`
      Jobs run on their schedules, on nodes with ROLE=worker or all. off: no node does, call their routes yourself.`,
    cronSecrets: cronSecrets(
      'WORKOUT_WINDOW_CRON_SECRET',
      'CHAT_CRON_SECRET',
      'DROPS_CRON_SECRET',
      'ENCOURAGEMENT_DROPS_CRON_SECRET',
      'MUSIC_SYNC_CRON_SECRET',
      'LAB_CRON_SECRET',
      'CRON_SECRET',
    ),
  },

  'Metrics, traces and logs': {
    metricsToken: is.longSecret('METRICS_TOKEN')`
      Bearer token for /metrics. Empty: only programs on this machine may read them.`,
    tracing: {
      endpoint: is.httpUrl('OTEL_EXPORTER_OTLP_ENDPOINT')`
        Collector of traces that speaks OTLP over HTTP, such as http://127.0.0.1:4318. Empty: no traces. They hold statements
        without values and patterns of routes, and nothing of users.`,
      // The exporter reads it.
      headers: is.text('OTEL_EXPORTER_OTLP_HEADERS')`Headers for the collector: name=value,name=value.`,
      serviceName: is.text('OTEL_SERVICE_NAME', 'meadow')`The name of this service in traces.`,
      sampler: is.choice(...SAMPLERS)('OTEL_TRACES_SAMPLER', 'parentbased_always_on')`
        Which traces are recorded: always_on, always_off or traceidratio, with parentbased_ before it if the decision of a
        trusted proxy counts.`,
      ratio: is.ratio('OTEL_TRACES_SAMPLER_ARG', 1)`The part of all traces that traceidratio records.`,
    },
    logLevel: is.choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')('LOG_LEVEL', 'info')`
      The least serious lines that are logged.`,
    logFormat: is.choice('json', 'text')('LOG_FORMAT')`Default: text on a terminal, otherwise JSON.`,
  },
} satisfies Record<string, SettingTree>;

/** The settings of groups of routes, `RATE_LIMIT_PER_HOUR_…`. Routes name their group. */
function perHour<Group extends string>(limits: Record<Group, number>) {
  const settings = Object.entries<number>(limits).map(([group, limit]) => {
    const name = `RATE_LIMIT_PER_HOUR_${group.replace(/[A-Z]/g, '_$&').toUpperCase()}`;
    const setting = is.count(name, limit)`
      Requests an hour, of a user, or of an IP address where no token is needed (sponsors, waitlist).`;
    return [group, setting];
  });
  return Object.fromEntries(settings) as Record<Group, is.Setting<number>>;
}

function cronSecrets<Name extends string>(...names: readonly Name[]) {
  const settings = names.map((name) => {
    const setting = is.longSecret(name)`
      Secrets for calls of job routes (header x-cron-secret), such as of openssl rand -base64 32. A job route without a
      configured secret refuses all calls.`;
    return [name, setting];
  });
  return Object.fromEntries(settings) as Record<Name, is.Setting<string | null>>;
}

/** The settings of a tree, in its order. */
export function listSettings(tree: SettingTree): is.Setting<unknown>[] {
  return Object.values(tree).flatMap((node) => (isSetting(node) ? [node] : listSettings(node)));
}

export function isSetting(node: is.Setting<unknown> | SettingTree): node is is.Setting<unknown> {
  return typeof node.read === 'function';
}
