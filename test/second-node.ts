import { type AppLimits, createApp } from '#app/app.ts';
import { createDeps } from '#app/deps.ts';
import type { DepsOptions } from '#app/deps-options.ts';
import { atOneAddress } from '#platform/db/connection/addresses.ts';
import { systemRandom } from '#platform/random.ts';
import { checkResponses } from './check-responses.ts';
import { FAST_PASSWORDS } from './passwords.ts';
import { callOn, LIMITS, type TestApp, WAITS, type Waits } from './start-test-app.ts';
import { whenOver } from './when-over.ts';

/** Starts a second node of a test app. The two share only the database and the clock. It stops after the last test of the file. */
export async function startSecondNode(
  { deps: first, clock, databaseUrl }: TestApp,
  log = first.log,
  more: Partial<Pick<DepsOptions, 'cachesAccounts' | 'addresses' | 'tracing'>> & {
    limits?: Partial<AppLimits>;
    waits?: Waits;
  } = {},
): Promise<Pick<TestApp, 'server' | 'call' | 'deps'>> {
  const { limits = LIMITS, waits = WAITS, ...options } = more;
  const { deps, close } = await createDeps({
    config: first.config,
    addresses: atOneAddress(databaseUrl),
    clock,
    random: systemRandom,
    log,
    version: first.version,
    isDraining: () => false,
    passwordHashing: FAST_PASSWORDS,
    cachesAccounts: false,
    ...waits,
    ...options,
  });
  const { server } = createApp(deps, limits);
  checkResponses(server);
  await server.ready();
  whenOver(async () => {
    await server.close();
    await close();
  });
  return { server, call: callOn(server), deps };
}
