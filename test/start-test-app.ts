import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JWTPayload } from 'jose';
import { inject } from 'vitest';
import { type App, type AppLimits, createApp } from '#app/app.ts';
import { readConfig } from '#app/config.ts';
import { createDeps, type Deps } from '#app/deps.ts';
import type { DepsOptions } from '#app/deps-options.ts';
import { atOneAddress } from '#platform/db/connection/addresses.ts';
import { createLogger } from '#platform/log.ts';
import { systemRandom } from '#platform/random.ts';
import { type SandboxAi, startSandboxAi } from '#sandbox/ai/ai.ts';
import { type SandboxMusic, startSandboxMusic } from '#sandbox/music/music.ts';
import { type SandboxPayment, startSandboxPayment } from '#sandbox/payment/payment.ts';
import { checkResponses } from './check-responses.ts';
import { createTestDatabase, databaseUrl } from './database/database.ts';
import { expectLedgerToBalance } from './ledger.ts';
import { FAST_PASSWORDS } from './passwords.ts';
import { startTestIssuer, type TestIssuer } from './servers/issuer.ts';
import { createTestClock, type TestClock } from './test-clock.ts';
import { whenOver } from './when-over.ts';

/** A caller of the API. */
export type Person = { id: string; email: string; token: string };

export type TestResponse = {
  status: number;
  headers: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: the app checks each response against its schema; a test reads what it needs
  body: any;
  text: string;
};

