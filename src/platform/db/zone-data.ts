import { sql } from 'kysely';
import type pg from 'pg';
import { canonicalZone, offsetChanges, offsetMsAt, ZONE_DATA_VERSION, ZONE_NAMES } from '../days/time-zone.ts';
import { withClient } from './connection/client.ts';
import type { ReadDb } from './database.ts';
import type { Table } from './table/table-facts.ts';

const FIRST = new Date('2000-01-01T00:00:00Z');
/** Later than the last change of the data. */
const LAST = new Date('2040-01-01T00:00:00Z');
const CONNECT_TIMEOUT_MS = 10_000;
const SECOND_MS = 1_000;
const SECONDS_PER_MINUTE = 60;

export type StoredZoneData = { isNew: boolean; unknownZones: readonly string[] };

/**
 * Stores the rules of this version's zone data for statements, unless the database has them, and adapts what was computed with others:
 * names get their canonical spelling, deliveries that are held until a local time are looked at again. Nodes that start at the same time
 * wait for each other.
 */
export async function storeZoneData(
  connectionString: string,
  tables: readonly Table[],
  now: Date,
  version = ZONE_DATA_VERSION,
): Promise<StoredZoneData> {
  const options = { purpose: 'migrations', connectTimeoutMs: CONNECT_TIMEOUT_MS, queryTimeoutMs: 0 };
  return withClient(connectionString, options, async (client) => {
    await client.query('begin; set local statement_timeout = 0');
    await client.query("insert into zone_data (version) values ('') on conflict do nothing");
    const { rows } = await client.query<{ version: string; unknown_zones: string[] }>(
      'select version, unknown_zones from zone_data for update',
    );
    const stored = rows[0];
    if (stored?.version === version) {
      await client.query('commit');
      return { isNew: false, unknownZones: stored.unknown_zones };
    }
    await replacePeriods(client);
    const unknownZones = await spellCanonically(client, tables);
    for (const { onZoneData } of tables) if (onZoneData !== null) await client.query(onZoneData, [now]);
    await client.query('update zone_data set version = $1, unknown_zones = $2', [version, unknownZones]);
    await client.query('commit');
    return { isNew: true, unknownZones };
  });
}

async function replacePeriods(client: pg.Client): Promise<void> {
  const [zones, begins, offsets]: [string[], string[], number[]] = [[], [], []];
  for (const name of ZONE_NAMES) {
    const zone = name.toLowerCase();
    zones.push(zone);
    begins.push('-infinity');
    offsets.push(offsetMsAt(FIRST, name) / SECOND_MS);
    for (const { at, offsetMinutes } of offsetChanges(name, FIRST, LAST)) {
      zones.push(zone);
      begins.push(at.toISOString());
      offsets.push(offsetMinutes * SECONDS_PER_MINUTE);
    }
  }
  await client.query('delete from zone_period');
  await client.query(
    `insert into zone_period (zone, begins_at, utc_offset)
     select zone, begins_at, make_interval(secs => seconds)
     from unnest($1::text[], $2::timestamptz[], $3::float8[]) as given (zone, begins_at, seconds)`,
    [zones, begins, offsets],
  );
}

/** Gives stored names their canonical spelling. Returns those that the data does not have, sorted. */
async function spellCanonically(client: pg.Client, tables: readonly Table[]): Promise<string[]> {
  const unknown = new Set<string>();
  for (const { name: table, zone: stored } of tables) {
    if (stored === null) continue;
    const { name, set } = stored;
    const { rows } = await client.query<{ zone: string }>(
      `select distinct ${name} as zone from ${table} where ${name} is not null`,
    );
    for (const { zone } of rows) {
      const canonical = canonicalZone(zone);
      if (canonical === null) unknown.add(zone);
      else if (canonical !== zone)
        await client.query(`update ${table} set ${set} where ${name} = $1`, [zone, canonical]);
    }
  }
  return [...unknown].sort();
}

export type UnknownZone = { zone: string; users: number };

/** Names of zones that users have stored and that the data does not have, with the number of their users. */
export async function listUnknownZones(db: ReadDb, tables: readonly Table[]): Promise<UnknownZone[]> {
  const stored = tables.flatMap(({ name, owners: [owner], zone }) =>
    zone?.isCurrent && owner !== undefined
      ? [sql`select ${sql.ref(owner)} as user_id, ${sql.raw(zone.name)} as name from ${sql.table(name)}`]
      : [],
  );
  // If the last change of the data had no unknown name, no other table is read.
  const { rows } = await sql<UnknownZone>`
    select zone, count(*)::integer as users
    from zone_data cross join unnest(unknown_zones) as zone join (${sql.join(stored, sql` union `)}) stored on name = zone
    group by zone order by zone`.execute(db);
  return rows;
}
