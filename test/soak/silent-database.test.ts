import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { buildService, prepareEnvironment, runProgram } from '../process/service.ts';

const [build, place] = await Promise.all([buildService(), prepareEnvironment({ DATABASE_WAIT_SECONDS: '0' })]);
const silent = createServer(() => undefined).listen(0, '127.0.0.1');
await once(silent, 'listening');
afterAll(async () => {
  silent.close();
  await Promise.all([build.delete(), place.delete()]);
});

test.each(['main', 'commands'] as const)(
  '%s: a database that says nothing ends the start with a line, in time',
  async (which) => {
    const { port } = silent.address() as AddressInfo;
    const environment = { ...place.environment, DATABASE_URL: `postgres://ada:canary@127.0.0.1:${port}/meadow` };
    const begun = performance.now();
    const program = runProgram(build[which], environment, which === 'main' ? [] : ['migrate']);
    expect(await program.ended).toBe(1);
    const milliseconds = performance.now() - begun;
    process.stdout.write(`${which}: ${Math.round(milliseconds)} ms, ${program.printed()}`);
    expect(program.printed()).toContain(`DATABASE_URL: 127.0.0.1:${port} did not respond in time.`);
    expect(program.printed()).not.toContain('canary');
    expect(milliseconds).toBeLessThan(20_000);
  },
);