export type TestApp = {
  server: App['server'];
  routes: App['routes'];
  deps: Deps;
  clock: TestClock;
  issuer: TestIssuer;
  ai: SandboxAi;
  payment: SandboxPayment;
  music: SandboxMusic;
  databaseUrl: string;
  /** Creates a user with a profile. The token is issued now. */
  person(claims?: JWTPayload): Promise<Person>;
  /** Creates a super admin. */
  superAdmin(): Promise<Person>;
  /** Sends a request to the API as `caller`, or without a token if it is null. */
  call(
    caller: Person | null,
    method: Method,
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<TestResponse>;
};

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type TestAppOptions = {
  /** Environment variables, which override those of `environmentOf`. */
  environment?: Record<string, string>;
  /** Timeouts and load limits, which override `LIMITS`. */
  limits?: Partial<AppLimits>;
  /** The folder of a build of the web client. Without it the app serves the API only. */
  webFolder?: string;
  /** Whether users sign in at the built-in identity provider, in place of the test issuer. */
  builtInIdentity?: boolean;
  /** A separate cluster with replicas, in place of the one of the run. */
  cluster?: { url: string; replicaUrls: readonly string[] };
  /** Timeouts in place of `WAITS`. A missing one has the default of the product. */
  waits?: Waits;
  /** Whether accounts are cached. A test that changes accounts by SQL must then call `awaitInvalidation`. */
  cachesAccounts?: boolean;
};

/** Limits that never reject on a busy test machine with a slow event loop, a slow guard or a long queue. */
export const LIMITS: Partial<AppLimits> = {
  congestionSample: 0,
  guardTime: 20_000,
  guardTimeOfRemembered: 20_000,
  workQueueTime: 20_000,
  transfersOfUser: 1_000,
  transfersOfNetwork: 1_000,
};

export type Waits = Pick<
  DepsOptions,
  'connectTimeoutMs' | 'queryTimeoutMs' | 'paymentTimeoutMs' | 'keySetTimeoutMs' | 'searchSeconds'
>;

/** Timeouts for a busy test machine: concurrent requests wait long for one of ten connections, and the process itself may pause. */
export const WAITS: Waits = {
  connectTimeoutMs: 20_000,
  queryTimeoutMs: 100_000,
  paymentTimeoutMs: 20_000,
  keySetTimeoutMs: 20_000,
  searchSeconds: 20,
};

/** Environment variables of a race: concurrent requests queue for the same rows, and a busy machine is slow. */
export const PATIENT_LOCKS = { DATABASE_LOCK_TIMEOUT_MS: '55000' };

/** Local servers in place of external services. */
export type Outside = Pick<TestApp, 'issuer' | 'ai' | 'payment' | 'music'>;

export async function startOutside(): Promise<Outside & { close: () => Promise<void> }> {
  const [issuer, ai, payment, music] = await Promise.all([
    startTestIssuer(),
    startSandboxAi(),
    startSandboxPayment(),
    startSandboxMusic(),
  ]);
  const close = async () => {
    await Promise.all([issuer.close(), ai.close(), payment.close(), music.close()]);
  };
  return { issuer, ai, payment, music, close };
}

/** The environment variables of each test: files are stored in `dataDirectory`, and all providers are local servers. */
export function environmentOf(dataDirectory: string, { issuer, ai, payment, music }: Outside): Record<string, string> {
  return {
    DATA_DIR: dataDirectory,
    PUBLIC_URL: 'http://meadow.test',
    LOG_LEVEL: 'silent',
    // Beside other work a statement of milliseconds can take seconds.
    DATABASE_STATEMENT_TIMEOUT_MS: '60000',
    AI_API_KEY: 'sandbox',
    AI_BASE_URL: ai.url,
    PAYMENT_API_KEY: payment.apiKey,
    PAYMENT_SIGNING_SECRET: payment.signingSecret,
    PAYMENT_API_URL: payment.url,
    PAYMENT_PRICE_IDS: payment.priceIds.join(','),
    MUSIC_CLIENT_ID: music.clientId,
    MUSIC_CLIENT_SECRET: music.clientSecret,
    MUSIC_AUTHORIZE_URL: music.authorizeUrl,
    MUSIC_TOKEN_URL: music.tokenUrl,
    MUSIC_API_URL: music.apiUrl,
    RATE_LIMIT: 'off',
    // Races send many requests at once.
    RATE_LIMIT_AT_ONCE_PER_USER: '1000',
    RATE_LIMIT_AT_ONCE_PER_ADDRESS: '1000',
    ASSISTANT_BATCH_PAUSE_MS: '0',
    AUTH_ISSUER: issuer.issuer,
    AUTH_JWKS_URL: issuer.jwksUrl,
    AUTH_AUDIENCE: issuer.audience,
  };
}

/** Creates the functions `person` and `superAdmin` of an app. */
export function createPeople({
  issuer,
  clock,
  deps,
  call,
}: Pick<TestApp, 'issuer' | 'clock' | 'deps' | 'call'>): Pick<TestApp, 'person' | 'superAdmin'> {
  const person: TestApp['person'] = async (claims = {}) => {
    const id = randomUUID();
    const email = `${id}@people.test`;
    const token = await issuer.sign(id, clock.now(), { email, name: 'A Person', ...claims });
    const created = { id, email, token };
    const { status, text } = await call(created, 'GET', '/api/user/profile');
    if (status !== 200) throw new Error(`Cannot create the profile of a test user: ${text}`);
    return created;
  };

  const superAdmin: TestApp['superAdmin'] = async () => {
    const created = await person();
    const promotion = { role: 'super_admin' as const, role_changed_at: clock.now() };
    await deps.db.updateTable('profile').set(promotion).where('id', '=', created.id).execute();
    await deps.awaitInvalidation();
    return created;
  };

  return { person, superAdmin };
}

/**
 * Starts the app for the tests of one file, on a new database and without a port. It stops after the last test, and fails if the ledger
 * does not balance.
 */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'meadow-data-'));
  const [database, { close: closeOutside, ...outside }] = await Promise.all([
    createTestDatabase(options.cluster?.url ?? inject('clusterUrl')),
    startOutside(),
  ]);
  const clock = createTestClock();
  const replicaUrls = (options.cluster?.replicaUrls ?? []).map((url) =>
    databaseUrl(url, new URL(database.url).pathname.slice(1)),
  );
  const { AUTH_ISSUER, AUTH_JWKS_URL, AUTH_AUDIENCE, ...environment } = environmentOf(dataDirectory, outside);
  const config = readConfig({
    ...environment,
    ...(!options.builtInIdentity && { AUTH_ISSUER, AUTH_JWKS_URL, AUTH_AUDIENCE }),
    WEB: options.webFolder === undefined ? 'off' : 'on',
    ...(replicaUrls.length > 0 && { DATABASE_URL: database.url, DATABASE_REPLICA_URLS: replicaUrls.join() }),
    ...options.environment,
  });
  const { deps, close } = await createDeps({
    config,
    ...(options.webFolder !== undefined && { webFolder: options.webFolder }),
    addresses: atOneAddress(database.url),
    clock,
    random: systemRandom,
    log: createLogger(config.logLevel),
    version: 'test',
    isDraining: () => false,
    passwordHashing: FAST_PASSWORDS,
    cachesAccounts: options.cachesAccounts ?? false,
    ...(options.waits ?? WAITS),
  });
  const { server, routes } = createApp(deps, { ...LIMITS, ...options.limits });
  checkResponses(server);
  await server.ready();

  whenOver(async () => {
    await server.close();
    await deps.background.drain();
    // This invariant holds after each test file.
    await expectLedgerToBalance(deps.db);
    await close();
    await Promise.all([database.drop(), closeOutside(), rm(dataDirectory, { recursive: true })]);
  });

  const call = callOn(server);
  const people = createPeople({ issuer: outside.issuer, clock, deps, call });
  return { server, routes, deps, clock, ...outside, databaseUrl: database.url, ...people, call };
}

/** Returns a function that sends requests to a server without a network. */
export function callOn(server: App['server']): TestApp['call'] {
  return async (caller, method, url, body, headers = {}) => {
    const response = await server.inject({
      method,
      url,
      headers: { ...(caller !== null && { authorization: `Bearer ${caller.token}` }), ...headers },
      ...(body !== undefined && { payload: body as object }),
    });
    const isJson = String(response.headers['content-type']).includes('json');
    return {
      status: response.statusCode,
      headers: response.headers,
      body: isJson ? response.json() : undefined,
      text: response.body,
    };
  };
}
