import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig, readDemoConfig } from './config.ts';

const PER_HOUR = {
  avatars: 30,
  blocks: 120,
  checkouts: 60,
  exports: 10,
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
  waitlist: 10,
  webhookSends: 60,
  windows: 30,
};

/** What the refusal of this environment says. */
function refusalOf(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof Error) return error.message;
    throw error;
  }
  throw new Error('The configuration was accepted.');
}

const RECIPIENT = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p';

describe('what is not set', () => {
  test('has a default with which everything runs on this machine alone', () => {
    expect(readConfig({})).toEqual({
      role: 'all',
      nodeName: expect.stringMatching(/^[\w.-]{1,57}-3000$/),
      drainMs: 2_000,
      http: {
        port: 3000,
        probePort: null,
        host: '127.0.0.1',
        publicUrl: 'http://localhost:3000',
        corsOrigins: [],
        trustedProxies: [],
        maxStreams: 5_000,
        servesWebClient: true,
      },
      requestLimits: {
        isOn: true,
        perUser: 300,
        perAddress: 60,
        costly: 10,
        perHour: PER_HOUR,
        concurrencyPerUser: 4,
        concurrencyPerIp: 20,
      },
      processes: 1,
      dataDirectory: resolve('data'),
      backup: { folder: resolve('data/backups'), keepDays: 7, keepWeeks: 4, recipients: [] },
      database: {
        addresses: null,
        replicaUrls: [],
        poolSize: 10,
        statementTimeoutMs: 5_000,
        lockTimeoutMs: 2_000,
        waitSeconds: 60,
        namesStatements: null,
      },
      storage: { kind: 'disk', folder: resolve('data/files') },
      identity: null,
      formerIssuers: [],
      signUp: 'open',
      superAdminEmails: [],
      textBytesPerDay: 20_000_000,
      importMaxBytes: 2_000_000_000,
      importTextBytes: 200_000_000,
      importPhotos: 20_000,
      encryptionKey: null,
      formerEncryptionKeys: [],
      ai: {
        apiKey: null,
        baseUrl: 'https://api.openai.com/v1',
        textModel: 'gpt-4o-mini',
        imageModel: 'dall-e-3',
        callsPerDay: 200,
      },
      assistant: { batchSize: 5, batchPauseMs: 1_000 },
      payment: { apiKey: null, signingSecret: null, apiUrl: 'https://api.stripe.com', priceIds: [] },
      music: {
        clientId: null,
        clientSecret: null,
        authorizeUrl: 'https://accounts.spotify.com/authorize',
        tokenUrl: 'https://accounts.spotify.com/api/token',
        apiUrl: 'https://api.spotify.com/v1',
      },
      push: {
        allowedHosts: [
          'fcm.googleapis.com',
          'updates.push.services.mozilla.com',
          '*.notify.windows.com',
          '*.push.apple.com',
        ],
        contact: 'mailto:operator@localhost',
      },
      webhooks: { trustedOrigins: [] },
      mail: { smtp: null, from: { name: 'Meadow', address: 'meadow@localhost' }, policy: 'org', perRecipient: 3 },
      cronSecrets: {
        WORKOUT_WINDOW_CRON_SECRET: null,
        CHAT_CRON_SECRET: null,
        DROPS_CRON_SECRET: null,
        ENCOURAGEMENT_DROPS_CRON_SECRET: null,
        MUSIC_SYNC_CRON_SECRET: null,
        LAB_CRON_SECRET: null,
        CRON_SECRET: null,
      },
      metricsToken: null,
      tracing: null,
      runsJobs: true,
      logLevel: 'info',
      logFormat: null,
    });
  });

  test('is a cron secret that is blank', () => {
    expect(readConfig({ CRON_SECRET: ' ' }).cronSecrets.CRON_SECRET).toBeNull();
  });

  test('is the same as a variable that is empty or blank', () => {
    const names = [
      'PORT',
      'HOST',
      'PUBLIC_URL',
      'DATA_DIR',
      'DATABASE_URL',
      'STORAGE_URL',
      'ENCRYPTION_KEY',
      'AUTH_ISSUER',
    ];
    const more = ['SUPER_ADMIN_EMAILS', 'CORS_ORIGINS', 'RATE_LIMIT', 'AI_API_KEY', 'AI_BASE_URL', 'LOG_LEVEL'];
    const empty = Object.fromEntries(names.map((name) => [name, '']));
    const blank = Object.fromEntries(more.map((name) => [name, '  ']));
    expect(readConfig({ ...empty, ...blank })).toEqual(readConfig({}));
  });

  test('makes the address follow the port', () => {
    expect(readConfig({ PORT: '8080' }).http.publicUrl).toBe('http://localhost:8080');
  });

  test('makes push services find us at our own address, where they can', () => {
    expect(readConfig({ PUBLIC_URL: 'https://meadow.example' }).push.contact).toBe('https://meadow.example');
    expect(readConfig({ PUBLIC_URL: 'http://meadow.example:3000' }).push.contact).toBe(
      'mailto:operator@meadow.example',
    );
  });
});

