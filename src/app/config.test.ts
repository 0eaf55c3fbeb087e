import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { readConfig, readDemoConfig } from './config.ts';
import { listSettings, SECTIONS } from './settings/settings.ts';

const SETTINGS = Object.values(SECTIONS).flatMap((section) => listSettings(section));
const DATABASE_URL = 'postgres://pool.example/meadow';
const IDENTITY = {
  AUTH_ISSUER: 'https://id.example',
  AUTH_JWKS_URL: 'https://id.example/keys',
  AUTH_AUDIENCE: 'meadow',
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

describe('the table of settings', () => {
  test('names each setting once, with a sentence', () => {
    const names = SETTINGS.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
    expect(SETTINGS.filter(({ sentence }) => sentence === '')).toEqual([]);
  });

  test('accepts the text of each fallback', () => {
    for (const setting of SETTINGS) {
      const problems: string[] = [];
      const value = setting.read({ [setting.name]: setting.fallback ?? '' }, problems);
      expect(value, setting.name).toEqual(setting.read({}, problems));
      expect(problems).toEqual([]);
    }
  });

  test('makes a .env.example that changes nothing', () => {
    const example = parseEnv(readFileSync(join(import.meta.dirname, '..', '..', '.env.example'), 'utf8'));
    expect(readConfig(example)).toEqual(readConfig({}));
    expect(Object.keys(example).sort()).toEqual(SETTINGS.map(({ name }) => name).sort());
  });
});

describe('what is not set', () => {
  test('has a default with which everything runs on this machine alone', () => {
    expect(readConfig({})).toMatchObject({
      role: 'all',
      nodeName: expect.stringMatching(/^[\w.-]{1,57}-3000$/),
      drainMs: 2_000,
      processes: 1,
      http: {
        port: 3000,
        probePort: null,
        host: '127.0.0.1',
        publicUrl: 'http://localhost:3000',
        servesWebClient: true,
      },
      dataDirectory: resolve('data'),
      database: { addresses: null, replicaUrls: [], namesStatements: null },
      backup: { folder: resolve('data/backups'), recipients: [] },
      storage: { kind: 'disk', folder: resolve('data/files') },
      identity: null,
      signUp: 'open',
      encryptionKey: null,
      ai: { apiKey: null },
      payment: { apiKey: null, signingSecret: null },
      music: { clientId: null, clientSecret: null },
      push: { contact: 'mailto:operator@localhost' },
      webhooks: { trustedOrigins: [] },
      mail: { smtp: null, from: { name: 'Meadow', address: 'meadow@localhost' }, policy: 'org' },
      metricsToken: null,
      tracing: null,
      runsJobs: true,
      logFormat: null,
    });
  });
});

describe('what follows from a setting', () => {
  const KEYS = { AWS_ACCESS_KEY_ID: 'an-id', AWS_SECRET_ACCESS_KEY: 'a-secret' };
  const bucket = { kind: 's3', bucket: 'bucket', region: 'us-east-1', endpoint: null, credentials: null };
  const credentials = { accessKeyId: 'an-id', secretAccessKey: 'a-secret' };
  const identity = { issuer: 'https://id.example', jwksUrl: 'https://id.example/keys', audience: 'meadow' };
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318';

  test.each([
    [{ PORT: '8080' }, { http: { publicUrl: 'http://localhost:8080' }, nodeName: expect.stringMatching(/-8080$/) }],
    [
      { NODE_NAME: 'jobs-1.eu', PORT: '0' },
      { nodeName: 'jobs-1.eu', http: { port: 0 } },
    ],
    [{ PROBE_PORT: '0' }, { http: { probePort: null } }],
    [{ PROBE_PORT: '3001' }, { http: { probePort: 3001 } }],
    [{ DRAIN_SECONDS: '30' }, { drainMs: 30_000 }],
    [{ PUBLIC_URL: 'https://meadow.example' }, { push: { contact: 'https://meadow.example' } }],
    [
      { PUBLIC_URL: 'https://meadow.example' },
      { mail: { from: { name: 'Meadow', address: 'meadow@meadow.example' } } },
    ],
    [{ PUBLIC_URL: 'http://meadow.example:3000' }, { push: { contact: 'mailto:operator@meadow.example' } }],
    [{ PUSH_CONTACT: 'mailto:ada@example.org' }, { push: { contact: 'mailto:ada@example.org' } }],
    [{ EMAIL_FROM: 'post@meadow.example' }, { mail: { from: { name: '', address: 'post@meadow.example' } } }],
    [{ ROLE: 'Worker', DATABASE_URL }, { role: 'worker' }],
    [{ DATABASE_URL }, { database: { addresses: { pooled: DATABASE_URL, direct: DATABASE_URL } } }],
    [
      { DATABASE_URL, DATABASE_DIRECT_URL: 'postgres://db.example/meadow' },
      { database: { addresses: { pooled: DATABASE_URL, direct: 'postgres://db.example/meadow' } } },
    ],
    [{ DATABASE_PREPARED_STATEMENTS: 'off' }, { database: { namesStatements: false } }],
    [
      { DATA_DIR: '/srv/meadow' },
      { backup: { folder: '/srv/meadow/backups' }, storage: { kind: 'disk', folder: '/srv/meadow/files' } },
    ],
    [{ BACKUP_DIR: 'Off' }, { backup: { folder: null } }],
    [{ DATABASE_URL }, { backup: { folder: null } }],
    [{ DATABASE_URL, BACKUP_DIR: 'backups' }, { backup: { folder: resolve('backups') } }],
    [{ STORAGE_URL: 'file:/srv/files', ...KEYS }, { storage: { kind: 'disk', folder: '/srv/files' } }],
    [{ STORAGE_URL: 's3://bucket' }, { storage: bucket }],
    [{ STORAGE_URL: 's3://bucket', ...KEYS }, { storage: { ...bucket, credentials } }],
    [
      { STORAGE_URL: 's3://bucket', ...KEYS, AWS_SESSION_TOKEN: 'a-session' },
      { storage: { ...bucket, credentials: { ...credentials, sessionToken: 'a-session' } } },
    ],
    [{ AWS_ACCESS_KEY_ID: 'an-id' }, { storage: { kind: 'disk' } }],
    [IDENTITY, { identity: { ...identity, tokenType: null, clientId: null, scope: 'openid profile email' } }],
    [
      { ...IDENTITY, AUTH_TOKEN_TYPE: 'at+jwt', AUTH_CLIENT_ID: 'meadow-web', AUTH_SCOPE: 'openid email' },
      { identity: { ...identity, tokenType: 'at+jwt', clientId: 'meadow-web', scope: 'openid email' } },
    ],
    [{ AUTH_CLIENT_ID: 'meadow-web' }, { identity: null }],
    [{ MUSIC_CLIENT_ID: 'a-client' }, { music: { clientId: 'a-client', clientSecret: null } }],
    [{ RATE_LIMIT_PER_HOUR_PACK_SHARES: '7' }, { requestLimits: { perHour: { packShares: 7, windows: 30 } } }],
    [
      { LAB_CRON_SECRET: '0123456789abcdef' },
      { cronSecrets: { LAB_CRON_SECRET: '0123456789abcdef', CRON_SECRET: null } },
    ],
    [{ OTEL_SERVICE_NAME: 'meadow-eu' }, { tracing: null }],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' },
      {
        tracing: { endpoint: OTEL_EXPORTER_OTLP_ENDPOINT, serviceName: 'meadow', sampler: 'traceidratio', ratio: 0.1 },
      },
    ],
  ])('%o', (environment, config) => {
    expect(readConfig(environment)).toMatchObject(config);
  });

  test('is nothing that Config does not know', () => {
    const config = readConfig({ DATABASE_URL, OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: 'a=b' });
    expect(Object.keys(config)).not.toContain('drainSeconds');
    expect(Object.keys(config.database)).not.toContain('url');
    expect(config.tracing).not.toHaveProperty('headers');
  });
});

