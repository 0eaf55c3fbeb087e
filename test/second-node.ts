import { afterAll } from 'vitest';
import { createApp } from '../src/app/app.ts';
import { createDeps, type Deps, type DepsOptions } from '../src/app/deps.ts';
import { systemRandom } from '../src/platform/random.ts';
import { checkAnswers } from './check-responses.ts';
import { callOn, LIMITS, type TestApp } from './start-test-app.ts';

/** Another process, as it were, beside the app: on the same database and under the same clock, with nothing else in common. */
export async function startSecondNode(
  { deps: first, clock, databaseUrl }: TestApp,
  log = first.log,
  more: Pick<DepsOptions, 'queryTimeoutMs'> = {},
): Promise<{ call: TestApp['call']; deps: Deps }> {
  const { deps, close } = await createDeps({
    config: first.config,
    connectionString: databaseUrl,
    clock,
    random: systemRandom,
    log,
    version: first.version,
    isDraining: () => false,
    ...more,
  });
  const { server } = createApp(deps, LIMITS);
  checkAnswers(server);
  await server.ready();
  afterAll(async () => {
    await server.close();
    await close();
  });
  return { call: callOn(server), deps };
}
