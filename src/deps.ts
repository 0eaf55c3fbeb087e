import { join } from 'node:path';
import type { Config } from './config.ts';
import { type AccountDeps, createAccountLookup } from './features/account/account.actions.ts';
import { type ChainDeps, rebuildChains } from './features/chain/chain.actions.ts';
import type { JournalDeps } from './features/journal/entry.actions.ts';
import type { OperatorDeps } from './features/operator/operator.actions.ts';
import type { WorkoutWindowDeps } from './features/workout-window/workout-window.actions.ts';
import type { Clock } from './platform/clock.ts';
import { createDatabase } from './platform/db/database.ts';
import { migrationNames } from './platform/db/migrations.ts';
import { createRequestLimits, type RequestLimits } from './platform/http/request-limits.ts';
import { createIds } from './platform/ids.ts';
import { createJobs, type Jobs } from './platform/jobs/jobs.ts';
import type { Logger } from './platform/log.ts';
import type { Random } from './platform/random.ts';
import { deriveSecret, readOrCreateKey } from './platform/secrets.ts';
import { createAi } from './providers/ai/ai.ts';
import { createIdentity } from './providers/identity/identity.ts';

/** Everything that the features need from outside of themselves. */
export type Deps = AccountDeps &
  JournalDeps &
  OperatorDeps &
  WorkoutWindowDeps &
  ChainDeps & {
    config: Config;
    version: string;
    answerIdentity: ((request: Request) => Promise<Response>) | null;
    requestLimits: RequestLimits;
    jobs: Jobs;
  };

export type DepsOptions = {
  config: Config;
  /** Of a database that has been migrated. */
  connectionString: string;
  clock: Clock;
  random: Random;
  log: Logger;
  version: string;
  isDraining: () => boolean;
};

/** Builds what the features need; `close` gives it back. */
export async function createDeps(options: DepsOptions): Promise<{ deps: Deps; close: () => Promise<void> }> {
  const { config, clock, random, log } = options;
  const key = config.encryptionKey ?? (await readOrCreateKey(join(config.dataDirectory, 'encryption-key'), random));
  const database = createDatabase({
    connectionString: options.connectionString,
    onIdleError: (error) =>
      log.warn({ code: 'code' in error ? error.code : undefined }, 'an idle database connection broke'),
  });
  const identity = createIdentity({
    external: config.identity,
    publicUrl: config.http.publicUrl,
    trustedOrigins: config.http.corsOrigins,
    secret: deriveSecret(key, 'identity provider'),
    database,
    clock,
  });
  const ai = await createAi({
    ...config.ai,
    apiKey: config.ai.apiKey ?? undefined,
    onFailure: (failure) => log.warn({ failure }, 'the AI provider failed'),
  });
  const ids = createIds(clock, random);
  const deps: Deps = {
    config,
    version: options.version,
    clock,
    log,
    ids,
    db: database.db,
    jobs: createJobs({ connectionString: options.connectionString, db: database.db, clock, ids, log }),
    ai,
    aiCallsPerDay: config.ai.callsPerDay,
    accessTokens: identity.accessTokens,
    findAccount: createAccountLookup(database.db),
    answerIdentity: identity.answer,
    requestLimits: createRequestLimits(database.pool, config.requestLimits),
    superAdminEmails: config.superAdminEmails,
    publicUrl: config.http.publicUrl,
    migrationNames: await migrationNames(MIGRATIONS),
    isDraining: options.isDraining,
    rebuildChains: (groups, timezone) => rebuildChains(deps, groups, timezone),
  };
  return { deps, close: database.close };
}

/** Where the migrations are, seen from the source and from the build alike. */
export const MIGRATIONS = join(import.meta.dirname, '..', 'migrations');
