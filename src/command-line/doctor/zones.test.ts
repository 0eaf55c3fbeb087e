import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ZONE_DATA_VERSION } from '#platform/days/time-zone.ts';
import { storeZoneData } from '#platform/db/zone-data.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { checkStoredZones, checkZoneData } from './zones.ts';

const { person, deps, clock, databaseUrl } = await startTestApp();

test.each([
  ['2019c', 'ok', ZONE_DATA_VERSION],
  [ZONE_DATA_VERSION, 'ok', ZONE_DATA_VERSION],
  ['2099z', 'warn', '2099z'],
])('rules of %s in the system: %s', async (version, state, found) => {
  const folder = await mkdtemp(join(tmpdir(), 'meadow-zones-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'tzdata.zi'), `# version ${version}\n# This zic input file is in the public domain.\n`);
  expect(await checkZoneData(folder)).toMatchObject({ state, found: expect.stringContaining(found) });
});

test('a system without rules of its own is no fault', async () => {
  expect(await checkZoneData(join(tmpdir(), 'there-is-no-such-folder'))).toMatchObject({ state: 'ok' });
});

test('zones of users that do not exist are named, with how many have them', async () => {
  expect(await checkStoredZones(deps.db)).toEqual([]);
  for (const timezone of ['Mars/Olympus', 'Mars/Olympus', 'Europe/Berlin']) {
    const { id } = await person();
    const preferences = JSON.stringify({ timezone });
    await deps.db.updateTable('profile').set({ preferences }).where('id', '=', id).execute();
  }
  // Zones are looked for when the rules change.
  await storeZoneData(databaseUrl, deps.tables, clock.now(), '2099b');
  expect(await checkStoredZones(deps.db)).toMatchObject([
    { state: 'warn', found: expect.stringMatching(/^Mars\/Olympus \(2 users\) does not exist/) },
  ]);
});
