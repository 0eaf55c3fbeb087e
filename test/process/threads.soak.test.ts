import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { buildService, runScript } from './service.ts';

const build = await buildService();
afterAll(build.delete);

const SOURCE = join(import.meta.dirname, '..', '..', 'src');

/** Matches two people in a thread, as the service does with thousands. The file is always named as in the source. */
const scriptIn = (folder: string, extension: string) => `
  const folder = ${JSON.stringify(pathToFileURL(`${folder}/`).href)};
  const { createWorkers } = await import(new URL('platform/workers/workers.${extension}', folder));
  const { decideRebuild } = await import(new URL('features/chain/matching/rebuild.rules.${extension}', folder));
  const at = (hour) => new Date(hour * 3600000);
  const person = (userId, hour) => ({ userId, startsAt: at(hour), endsAt: at(hour + 2), latitude: null, longitude: null });
  const population = [person('b', 8), person('a', 6)];
  const facts = { population, previous: [], colorsOfWeek: new Map(), seed: '', blockedPairs: [] };
  const rules = new URL('features/chain/matching/rebuild.rules.ts', folder);
  const { chains } = await createWorkers().run(decideRebuild, rules, facts);
  console.log(chains.map(({ userId, afterUserId }) => userId + ' before ' + afterUserId).join(', '));`;

test.each([
  ['the build', () => runScript(scriptIn(dirname(build.main), 'js'))],
  ['the source', () => runScript(scriptIn(SOURCE, 'ts'), ['--import', import.meta.resolve('tsx')])],
])('a thread of %s answers, and keeps no process from ending', async (_what, run) => {
  const script = run();
  expect([await script.ended, script.printed()]).toEqual([0, 'a before b, b before null\n']);
});
