import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { postmasterPid } from '../../src/platform/embedded-postgres/test-clusters.ts';
import { buildService, prepareEnvironment, runProgram } from '../process/service.ts';

const build = await buildService();
afterAll(build.delete);

test.each([
  ['SIGTERM', 'SIGINT'],
  ['SIGINT', 'SIGINT'],
] as const)('%s and then %s stop the database, too, and tell of no broken connection', async (first, second) => {
  const place = await prepareEnvironment();
  afterAll(place.delete);
  const service = runProgram(build.main, place.environment);
  await service.waitFor('Meadow is running.');
  const directory = join(place.dataDirectory, 'postgres');
  expect(await postmasterPid(directory)).toEqual(expect.any(Number));
  service.child.kill(first);
  await service.waitFor('"msg":"stopping"');
  service.child.kill(second);
  expect([0, 1]).toContain(await service.ended);
  expect(await postmasterPid(directory)).toBeNull();
  expect(service.printed()).not.toContain('57P01');
});

test('the demo keeps everything in its own folder, and its super admin is made by the command that it prints', async () => {
  const place = await prepareEnvironment();
  afterAll(place.delete);
  const demo = runProgram(build.main, place.environment, ['--demo']);
  await demo.waitFor('Sample people');
  expect(await readdir(place.dataDirectory)).toEqual(['demo']);
  const [, printed = ''] = /npm run admin -- (.+)$/m.exec(demo.printed()) ?? [];
  expect(printed).toBe('--demo you@example.org');
  const words = ['admin', 'create', ...printed.replace('you@example.org', 'ada@meadow.example').split(' ')];
  const command = runProgram(build.commands, place.environment, words);
  expect(await command.ended).toBe(0);
  expect(command.printed()).toContain('ada@meadow.example is a super admin now');
  demo.child.kill('SIGINT');
  expect(await demo.ended).toBe(0);
  expect(await readdir(place.dataDirectory)).toEqual(['demo']);
  expect(await readdir(join(place.dataDirectory, 'demo'))).toContain('postgres');
});
