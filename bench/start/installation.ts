import { existsSync } from 'node:fs';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export type InstallSize = { packages: number; megabytes: number; withBuildMegabytes: number };

type Locked = { dev?: boolean; link?: boolean };

/** What `npm ci --omit=dev` and `npm ci` install on this machine, by the marks of the lock file and the files that are here. */
export async function sizeOfInstallation(root: string): Promise<InstallSize> {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const installed = Object.entries(lock.packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && !link && existsSync(join(root, path)),
  );
  const sizes = await Promise.all(
    installed.map(async ([path, { dev = false }]) => ({ dev, bytes: await sizeOf(join(root, path)) })),
  );
  const kept = sizes.filter(({ dev }) => !dev);
  const megabytes = (some: typeof sizes) => some.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
  return { packages: kept.length, megabytes: megabytes(kept), withBuildMegabytes: megabytes(sizes) };
}

/** Of the files of a package, without the packages in it, which are listed as well. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true });
  const sizes = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return entry.name === 'node_modules' ? 0 : sizeOf(path);
      return (await lstat(path)).size;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