test('every variable reaches its place', () => {
  const key = Buffer.alloc(32, 7);
  const config = readConfig({
    ROLE: 'Worker',
    NODE_NAME: 'jobs-1.eu',
    DRAIN_SECONDS: '30',
    PORT: '0',
    PROBE_PORT: '3001',
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://meadow.example/',
    CORS_ORIGINS: 'https://one.example, http://localhost:5173,',
    TRUSTED_PROXIES: '10.0.0.0/8, fd00::/8',
    RATE_LIMIT: 'OFF',
    RATE_LIMIT_PER_USER: '600',
    RATE_LIMIT_PER_ADDRESS: '90',
    RATE_LIMIT_COSTLY: '5',
    RATE_LIMIT_PER_HOUR_PACK_SHARES: '7',
    RATE_LIMIT_PER_HOUR_WINDOWS: '1',
    RATE_LIMIT_AT_ONCE_PER_USER: '8',
    RATE_LIMIT_AT_ONCE_PER_ADDRESS: '90',
    DATA_DIR: 'elsewhere',
    BACKUP_DIR: '/backups',
    BACKUP_KEEP_DAYS: '3',
    BACKUP_KEEP_WEEKS: '0',
    BACKUP_RECIPIENTS: `${RECIPIENT}, ${RECIPIENT}`,
    DATABASE_URL: 'postgresql://meadow:word@pool.example/meadow',
    DATABASE_DIRECT_URL: 'postgresql://meadow:word@db.example/meadow',
    DATABASE_REPLICA_URLS: 'postgresql://meadow:word@one.example/meadow, postgresql://meadow:word@two.example/meadow',
    DATABASE_POOL_SIZE: '25',
    DATABASE_STATEMENT_TIMEOUT_MS: '8000',
    DATABASE_LOCK_TIMEOUT_MS: '3000',
    DATABASE_WAIT_SECONDS: '0',
    DATABASE_PREPARED_STATEMENTS: 'on',
    STORAGE_URL: 's3://a-bucket?endpoint=https://storage.example:9000&region=eu-west-1',
    AWS_ACCESS_KEY_ID: 'an-id',
    AWS_SECRET_ACCESS_KEY: 'a-secret',
    AWS_SESSION_TOKEN: 'a-session',
    AUTH_ISSUER: 'https://id.example/realms/one',
    AUTH_JWKS_URL: 'https://id.example/keys',
    AUTH_AUDIENCE: 'meadow',
    AUTH_CLIENT_ID: 'meadow-web',
    AUTH_SCOPE: 'openid email',
    EVENT_STREAMS: '900',
    WEB: 'off',
    AUTH_TOKEN_TYPE: 'at+jwt',
    AUTH_FORMER_ISSUERS: 'built-in, https://old.example/',
    SIGN_UP: 'Invite',
    SUPER_ADMIN_EMAILS: ' Ada@Example.org ,ben@example.org',
    ENCRYPTION_KEY: key.toString('base64'),
    FORMER_ENCRYPTION_KEYS: `${Buffer.alloc(32, 8).toString('base64')}, ${Buffer.alloc(32, 9).toString('base64')}`,
    AI_API_KEY: 'a-key',
    AI_BASE_URL: 'http://127.0.0.1:9/v1',
    AI_TEXT_MODEL: 'a-model',
    AI_IMAGE_MODEL: 'a-painter',
    TEXT_BYTES_PER_DAY: '1000000',
    IMPORT_MAX_BYTES: '5000000',
    IMPORT_TEXT_BYTES: '3000000',
    IMPORT_PHOTOS: '500',
    AI_CALLS_PER_DAY: '7',
    ASSISTANT_BATCH_SIZE: '20',
    ASSISTANT_BATCH_PAUSE_MS: '0',
    PAYMENT_API_KEY: 'sk_live_1',
    PAYMENT_SIGNING_SECRET: 'whsec_1',
    PAYMENT_API_URL: 'http://127.0.0.1:12111/',
    PAYMENT_PRICE_IDS: 'price_1NXz, price_2,',
    MUSIC_CLIENT_ID: 'a-client',
    MUSIC_CLIENT_SECRET: 'its-secret',
    MUSIC_AUTHORIZE_URL: 'https://music.example/authorize',
    MUSIC_TOKEN_URL: 'http://127.0.0.1:9/token',
    MUSIC_API_URL: 'http://127.0.0.1:9/v1/',
    PUSH_ALLOWED_HOSTS: 'Push.example, *.push.example,*,http://127.0.0.1:9000/',
    PUSH_CONTACT: 'mailto:ada@example.org',
    WEBHOOK_TRUSTED_ORIGINS: 'http://127.0.0.1:9000, https://hooks.internal:8443/',
    SMTP_URL: 'smtps://post%40meadow:p%25ss@mail.example',
    EMAIL_FROM: 'The Meadow <post@meadow.example>',
    MAIL_POLICY: 'Self',
    MAIL_PER_RECIPIENT: '5',
    WORKOUT_WINDOW_CRON_SECRET: 'secret-number-one',
    CHAT_CRON_SECRET: 'secret-number-two',
    DROPS_CRON_SECRET: 'secret-number-three',
    ENCOURAGEMENT_DROPS_CRON_SECRET: 'secret-number-four',
    MUSIC_SYNC_CRON_SECRET: 'secret-number-five',
    LAB_CRON_SECRET: 'secret-number-six',
    CRON_SECRET: 'secret-number-seven',
    METRICS_TOKEN: '0123456789abcdef',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
    OTEL_SERVICE_NAME: 'meadow-eu',
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.1',
    SCHEDULER: 'Off',
    LOG_LEVEL: 'Warn',
    LOG_FORMAT: 'text',
  });
  expect(config).toEqual({
    role: 'worker',
    nodeName: 'jobs-1.eu',
    drainMs: 30_000,
    http: {
      port: 0,
      probePort: 3001,
      host: '0.0.0.0',
      publicUrl: 'https://meadow.example',
      corsOrigins: ['https://one.example', 'http://localhost:5173'],
      trustedProxies: ['10.0.0.0/8', 'fd00::/8'],
      maxStreams: 900,
      servesWebClient: false,
    },
    requestLimits: {
      isOn: false,
      perUser: 600,
      perAddress: 90,
      costly: 5,
      perHour: { ...PER_HOUR, packShares: 7, windows: 1 },
      concurrencyPerUser: 8,
      concurrencyPerIp: 90,
    },
    processes: 1,
    dataDirectory: resolve('elsewhere'),
    backup: { folder: '/backups', keepDays: 3, keepWeeks: 0, recipients: [RECIPIENT, RECIPIENT] },
    database: {
      addresses: {
        pooled: 'postgresql://meadow:word@pool.example/meadow',
        direct: 'postgresql://meadow:word@db.example/meadow',
      },
      replicaUrls: ['postgresql://meadow:word@one.example/meadow', 'postgresql://meadow:word@two.example/meadow'],
      poolSize: 25,
      statementTimeoutMs: 8_000,
      lockTimeoutMs: 3_000,
      waitSeconds: 0,
      namesStatements: true,
    },
    storage: {
      kind: 's3',
      bucket: 'a-bucket',
      region: 'eu-west-1',
      endpoint: 'https://storage.example:9000',
      credentials: { accessKeyId: 'an-id', secretAccessKey: 'a-secret', sessionToken: 'a-session' },
    },
    identity: {
      issuer: 'https://id.example/realms/one',
      jwksUrl: 'https://id.example/keys',
      audience: 'meadow',
      tokenType: 'at+jwt',
      clientId: 'meadow-web',
      scope: 'openid email',
    },
    formerIssuers: ['built-in', 'https://old.example/'],
    signUp: 'invite',
    superAdminEmails: ['ada@example.org', 'ben@example.org'],
    textBytesPerDay: 1_000_000,
    importMaxBytes: 5_000_000,
    importTextBytes: 3_000_000,
    importPhotos: 500,
    encryptionKey: key,
    formerEncryptionKeys: [Buffer.alloc(32, 8), Buffer.alloc(32, 9)],
    ai: {
      apiKey: 'a-key',
      baseUrl: 'http://127.0.0.1:9/v1',
      textModel: 'a-model',
      imageModel: 'a-painter',
      callsPerDay: 7,
    },
    assistant: { batchSize: 20, batchPauseMs: 0 },
    payment: {
      apiKey: 'sk_live_1',
      signingSecret: 'whsec_1',
      apiUrl: 'http://127.0.0.1:12111',
      priceIds: ['price_1NXz', 'price_2'],
    },
    music: {
      clientId: 'a-client',
      clientSecret: 'its-secret',
      authorizeUrl: 'https://music.example/authorize',
      tokenUrl: 'http://127.0.0.1:9/token',
      apiUrl: 'http://127.0.0.1:9/v1/',
    },
    push: {
      allowedHosts: ['push.example', '*.push.example', '*', 'http://127.0.0.1:9000'],
      contact: 'mailto:ada@example.org',
    },
    webhooks: { trustedOrigins: ['http://127.0.0.1:9000', 'https://hooks.internal:8443'] },
    mail: {
      smtp: {
        host: 'mail.example',
        port: 465,
        isTls: true,
        credentials: { user: 'post@meadow', password: 'p%ss' },
      },
      from: { name: 'The Meadow', address: 'post@meadow.example' },
      policy: 'self',
      perRecipient: 5,
    },
    cronSecrets: {
      WORKOUT_WINDOW_CRON_SECRET: 'secret-number-one',
      CHAT_CRON_SECRET: 'secret-number-two',
      DROPS_CRON_SECRET: 'secret-number-three',
      ENCOURAGEMENT_DROPS_CRON_SECRET: 'secret-number-four',
      MUSIC_SYNC_CRON_SECRET: 'secret-number-five',
      LAB_CRON_SECRET: 'secret-number-six',
      CRON_SECRET: 'secret-number-seven',
    },
    metricsToken: '0123456789abcdef',
    tracing: { endpoint: 'http://127.0.0.1:4318', serviceName: 'meadow-eu', sampler: 'traceidratio', ratio: 0.1 },
    runsJobs: false,
    logLevel: 'warn',
    logFormat: 'text',
  });
});

