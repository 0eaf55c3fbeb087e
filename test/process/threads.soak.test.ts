import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { runScript } from './service.ts';

const SOURCE = join(import.meta.dirname, '..', '..', 'src');

/** A module that matches two users in a worker thread. For the threads of the build see process.soak.test.ts. */
const SCRIPT = `
  const folder = ${JSON.stringify(pathToFileURL(`${SOURCE}/`).href)};
  const { createWorkers } = await import(new URL('platform/workers/workers.ts', folder));
  const { decideRebuild } = await import(new URL('features/chain/matching/rebuild.rules.ts', folder));
  const at = (hour) => new Date(hour * 3600000);
  const person = (userId, hour) => ({ userId, startsAt: at(hour), endsAt: at(hour + 2), latitude: null, longitude: null });
  const population = [person('b', 8), person('a', 6)];
  const facts = { population, previous: [], colorsOfWeek: new Map(), seed: '', blockedPairs: [] };
  const rules = new URL('features/chain/matching/rebuild.rules.ts', folder);
  const { chains } = await createWorkers().run(decideRebuild, rules, facts);
  console.log(chains.map(({ userId, afterUserId }) => userId + ' before ' + afterUserId).join(', '));`;

test('a worker thread of the source returns a result, and does not keep the process alive', async () => {
  const script = runScript(SCRIPT, ['--import', import.meta.resolve('tsx')]);
  expect([await script.ended, script.printed()]).toEqual([0, 'a before b, b before null\n']);
});
