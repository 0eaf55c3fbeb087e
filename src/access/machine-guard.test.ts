import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { openGuardedRoutes } from '#platform/http/guarded-routes.ts';
import { createServer, type HttpLimits } from '#platform/http/server.ts';
import { createIds } from '#platform/ids.ts';
import { systemRandom } from '#platform/random.ts';
import { createGate } from '#test/gate.ts';
import { openAudience } from './audience.ts';
import { createMachineGuard } from './machine-guard.ts';

const SECRETS = new Map([
  ['sowing', ['spring', 'summer']],
  ['harvest', ['autumn']],
  ['fallow', []],
]);

function startServer(limits: Partial<HttpLimits> = {}, work = async (): Promise<void> => undefined) {
  const runs: string[] = [];
  let failures = 0;
  const { server } = createServer({
    logger: pino({ level: 'silent' }),
    ids: createIds(systemClock, systemRandom),
    isDraining: () => false,
    isReachedOverTls: false,
    trustedProxies: [],
    corsOrigins: [],
    limits: { congestionSample: 0, ...limits },
  });
  const countFailure = async () => {
    failures += 1;
  };
  openAudience(server, 'machine', createMachineGuard(SECRETS, { countFailure }), [
    (scope) => {
      for (const name of SECRETS.keys()) {
        scope.post(`/${name}`, { config: { secretsOf: name, takesBearerSecret: name === 'sowing' } }, async () => {
          runs.push(name);
          await work();
          return {};
        });
      }
    },
  ]);
  openGuardedRoutes(server, 'public', async () => undefined, [
    (scope) => void scope.get('/usual', () => new Promise(() => undefined)),
  ]);
  onTestFinished(() => server.close());
  return { server, runs, failures: () => failures };
}

describe('a machine route', () => {
  test.each([
    ['sowing', { 'x-cron-secret': 'spring' }],
    ['sowing', { authorization: 'Bearer spring' }],
    ['sowing', { 'x-cron-secret': 'summer' }],
    ['harvest', { 'x-cron-secret': 'autumn' }],
    ['sowing', { 'x-cron-secret': 'wrong', authorization: 'Bearer spring' }],
    ['sowing', { 'x-cron-secret': 'spring', authorization: 'Bearer wrong' }],
  ])('%s runs for %o', async (job, headers) => {
    const { server, runs, failures } = startServer();
    const { statusCode } = await server.inject({ method: 'POST', url: `/${job}`, headers });
    expect({ statusCode, runs, failures: failures() }).toEqual({ statusCode: 200, runs: [job], failures: 0 });
  });

  test.each<[string, string, Record<string, string | string[]>]>([
    ['no secret at all', 'sowing', {}],
    ['an empty secret', 'sowing', { 'x-cron-secret': '' }],
    ['a wrong secret', 'sowing', { 'x-cron-secret': 'winter' }],
    ['half of the secret', 'sowing', { 'x-cron-secret': 'spri' }],
    ['the secret and more', 'sowing', { 'x-cron-secret': 'spring!' }],
    ['the secret twice', 'sowing', { 'x-cron-secret': ['spring', 'spring'] }],
    ['the secret of another job', 'sowing', { 'x-cron-secret': 'autumn' }],
    ['the secret in the address', 'sowing?x-cron-secret=spring', {}],
    ['the secret without its scheme', 'sowing', { authorization: 'spring' }],
    ['the secret as a token where it is not taken so', 'harvest', { authorization: 'Bearer autumn' }],
    [
      'the secret of another job beside a wrong one',
      'sowing',
      { 'x-cron-secret': 'x', authorization: 'Bearer autumn' },
    ],
    ['no secret where none is configured', 'fallow', {}],
    ['an empty secret where none is configured', 'fallow', { 'x-cron-secret': '' }],
    ['undefined where none is configured', 'fallow', { 'x-cron-secret': 'undefined' }],
  ])('refuses %s', async (_what, url, headers) => {
    const { server, runs, failures } = startServer();
    const { statusCode, body } = await server.inject({ method: 'POST', url: `/${url}`, headers });
    expect({ statusCode, code: JSON.parse(body).code, runs, failures: failures() }).toEqual({
      statusCode: 401,
      code: 'cron.secret-invalid',
      runs: [],
      failures: 1,
    });
  });

  test('may take longer than other requests', async () => {
    const [begun, finished] = [createGate(), createGate()];
    const { server } = startServer({ silenceTime: 200, handlerTime: 200 }, async () => {
      begun.open();
      await finished.opened;
    });
    const address = await server.listen({ port: 0, host: '127.0.0.1' });
    const job = fetch(`${address}/sowing`, { method: 'POST', headers: { 'x-cron-secret': 'spring' } });
    await begun.opened;
    // The limits of a request that began later have passed.
    const statusOf = async (response: Promise<Response>) => (await response).status;
    const usual = await statusOf(fetch(`${address}/usual`)).catch(() => 'cut off');
    expect([503, 'cut off']).toContain(usual);
    finished.open();
    expect((await job).status).toBe(200);
  });
});