describe('where backups are kept', () => {
  const folderOf = (environment: Record<string, string>) => readConfig(environment).backup.folder;
  const DATABASE_URL = 'postgres://localhost/meadow';

  test('is a folder of DATA_DIR for the embedded database, and none for another one, unless it is said', () => {
    expect(folderOf({ DATA_DIR: '/srv/meadow' })).toBe('/srv/meadow/backups');
    expect(folderOf({ DATA_DIR: '/srv/meadow', BACKUP_DIR: 'off' })).toBeNull();
    expect(folderOf({ DATABASE_URL })).toBeNull();
    expect(folderOf({ DATABASE_URL, BACKUP_DIR: '/backups' })).toBe('/backups');
  });

  test.each(['ssh-ed25519 AAAA', 'age1short', 'AGE-SECRET-KEY-1QQ'])('cannot be encrypted to %s', (recipient) => {
    expect(() => readConfig({ BACKUP_RECIPIENTS: recipient })).toThrow('BACKUP_RECIPIENTS must be');
  });
});

describe('where files are kept', () => {
  const storageOf = (environment: Record<string, string>) => readConfig(environment).storage;

  test('is a folder of DATA_DIR, unless an address says otherwise', () => {
    expect(storageOf({ DATA_DIR: '/srv/meadow' })).toEqual({ kind: 'disk', folder: '/srv/meadow/files' });
    expect(storageOf({ STORAGE_URL: 'file:///srv/files' })).toEqual({ kind: 'disk', folder: '/srv/files' });
    expect(storageOf({ STORAGE_URL: 'file:/srv/files' })).toEqual({ kind: 'disk', folder: '/srv/files' });
    expect(storageOf({ STORAGE_URL: 'file:files' })).toEqual({ kind: 'disk', folder: resolve('files') });
  });

  test('can be a bucket, whose keys may come from the machine', () => {
    const bucket = { kind: 's3', bucket: 'my.bucket-1', region: 'us-east-1', endpoint: null, credentials: null };
    expect(storageOf({ STORAGE_URL: 's3://my.bucket-1' })).toEqual(bucket);
    expect(storageOf({ STORAGE_URL: 's3://my.bucket-1/?region=eu-central-1' })).toEqual({
      ...bucket,
      region: 'eu-central-1',
    });
  });

  test('needs both keys of a bucket, or none', () => {
    for (const half of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) {
      expect(refusalOf({ STORAGE_URL: 's3://bucket', [half]: 'x' })).toContain(
        'Set both AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or none',
      );
      expect(storageOf({ [half]: 'x' })).toMatchObject({ kind: 'disk' });
    }
  });
});

