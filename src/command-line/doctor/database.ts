import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { listOrphans } from '@meadow/embedded-postgres';
import type { Config } from '#app/config.ts';
import { connectionsOfNode, findEmbeddedPlace, MIGRATIONS, timeoutsOf } from '#app/database.ts';
import { inspectKey, wrongKeyText } from '#app/encryption-key.ts';
import {
  HEALTHY_LATENCY_MS,
  latencyStatusOf,
  MAX_CLOCK_OFFSET_MS,
  MAX_READY_CLOCK_OFFSET_MS,
} from '#features/operations';
import { type DatabaseAddresses, isPooled, requireAddress } from '#platform/db/connection/addresses.ts';
import { type DatabaseFacts, inspectDatabase } from '#platform/db/connection/inspection.ts';
import { checkPooler, PoolerError } from '#platform/db/connection/pooler.ts';
import { createDatabase } from '#platform/db/database.ts';
import { type MigrationStatus, migrationStatus, PreReleaseError } from '#platform/db/migrations.ts';
import { SCHEDULER_SCHEMA } from '#platform/jobs/worker-request.store.ts';
import type { Logger } from '#platform/log.ts';
import { systemRandom } from '#platform/random.ts';
import { withDatabase } from '../command.ts';
import { reasonsOf } from '../output.ts';
import { SettingError } from '../setting-errors.ts';
import type { Finding } from './finding.ts';
import { checkStoredZones } from './zones.ts';

/** Checks version, latency, migrations, encryption key and privileges of the database. */
export async function checkDatabase(config: Config, log: Logger): Promise<Finding[]> {
  const about = 'Database';
  const external = config.database.addresses;
  if (external === null && !existsSync(join(config.dataDirectory, 'postgres'))) {
    return [{ state: 'ok', about, found: `embedded: the first start creates it in ${config.dataDirectory}` }];
  }
  const embedded = external === null ? await findEmbeddedPlace(config) : null;
  const place = embedded === null ? placesOf(external) : `embedded, in ${embedded.folder}`;
  try {
    return await withDatabase(config, log, async (addresses) => {
      if (external !== null) await checkPooler(addresses, timeoutsOf(config));
      const facts = await inspectDatabase(addresses.pooled, [SCHEDULER_SCHEMA]);
      const status = await migrationStatus(addresses.direct, MIGRATIONS);
      const lacksSchema = config.runsJobs && !facts.schemas.has(SCHEDULER_SCHEMA);
      return [
        { state: 'ok', about, found: `PostgreSQL ${facts.version}, ${place}` },
        findRelease(facts, embedded !== null),
        ...(embedded?.isLinked === true ? [findLink(config)] : []),
        findLatency(facts),
        findClock(facts),
        findConnections(config, addresses, facts),
        findMigrations(status),
        await findKeyState(config, addresses.direct, status),
        ...(await findStoredZones(addresses.direct, status)),
        findPrivileges(facts, status.pending.length > 0 || lacksSchema),
      ];
    });
  } catch (error) {
    if (error instanceof SettingError) {
      return [{ state: 'fail', about, found: error.message, advice: `(${reasonsOf(error.cause)})` }];
    }
    if (error instanceof PoolerError) return [{ state: 'fail', about: 'Pooler', found: error.message }];
    if (error instanceof PreReleaseError) return [{ state: 'fail', about: 'Migrations', found: error.message }];
    const found = `${place} is not usable\n(${reasonsOf(error)})`;
    return [{ state: 'fail', about, found, advice: 'See the reason above.' }];
  }
}

function placesOf(addresses: DatabaseAddresses | null): string {
  if (addresses === null) return '';
  const [pooled, direct] = [requireAddress(addresses.pooled).place, requireAddress(addresses.direct).place];
  return isPooled(addresses) ? `${direct}, behind the pooler ${pooled}` : pooled;
}

/** Compares what a node opens with what the server has. */
export function findConnections(
  config: Pick<Config, 'role' | 'database' | 'runsJobs'>,
  addresses: DatabaseAddresses,
  { maxConnections }: Pick<DatabaseFacts, 'maxConnections'>,
): Finding {
  const about = 'Connections';
  const { pooled, direct } = connectionsOfNode(config);
  const atServer = isPooled(addresses) ? direct : pooled + direct;
  const nodes = Math.floor(maxConnections / atServer);
  const behind = isPooled(addresses) ? `, and ${pooled} at the pooler, which needs some of its own` : '';
  const found = `a node opens up to ${atServer} of the ${maxConnections} that the server has${behind}`;
  if (nodes > 1) return { state: 'ok', about, found: `${found}: room for ${nodes} nodes` };
  const advice = 'Increase max_connections of PostgreSQL, or set DATABASE_POOL_SIZE to a smaller number.';
  return { state: 'warn', about, found: `${found}: room for ${nodes === 1 ? 'one node' : 'no node'}`, advice };
}

function findLink({ dataDirectory }: Config): Finding {
  const found = `a copy of ${dataDirectory} does not include the database, because postgres is a link`;
  return { state: 'warn', about: 'Backup', found, advice: 'Back it up with: meadow backup <file>' };
}

