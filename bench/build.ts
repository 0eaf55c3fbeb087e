import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** What operators start. */
export const BUILT_SERVER = join(ROOT, 'dist', 'main.js');

/** Builds server and web client, if their sources are newer than the last build. */
export function buildMeadow(): void {
  const { status } = spawnSync(process.execPath, [join('scripts', 'prepare.js'), '--build'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('Meadow cannot be built.');
}