test.each([
  ['', 1],
  ['2', 2],
  ['128', 128],
  ['AUTO', 'auto'],
])('PROCESSES=%s: %s', (text, processes) => {
  expect(readConfig({ PROCESSES: text }).processes).toBe(processes);
});

describe('mails', () => {
  const mailOf = (environment: Record<string, string>) => readConfig(environment).mail;

  test.each([
    ['smtp://mail.example', { host: 'mail.example', port: 587, isTls: false, credentials: null }],
    ['smtp://127.0.0.1:2525', { host: '127.0.0.1', port: 2525, isTls: false, credentials: null }],
    ['smtp://[::1]:25', { host: '::1', port: 25, isTls: false, credentials: null }],
    // What could loosen TLS, or lead elsewhere, is not read.
    [
      'smtps://mail.example:4465/path?tls.rejectUnauthorized=false&proxy=http://evil.example',
      { host: 'mail.example', port: 4465, isTls: true, credentials: null },
    ],
  ])('go through %s', (address, smtp) => {
    expect(mailOf({ SMTP_URL: address }).smtp).toEqual(smtp);
  });

  test.each([
    ['post@meadow.example', { name: '', address: 'post@meadow.example' }],
    ['"Our Meadow" <post@meadow.example>', { name: 'Our Meadow', address: 'post@meadow.example' }],
    ['Größe <post@meadow.example>', { name: 'Größe', address: 'post@meadow.example' }],
  ])('are from %s', (text, from) => {
    expect(mailOf({ EMAIL_FROM: text }).from).toEqual(from);
  });

  test('are from our own host where nothing else is said', () => {
    expect(mailOf({ PUBLIC_URL: 'https://meadow.example' }).from.address).toBe('meadow@meadow.example');
  });
});