/** Lists clusters of deleted data folders. Deletes nothing: a cluster may be the only copy of its data. */
export async function checkOrphans(systemDirectory: string): Promise<Finding[]> {
  const orphans = await listOrphans(systemDirectory);
  return orphans.map(({ path, linkedFrom, pid }) => {
    const owner = linkedFrom === null ? 'no known folder links to it' : `${linkedFrom} no longer links to it`;
    const running = pid === null ? '' : `; its server is running (process ${pid})`;
    const stop = pid === null ? '' : `kill -INT ${pid}; `;
    return {
      state: 'warn',
      about: 'Old database',
      found: `${path}: ${owner}${running}`,
      advice: `If it is not needed: ${stop}rm -r ${path} ${path}.linked-from`,
    };
  });
}

export function findLatency({ latencyMs }: Pick<DatabaseFacts, 'latencyMs'>): Finding {
  const about = 'Latency';
  const found = `${latencyMs < 10 ? latencyMs.toFixed(1) : Math.round(latencyMs)} ms for a query`;
  const status = latencyStatusOf(latencyMs);
  if (status === 'ok') return { state: 'ok', about, found };
  const advice = `It should be below ${HEALTHY_LATENCY_MS} ms: move the database closer.`;
  return { state: status === 'slow' ? 'fail' : 'warn', about, found, advice };
}

/** The newest minor release of each major version when this version of Meadow was made. Updated with each release. */
const NEWEST_MINORS: Readonly<Record<number, number>> = { 15: 20, 16: 16, 17: 12, 18: 6 };

/** Compares the release of PostgreSQL with the newest that this version of Meadow knows. */
export function findRelease({ version }: Pick<DatabaseFacts, 'version'>, isEmbedded: boolean): Finding {
  const about = 'Release';
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  const newest = NEWEST_MINORS[major];
  if (newest === undefined || minor >= newest) return { state: 'ok', about, found: `PostgreSQL ${version} is current` };
  const found = `PostgreSQL ${version} lacks the security fixes up to ${major}.${newest}`;
  const advice = isEmbedded
    ? 'npm has no newer one yet. Use the PostgreSQL of your distribution: DATABASE_URL, see docs/operations.md, Restore.'
    : 'Update the server. A minor release needs a restart only.';
  return { state: 'warn', about, found, advice };
}

export function findClock({ clockOffsetMs }: Pick<DatabaseFacts, 'clockOffsetMs'>): Finding {
  const about = 'Clock';
  const distance = Math.abs(clockOffsetMs);
  if (distance <= MAX_CLOCK_OFFSET_MS) return { state: 'ok', about, found: 'agrees with that of the database' };
  const direction = clockOffsetMs > 0 ? 'ahead of' : 'behind';
  const found = `${Math.round(distance / 1_000)} s ${direction} that of the database`;
  const advice = 'Synchronize both machines with a time server: timedatectl set-ntp true';
  return { state: distance > MAX_READY_CLOCK_OFFSET_MS ? 'fail' : 'warn', about, found, advice };
}

export function findMigrations({ applied, pending }: MigrationStatus): Finding {
  const about = 'Migrations';
  if (pending.length === 0) return { state: 'ok', about, found: `all ${applied.length} are applied` };
  const advice = 'Apply them with: meadow migrate, or: meadow start';
  return { state: 'warn', about, found: `${pending.length} pending, first ${pending[0]}`, advice };
}

/** Checks whether the key decrypts the secrets in the database. */
async function findKeyState(config: Config, connectionString: string, { pending }: MigrationStatus): Promise<Finding> {
  const about = 'Sealed secrets';
  if (pending.length > 0) return { state: 'ok', about, found: 'not checked, because migrations are pending' };
  const { db, close } = createDatabase({ connectionString, onIdleError: () => undefined });
  try {
    const state = await inspectKey(db, config, systemRandom);
    if (state === 'current') return { state: 'ok', about, found: 'the key decrypts them' };
    if (state === 'former') {
      return { state: 'ok', about, found: 'a former key decrypts them; the next start encrypts them with the new key' };
    }
    if (state !== 'wrong') return { state: 'ok', about, found: 'none yet' };
    const [found = '', ...ways] = wrongKeyText(config).split('\n');
    return { state: 'fail', about, found, advice: ways.join('\n') };
  } finally {
    await close();
  }
}

async function findStoredZones(connectionString: string, { pending }: MigrationStatus): Promise<Finding[]> {
  if (pending.length > 0) return [];
  const { db, close } = createDatabase({ connectionString, onIdleError: () => undefined });
  try {
    return await checkStoredZones(db);
  } finally {
    await close();
  }
}

export function findPrivileges({ canCreate }: Pick<DatabaseFacts, 'canCreate'>, needsToCreate: boolean): Finding {
  const about = 'Privileges';
  if (canCreate) return { state: 'ok', about, found: 'the role can create schemas and extensions' };
  const advice = 'Run: grant create on database <name> to <role>';
  const found = 'the role cannot create schemas and extensions';
  if (needsToCreate) return { state: 'fail', about, found: `${found}, and some are missing`, advice };
  return { state: 'warn', about, found: `${found}; a later version may need them`, advice };
}
