import { isIP } from 'node:net';
import { resolve } from 'node:path';

/** Everything that can be set from outside, read once at start. `null` means: not given, so the built-in part serves. */
export type Config = Readonly<{
  http: Readonly<{
    port: number;
    host: string;
    publicUrl: string;
    corsOrigins: readonly string[];
    /** Networks, as CIDR. */
    trustedProxies: readonly string[];
  }>;
  /** Requests within a minute. */
  requestLimits: Readonly<{ isOn: boolean; perUser: number; perAddress: number; costly: number }>;
  dataDirectory: string;
  databaseUrl: string | null;
  identity: Readonly<{ issuer: string; jwksUrl: string; audience: string }> | null;
  superAdminEmails: readonly string[];
  /** 32 bytes. */
  encryptionKey: Buffer | null;
  /** `callsPerDay` is for each person. */
  ai: Readonly<{ apiKey: string | null; baseUrl: string; textModel: string; callsPerDay: number }>;
  /** What whoever calls the jobs has to know, by the variable that holds it. */
  cronSecrets: Readonly<Record<CronSecretName, string | null>>;
  logLevel: string;
}>;

export type CronSecretName = (typeof CRON_SECRET_NAMES)[number];

const CRON_SECRET_NAMES = [
  'WORKOUT_WINDOW_CRON_SECRET',
  'CHAT_CRON_SECRET',
  'DROPS_CRON_SECRET',
  'ENCOURAGEMENT_DROPS_CRON_SECRET',
  'MUSIC_SYNC_CRON_SECRET',
  'LAB_CRON_SECRET',
  'CRON_SECRET',
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/**
 * Reads the configuration, from the environment of the process where nothing else is given. Throws one error that names
 * every variable that cannot be used, and what would be right.
 */
export function readConfig(environment: Environment = process.env): Config {
  const problems: string[] = [];
  const read = readerOf(environment, problems);

  const port = read.port('PORT', 3000);
  const publicUrl = read.origin('PUBLIC_URL') ?? `http://localhost:${port}`;
  const config: Config = {
    http: {
      port,
      host: read.text('HOST') ?? '127.0.0.1',
      publicUrl,
      corsOrigins: read.list('CORS_ORIGINS').flatMap((origin) => read.originOf('CORS_ORIGINS', origin) ?? []),
      trustedProxies: read
        .list('TRUSTED_PROXIES')
        .flatMap((network) => read.networkOf('TRUSTED_PROXIES', network) ?? []),
    },
    requestLimits: {
      isOn: read.choice('RATE_LIMIT', ['on', 'off']) !== 'off',
      perUser: read.count('RATE_LIMIT_PER_USER', 300),
      perAddress: read.count('RATE_LIMIT_PER_ADDRESS', 60),
      costly: read.count('RATE_LIMIT_COSTLY', 10),
    },
    dataDirectory: resolve(read.text('DATA_DIR') ?? 'data'),
    databaseUrl: read.url('DATABASE_URL', ['postgres:', 'postgresql:']),
    identity: readIdentity(read, problems),
    superAdminEmails: read.emails('SUPER_ADMIN_EMAILS'),
    encryptionKey: read.key('ENCRYPTION_KEY'),
    ai: {
      apiKey: read.text('AI_API_KEY'),
      baseUrl: read.url('AI_BASE_URL', ['http:', 'https:']) ?? 'https://api.openai.com/v1',
      textModel: read.text('AI_TEXT_MODEL') ?? 'gpt-4o-mini',
      callsPerDay: read.count('AI_CALLS_PER_DAY', 200),
    },
    cronSecrets: Object.fromEntries(
      CRON_SECRET_NAMES.map((name) => [name, read.secret(name)]),
    ) as Config['cronSecrets'],
    logLevel: read.choice('LOG_LEVEL', LOG_LEVELS) ?? 'info',
  };
  if (problems.length > 0)
    throw new Error(`The configuration cannot be used:\n${problems.map((p) => `- ${p}`).join('\n')}`);
  return Object.freeze(config);
}

type Reader = ReturnType<typeof readerOf>;

function readIdentity(read: Reader, problems: string[]): Config['identity'] {
  const issuer = read.text('AUTH_ISSUER');
  const jwksUrl = read.url('AUTH_JWKS_URL', ['http:', 'https:']);
  const audience = read.text('AUTH_AUDIENCE');
  if (issuer === null && jwksUrl === null && audience === null) return null;
  if (issuer !== null && jwksUrl !== null && audience !== null) return { issuer, jwksUrl, audience };
  problems.push('AUTH_ISSUER, AUTH_JWKS_URL and AUTH_AUDIENCE go together: set all three, or none.');
  return null;
}

function readerOf(environment: Environment, problems: string[]) {
  /** An empty variable counts as one that is not set, as in an env file with nothing after the equals sign. */
  const text = (name: string): string | null => environment[name]?.trim() || null;

  const list = (name: string): string[] =>
    (text(name) ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');

  const emails = (name: string): string[] => {
    const values = list(name);
    if (values.every((value) => /^[^@\s;]+@[^@\s;]+$/.test(value))) return values.map((value) => value.toLowerCase());
    problems.push(`${name} must hold e-mail addresses, with commas between them.`);
    return [];
  };

  const port = (name: string, fallback: number): number => {
    const value = text(name);
    if (value === null) return fallback;
    if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value);
    problems.push(`${name} must be a port number from 0 to 65535.`);
    return fallback;
  };

  const count = (name: string, fallback: number): number => {
    const value = text(name);
    if (value === null) return fallback;
    if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
    problems.push(`${name} must be a whole number from 1 to 999999999.`);
    return fallback;
  };

  const networkOf = (name: string, value: string): string | null => {
    const [address = '', bits = ''] = value.split('/');
    const largest = isIP(address) === 4 ? 32 : 128;
    if (isIP(address) !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= largest) return value;
    problems.push(`${name} must hold networks such as 10.0.0.0/8.`);
    return null;
  };

  const choice = (name: string, choices: readonly string[]): string | null => {
    const value = text(name)?.toLowerCase() ?? null;
    if (value === null || choices.includes(value)) return value;
    problems.push(`${name} must be one of: ${choices.join(', ')}.`);
    return null;
  };

  /** Values are not repeated in the message: an address may carry a password. */
  const url = (name: string, protocols: readonly string[]): string | null => {
    const value = text(name);
    if (value === null) return null;
    if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value;
    problems.push(`${name} must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}.`);
    return null;
  };

  const originOf = (name: string, value: string): string | null => {
    const parsed = URL.canParse(value) ? new URL(value) : null;
    if (parsed && ['http:', 'https:'].includes(parsed.protocol) && parsed.pathname === '/') return parsed.origin;
    problems.push(`${name} must hold origins such as https://meadow.example, without a path.`);
    return null;
  };

  const origin = (name: string): string | null => {
    const value = text(name);
    return value === null ? null : originOf(name, value);
  };

  const key = (name: string): Buffer | null => {
    const value = text(name);
    if (value === null) return null;
    // Node leaves out what is not base64, so a pass phrase could become a weak key without a word.
    if (/^[A-Za-z0-9+/]{43}=$/.test(value)) return Buffer.from(value, 'base64');
    problems.push(`${name} must be 32 bytes in base64; make one with: openssl rand -base64 32`);
    return null;
  };

  const secret = (name: string): string | null => {
    const value = text(name);
    if (value === null || /^[\x21-\x7e]+$/.test(value)) return value;
    problems.push(`${name} must hold visible ASCII characters alone, without spaces: it is sent in a header.`);
    return null;
  };

  return { text, list, emails, port, count, networkOf, choice, url, originOf, origin, key, secret };
}