describe('a value that cannot be used', () => {
  test.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3000.5'],
    ['PORT', '0x50'],
    ['PORT', 'http'],
    ['ROLE', 'job'],
    ['NODE_NAME', 'node 1'],
    ['NODE_NAME', 'n'.repeat(64)],
    ['DRAIN_SECONDS', '601'],
    ['DRAIN_SECONDS', '-1'],
    ['PROCESSES', '0'],
    ['PROCESSES', '129'],
    ['PROCESSES', '1.5'],
    ['PROCESSES', 'all'],
    ['PUBLIC_URL', 'meadow.example'],
    ['PUBLIC_URL', 'ftp://meadow.example'],
    ['PUBLIC_URL', 'https://meadow.example/below'],
    ['CORS_ORIGINS', '*'],
    ['CORS_ORIGINS', 'null'],
    ['CORS_ORIGINS', 'https://one.example,two.example'],
    ['CORS_ORIGINS', 'https://one.example/path'],
    ['RATE_LIMIT', 'yes'],
    ['RATE_LIMIT_PER_USER', '0'],
    ['RATE_LIMIT_COSTLY', '1.5'],
    ['TEXT_BYTES_PER_DAY', '0'],
    ['RATE_LIMIT_PER_HOUR_AVATARS', '0'],
    ['RATE_LIMIT_AT_ONCE_PER_USER', '0'],
    ['AI_CALLS_PER_DAY', '-1'],
    ['ASSISTANT_BATCH_SIZE', '0'],
    ['ASSISTANT_BATCH_SIZE', '1001'],
    ['ASSISTANT_BATCH_PAUSE_MS', '-1'],
    ['ASSISTANT_BATCH_PAUSE_MS', '01'],
    ['ASSISTANT_BATCH_PAUSE_MS', '600001'],
    ['CRON_SECRET', 'two words'],
    ['LAB_CRON_SECRET', 'schlüssel'],
    ['TRUSTED_PROXIES', 'true'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '10.0.0.1'],
    ['TRUSTED_PROXIES', '10/8'],
    ['TRUSTED_PROXIES', '10.0.0.0/8/8'],
    ['TRUSTED_PROXIES', 'fd00::/129'],
    ['DATABASE_URL', 'mysql://db.example/meadow'],
    ['DATABASE_URL', 'db.example'],
    ['DATABASE_DIRECT_URL', 'db.example'],
    ['DATABASE_REPLICA_URLS', 'postgres://db.example/meadow,db.example'],
    ['DATABASE_URL', 'postgres://one,,two/meadow'],
    ['DATABASE_URL', 'postgres://one,two/meadow?target_session_attrs=standby'],
    ['DATABASE_POOL_SIZE', '3'],
    ['DATABASE_STATEMENT_TIMEOUT_MS', '0'],
    ['DATABASE_LOCK_TIMEOUT_MS', '60001'],
    ['DATABASE_WAIT_SECONDS', '3601'],
    ['DATABASE_PREPARED_STATEMENTS', 'yes'],
    ['STORAGE_URL', '/srv/files'],
    ['STORAGE_URL', 'file:'],
    ['STORAGE_URL', 'file://elsewhere.example/files'],
    ['STORAGE_URL', 'https://storage.example/bucket'],
    ['STORAGE_URL', 's3://'],
    ['STORAGE_URL', 's3://No-Capitals'],
    ['STORAGE_URL', 's3://bucket/folder'],
    ['STORAGE_URL', 's3://key:secret@bucket'],
    ['STORAGE_URL', 's3://bucket?endpoint=storage.example'],
    ['STORAGE_URL', 's3://bucket?endpoint=file:///etc'],
    ['STORAGE_URL', 's3://bucket?region=eu%20central'],
    ['STORAGE_URL', 's3://bucket?regoin=eu-central-1'],
    ['AUTH_JWKS_URL', 'file:///etc/keys'],
    ['SIGN_UP', 'everyone'],
    ['SUPER_ADMIN_EMAILS', 'ada@example.org, ben'],
    ['SUPER_ADMIN_EMAILS', 'ada@example.org;ben@example.org'],
    ['ENCRYPTION_KEY', Buffer.alloc(31, 1).toString('base64')],
    ['ENCRYPTION_KEY', Buffer.alloc(33, 1).toString('base64')],
    ['ENCRYPTION_KEY', Buffer.alloc(32, 1).toString('hex')],
    ['ENCRYPTION_KEY', `a pass phrase: ${Buffer.alloc(24, 1).toString('base64')}`],
    ['FORMER_ENCRYPTION_KEYS', `${Buffer.alloc(32, 1).toString('base64')};${Buffer.alloc(32, 2).toString('base64')}`],
    ['AI_BASE_URL', 'ftp://ai.example'],
    ['AI_BASE_URL', 'ai.example/v1'],
    ['PAYMENT_API_KEY', 'two words'],
    ['PAYMENT_SIGNING_SECRET', 'schlüssel'],
    ['PAYMENT_API_URL', 'payments.example'],
    ['PAYMENT_API_URL', 'https://payments.example/v1'],
    ['PAYMENT_API_URL', 'ftp://payments.example'],
    ['PAYMENT_PRICE_IDS', 'price_1;price_2'],
    ['PAYMENT_PRICE_IDS', 'price 1'],
    ['PAYMENT_PRICE_IDS', 'a'.repeat(256)],
    ['MUSIC_CLIENT_ID', 'two words'],
    ['MUSIC_CLIENT_SECRET', 'without-an-id'],
    ['MUSIC_AUTHORIZE_URL', 'javascript:alert(1)'],
    ['MUSIC_TOKEN_URL', 'music.example/token'],
    ['MUSIC_API_URL', 'ftp://music.example'],
    ['WEBHOOK_TRUSTED_ORIGINS', 'hooks.internal'],
    ['WEBHOOK_TRUSTED_ORIGINS', 'http://127.0.0.1:9000/hook'],
    ['PUSH_ALLOWED_HOSTS', 'push.example/path'],
    ['PUSH_ALLOWED_HOSTS', 'https://push.example/path'],
    ['PUSH_ALLOWED_HOSTS', 'push.*'],
    ['PUSH_ALLOWED_HOSTS', '*push.example'],
    ['PUSH_CONTACT', 'ada@example.org'],
    ['PUSH_CONTACT', 'http://meadow.example'],
    ['SMTP_URL', 'mail.example:587'],
    ['SMTP_URL', 'http://mail.example'],
    ['SMTP_URL', 'smtp://user:100%@mail.example'],
    ['EMAIL_FROM', 'Meadow'],
    ['EMAIL_FROM', 'Meadow <post@meadow.example>, Ben <ben@example.org>'],
    ['EMAIL_FROM', 'Meadow\r\nBcc: a@b <post@meadow.example>'],
    ['EMAIL_FROM', 'post@meadow.example\nBcc: ben@example.org'],
    ['MAIL_POLICY', 'all'],
    ['MAIL_PER_RECIPIENT', '0'],
    ['CRON_SECRET', '0123456789abcde'],
    ['WORKOUT_WINDOW_CRON_SECRET', 'short'],
    ['METRICS_TOKEN', '0123456789abcde'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318'],
    ['OTEL_TRACES_SAMPLER', 'some'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.1'],
    ['LOG_LEVEL', 'loud'],
  ])('is refused by its name: %s=%s', (name, value) => {
    const refusal = refusalOf({ [name]: value });
    expect(refusal).toMatch(/^The configuration is not valid:\n- /);
    expect(refusal).toContain(`${name} must `);
  });

  test.each(['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URLS'])('is %s without the other one', (name) => {
    const refusal = refusalOf({ [name]: 'postgres://db.example/meadow' });
    expect(refusal).toContain(`${name} must be set together with DATABASE_URL`);
  });

  test('one address of the database serves for both', () => {
    const url = 'postgres://db.example/meadow';
    expect(readConfig({ DATABASE_URL: url }).database.addresses).toEqual({ pooled: url, direct: url });
  });

  test.each([
    [{ AUTH_ISSUER: 'https://id.example' }],
    [{ AUTH_JWKS_URL: 'https://id.example/keys' }],
    [{ AUTH_AUDIENCE: 'meadow' }],
    [{ AUTH_ISSUER: 'https://id.example', AUTH_AUDIENCE: 'meadow' }],
  ])('is an identity provider that is named by halves: %o', (environment) => {
    expect(refusalOf(environment)).toContain('Set all of AUTH_ISSUER, AUTH_JWKS_URL and AUTH_AUDIENCE');
  });

  test.each(['web', 'worker'])('is ROLE=%s with the embedded database, which nodes cannot share', (role) => {
    expect(refusalOf({ ROLE: role })).toContain(`ROLE=${role} needs DATABASE_URL`);
  });

  test('is reported together with all others', () => {
    const refusal = refusalOf({ PORT: 'x', LOG_LEVEL: 'x', AI_BASE_URL: 'x', AUTH_ISSUER: 'x', ENCRYPTION_KEY: 'x' });
    const lines = refusal.split('\n').slice(1);
    expect(lines).toHaveLength(5);
    for (const name of ['PORT', 'LOG_LEVEL', 'AI_BASE_URL', 'AUTH_ISSUER', 'ENCRYPTION_KEY']) {
      expect(refusal).toContain(name);
    }
  });

  test('is not repeated, because it may hold a secret', () => {
    const canary = 'canary-2b7e';
    const refusal = refusalOf({
      PORT: canary,
      PUBLIC_URL: `http://user:${canary}@meadow.example/below`,
      CORS_ORIGINS: canary,
      RATE_LIMIT: canary,
      DATABASE_URL: `mysql://meadow:${canary}@db.example/meadow`,
      STORAGE_URL: `s3://key:${canary}@bucket`,
      AUTH_ISSUER: `https://${canary}.example`,
      AUTH_JWKS_URL: `file:///${canary}`,
      SUPER_ADMIN_EMAILS: canary,
      ENCRYPTION_KEY: canary,
      AI_API_KEY: canary,
      AI_BASE_URL: `ftp://${canary}.example`,
      PAYMENT_API_KEY: `${canary} and more`,
      PAYMENT_SIGNING_SECRET: `${canary} and more`,
      PAYMENT_API_URL: `https://${canary}.example/v1`,
      PAYMENT_PRICE_IDS: `${canary};`,
      PUSH_ALLOWED_HOSTS: `ftp://${canary}`,
      PUSH_CONTACT: canary,
      SMTP_URL: `smtp://meadow:${canary}%@mail.example`,
      EMAIL_FROM: canary,
      MAIL_POLICY: canary,
      LOG_LEVEL: canary,
    });
    expect(refusal).not.toContain(canary);
    expect(refusal.split('\n')).toHaveLength(1 + 21);
  });
});

