import { TABLES } from '#app/tables.ts';
import { findSystemZoneVersion } from '#platform/days/system-zone-data.ts';
import { ZONE_DATA_VERSION } from '#platform/days/time-zone.ts';
import type { Db } from '#platform/db/database.ts';
import { listUnknownZones } from '#platform/db/zone-data.ts';
import type { Finding } from './finding.ts';

const about = 'Time zones';

/** Compares the zone data in use with those of the operating system. */
export async function checkZoneData(folder?: string): Promise<Finding> {
  const found = `rules of ${ZONE_DATA_VERSION}`;
  const system = await findSystemZoneVersion(folder);
  if (system === null || system <= ZONE_DATA_VERSION) return { state: 'ok', about, found };
  return {
    state: 'warn',
    about,
    found: `${found}; the system has ${system}`,
    advice: 'A newer version of Meadow brings newer rules.',
  };
}

/** Names the time zones of users that do not exist. */
export async function checkStoredZones(db: Db): Promise<Finding[]> {
  return (await listUnknownZones(db, TABLES)).map(({ zone, users }) => ({
    state: 'warn',
    about,
    found: `${zone} (${users} ${users === 1 ? 'user' : 'users'}) does not exist; UTC is used, and workout windows count as closed`,
    advice: 'These users choose another zone under Me, Profile.',
  }));
}
