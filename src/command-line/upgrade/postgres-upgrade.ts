import { join } from 'node:path';
import { replaceCluster } from '@meadow/embedded-postgres';
import type { Config } from '#app/config.ts';
import { embeddedDirectory, openEmbedded } from '#app/database.ts';
import type { Logger } from '#platform/log.ts';
import { showing } from '#platform/terminal.ts';
import { requireAlone } from '../backup/restore.ts';
import { copyDatabase } from './copy-database.ts';
import { installFormerPrograms } from './former-programs.ts';

export type Majors = { found: number; installed: number };

/** Runs `work` on the embedded database of a former PostgreSQL, with its own programs. */
export async function withFormerPostgres<Result>(
  config: Config,
  log: Logger,
  { found }: Majors,
  work: (connectionString: string) => Promise<Result>,
): Promise<Result> {
  const folder = join(config.dataDirectory, `postgresql-${found}`);
  const programs = await showing(`Getting PostgreSQL ${found}`, () => installFormerPrograms(found, folder));
  const database = await openEmbedded(config, log, { programs });
  try {
    const { direct } = database.addresses;
    await requireAlone(direct);
    return await work(direct);
  } finally {
    await database.close();
  }
}

/**
 * Copies the embedded database into a cluster of the installed PostgreSQL, which then takes its place. Keeps the former cluster, and
 * returns its folder. A copy that fails changes nothing; it can be run again. `before` is called while the former server runs.
 */
export async function upgradePostgres(
  config: Config,
  log: Logger,
  majors: Majors,
  before: () => Promise<void>,
): Promise<{ former: string; rows: number }> {
  const directory = embeddedDirectory(config);
  const replacement = `${directory}-${majors.installed}`;
  const former = `${directory}-${majors.found}`;
  const rows = await withFormerPostgres(config, log, majors, async (from) => {
    await before();
    const target = await openEmbedded(config, log, { directory: replacement });
    try {
      return await showing('Copying the database', (progress) =>
        copyDatabase(from, target.addresses.direct, log, progress),
      );
    } finally {
      await target.close();
    }
  });
  await replaceCluster(directory, replacement, former);
  return { former, rows };
}
