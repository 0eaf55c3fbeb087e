import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { TABLES } from '#app/tables.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { byTier } from '#test/tier.ts';
import { dateOf } from '../../../web/src/shared/days/days.rules.ts';
import { zoneClockOf } from '../../features/overview/me/zone-clock.rules.ts';
import { chunk } from '../chunk.ts';
import { localDateOf } from '../days/calendar-date.ts';
import { offsetChanges, ZONE_DATA_VERSION, ZONE_NAMES } from '../days/time-zone.ts';
import { localTimeAt } from './local-time.ts';
import { listUnknownZones, storeZoneData } from './zone-data.ts';

const { deps, databaseUrl, person } = await startTestApp();
const { db } = deps;

const DAY_MS = 24 * 60 * 60 * 1000;
const [FROM, UNTIL] = [new Date('2026-01-01T00:00:00Z'), new Date('2028-01-01T00:00:00Z')];
const NOW = new Date('2026-11-28T12:00:00Z');

/** Around each change of a zone within two years, and some instants in between, none of them at midnight in most zones. */
function instantsOf(zone: string): Date[] {
  const changes = offsetChanges(zone, FROM, UNTIL).flatMap(({ at }) =>
    [-DAY_MS, -1000, 0, 1000, DAY_MS].map((away) => new Date(at.getTime() + away)),
  );
  const instants = [...changes];
  const step = byTier(31, 1) * DAY_MS + byTier(7, 1) * 60 * 60 * 1000;
  for (let at = FROM.getTime(); at < UNTIL.getTime(); at += step) instants.push(new Date(at));
  return instants;
}

test('server, statements and client have the same date, in every zone, over two years', async () => {
  const given = ZONE_NAMES.flatMap((zone) => instantsOf(zone).map((at) => ({ zone, at: at.toISOString() })));
  const rows: { zone: string; at: Date; date: string }[] = [];
  for (const batch of chunk(given, 2_000)) {
    const query = sql<{ zone: string; at: Date; date: string }>`
      select zone, at, (${localTimeAt(sql`given.at`, sql`given.zone`)})::date as date
      from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as given (zone text, at timestamptz)`;
    rows.push(...(await query.execute(db)).rows);
  }
  const clocks = new Map(ZONE_NAMES.map((zone) => [zone, zoneClockOf(zone, NOW)]));
  const different = rows.filter(({ zone, at, date }) => {
    const ofServer = localDateOf(at, zone);
    return ofServer !== date || dateOf(at, clocks.get(zone)) !== ofServer;
  });
  expect(different).toEqual([]);
  expect(rows.length).toBe(given.length);
  expect(new Set(rows.map(({ zone }) => zone)).size).toBe(ZONE_NAMES.length);
});

test('an unknown zone is read as UTC by statements, as by the server', async () => {
  const { rows } = await sql<{ date: string }>`
    select (${localTimeAt(new Date('2026-11-28T23:59:59Z'), sql`'US/Pacific-New'::text`)})::date as date`.execute(db);
  expect(rows).toEqual([{ date: '2026-11-28' }]);
});

/** Lets the database have the rules of this version again. */
const restore = () => storeZoneData(databaseUrl, TABLES, NOW);

test('the rules are stored once, however many nodes start', async () => {
  onTestFinished(async () => void (await restore()));
  const started = await Promise.all(Array.from({ length: 5 }, () => storeZoneData(databaseUrl, TABLES, NOW, '2099a')));
  expect(started.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect((await storeZoneData(databaseUrl, TABLES, NOW, '2099a')).isNew).toBe(false);
});

test('other rules bring canonical names, and name zones that do not exist', async () => {
  onTestFinished(async () => void (await restore()));
  const [lower, gone, link] = [await person(), await person(), await person()];
  const choose = (id: string, zone: string) =>
    db
      .updateTable('profile')
      .set({ preferences: JSON.stringify({ timezone: zone, theme: 'dark' }) })
      .where('id', '=', id)
      .execute();
  await choose(lower.id, 'europe/berlin');
  await choose(gone.id, 'US/Pacific-New');
  await choose(link.id, 'US/Pacific');
  expect(await storeZoneData(databaseUrl, TABLES, NOW, '2099b')).toEqual({
    isNew: true,
    unknownZones: ['US/Pacific-New'],
  });
  const zoneOf = async (id: string) =>
    (await db.selectFrom('profile').select('preferences').where('id', '=', id).executeTakeFirstOrThrow()).preferences;
  expect([await zoneOf(lower.id), await zoneOf(gone.id), await zoneOf(link.id)]).toEqual([
    { timezone: 'Europe/Berlin', theme: 'dark' },
    { timezone: 'US/Pacific-New', theme: 'dark' },
    { timezone: 'US/Pacific', theme: 'dark' },
  ]);
  expect(await listUnknownZones(db, TABLES)).toEqual([{ zone: 'US/Pacific-New', users: 1 }]);
  await choose(gone.id, 'US/Pacific');
  expect(await listUnknownZones(db, TABLES)).toEqual([]);
});

test('the data of a test database are those of this version', async () => {
  const { rows } = await sql<{ version: string }>`select version from zone_data`.execute(db);
  expect(rows).toEqual([{ version: ZONE_DATA_VERSION }]);
});
