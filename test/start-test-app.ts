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

/** Somebody who calls the interface. */
export type Person = { id: string; email: string; token: string };

export type TestResponse = {
  status: number;
  headers: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: every answer is held against its declared shape; a test reads what it needs
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
  /** A fresh person with a token of this moment, and a profile. */
  person(claims?: JWTPayload): Promise<Person>;
  /** A fresh super admin. */
  superAdmin(): Promise<Person>;
  /** Calls the interface as somebody, or as nobody. */
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
  /** Variables of the configuration, over those that every test has. */
  environment?: Record<string, string>;
  /** Limits of time and load, over those that every test has. */
  limits?: Partial<AppLimits>;
  /** A build of the web client; without it the app serves the API alone. */
  webFolder?: string;
  /** Whether people sign in at the built-in identity provider, in place of the tests' own. */
  builtInIdentity?: boolean;
  /** A cluster of its own in place of that of the run, and its replicas. */
  cluster?: { url: string; replicaUrls: readonly string[] };
  /** Limits of waits in place of `WAITS`; those of the product where one is missing. */
  waits?: Waits;
  /** Whether accounts are kept in memory. A test that changes accounts by SQL then waits with `awaitInvalidation`. */
  cachesAccounts?: boolean;
};

/** Tests share a busy machine: a slow event loop, a slow guard or a long queue is no reason to refuse there. */
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

/** There, requests at once wait long for one of ten connections, and an answer has come while the process stood still. */
export const WAITS: Waits = {
  connectTimeoutMs: 20_000,
  queryTimeoutMs: 20_000,
  paymentTimeoutMs: 20_000,
  keySetTimeoutMs: 20_000,
  searchSeconds: 20,
};

/** The environment of a race: requests at once queue for the same rows, and a busy machine takes long for each. */
export const PATIENT_LOCKS = { DATABASE_LOCK_TIMEOUT_MS: '15000', DATABASE_STATEMENT_TIMEOUT_MS: '18000' };

/** Other companies' computers, as the tests have them. */
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

/** The variables that every test has: files in this folder, and everybody outside answers. */
export function environmentOf(dataDirectory: string, { issuer, ai, payment, music }: Outside): Record<string, string> {
  return {
    DATA_DIR: dataDirectory,
    PUBLIC_URL: 'http://meadow.test',
    LOG_LEVEL: 'silent',
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

/** Ways to have people who call this app. */
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
    if (status !== 200) throw new Error(`The profile of a test's person could not be made: ${text}`);
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

/** Starts everything but the port for the tests of one file, on a database of its own, and stops it after the last. */
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
    // Whatever a test has done: no drop came from nowhere.
    await expectLedgerToBalance(deps.db);
    await close();
    await Promise.all([database.drop(), closeOutside(), rm(dataDirectory, { recursive: true })]);
  });

  const call = callOn(server);
  const people = createPeople({ issuer: outside.issuer, clock, deps, call });
  return { server, routes, deps, clock, ...outside, databaseUrl: database.url, ...people, call };
}

/** A way to call one server as somebody, or as nobody. */
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