describe('a configuration that cannot be used', () => {
  const PROVIDER = 'Set all of AUTH_ISSUER, AUTH_JWKS_URL and AUTH_AUDIENCE, or none of them.';
  const BUCKET_KEY = 'Set both AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or none of them.';
  const EMBEDDED = 'needs DATABASE_URL: nodes cannot share the embedded database.';
  const { AUTH_ISSUER, AUTH_JWKS_URL, AUTH_AUDIENCE } = IDENTITY;

  test.each([
    [{ ROLE: 'web' }, `ROLE=web ${EMBEDDED}`],
    [{ ROLE: 'worker' }, `ROLE=worker ${EMBEDDED}`],
    [{ DATABASE_DIRECT_URL: DATABASE_URL }, 'DATABASE_DIRECT_URL must be set together with DATABASE_URL.'],
    [{ DATABASE_REPLICA_URLS: DATABASE_URL }, 'DATABASE_REPLICA_URLS must be set together with DATABASE_URL.'],
    [{ STORAGE_URL: 's3://bucket', AWS_ACCESS_KEY_ID: 'x' }, BUCKET_KEY],
    [{ STORAGE_URL: 's3://bucket', AWS_SECRET_ACCESS_KEY: 'x' }, BUCKET_KEY],
    [{ AUTH_ISSUER }, PROVIDER],
    [{ AUTH_JWKS_URL }, PROVIDER],
    [{ AUTH_AUDIENCE }, PROVIDER],
    [{ AUTH_ISSUER, AUTH_AUDIENCE }, PROVIDER],
    [{ MUSIC_CLIENT_SECRET: 'without-an-id' }, 'MUSIC_CLIENT_SECRET must be set together with MUSIC_CLIENT_ID.'],
    [{ SIGN_UP: 'everyone' }, 'SIGN_UP must be one of: open, invite, closed.'],
  ])('%o', (environment, problem) => {
    expect(refusalOf(environment)).toBe(`The configuration is not valid:\n- ${problem}`);
  });

  test('is reported with all of its problems', () => {
    const names = ['PORT', 'LOG_LEVEL', 'AI_BASE_URL', 'AUTH_ISSUER', 'ENCRYPTION_KEY'];
    const refusal = refusalOf(Object.fromEntries(names.map((name) => [name, 'x'])));
    expect(refusal.split('\n').slice(1)).toHaveLength(names.length);
    for (const name of names) expect(refusal).toContain(name);
  });

  test('with an invalid DATABASE_URL does not ask to set it', () => {
    const refusal = refusalOf({ DATABASE_URL: 'db.example', DATABASE_DIRECT_URL: DATABASE_URL });
    expect(refusal).not.toContain('together');
  });

  test('is not repeated, because it may hold a secret', () => {
    const texts = ['canary', 'canary and more', 'http://user:canary@meadow.example/below', 'ftp://canary', 'canary;'];
    const more = [
      'mysql://meadow:canary@db',
      's3://key:canary@bucket',
      'file://canary/x',
      'smtp://meadow:canary%@mail',
    ];
    const problems: string[] = [];
    for (const setting of SETTINGS) {
      for (const text of [...texts, ...more]) setting.read({ [setting.name]: text }, problems);
    }
    expect(problems.length).toBeGreaterThan(SETTINGS.length);
    expect(problems.join('\n')).not.toContain('canary');
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