test('a configuration cannot be changed after it was read', () => {
  const config = readConfig({}) as { logLevel: string };
  expect(() => {
    config.logLevel = 'debug';
  }).toThrow(TypeError);
});

describe('the demonstration', () => {
  test('keeps database, files and secrets below DATA_DIR/demo, and takes nothing but where it listens', () => {
    const config = readDemoConfig({
      DATA_DIR: '/srv/meadow',
      PORT: '4000',
      PUBLIC_URL: 'https://meadow.example',
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      FORMER_ENCRYPTION_KEYS: Buffer.alloc(32, 8).toString('base64'),
      SUPER_ADMIN_EMAILS: 'ada@meadow.example',
      CRON_SECRET: 'real',
      DATABASE_URL: ' ',
    });
    expect(config).toEqual(readConfig({ DATA_DIR: '/srv/meadow/demo', PORT: '4000', BACKUP_DIR: 'off' }));
    expect(config.storage).toEqual({ kind: 'disk', folder: resolve('/srv/meadow/demo/files') });
  });

  test.each([
    ['DATABASE_URL', 'postgres://canary@db/meadow'],
    ['DATABASE_DIRECT_URL', 'postgres://canary@db/meadow'],
    ['DATABASE_REPLICA_URLS', 'postgres://canary@db/meadow'],
    ['STORAGE_URL', 's3://canary'],
    ['STORAGE_URL', 'file:/canary'],
    ['AUTH_ISSUER', 'https://canary.example'],
    ['AI_API_KEY', 'canary'],
    ['PAYMENT_API_KEY', 'canary'],
    ['MUSIC_CLIENT_ID', 'canary'],
    ['SMTP_URL', 'smtp://canary'],
  ])('is refused while %s is %s, by name alone, with a way out', (name, value) => {
    const read = () => readDemoConfig({ [name]: value });
    expect(read).toThrow(`while ${name} is set`);
    expect(read).toThrow(`${name}= npm run demo`);
    expect(read).not.toThrow('canary');
  });
});
