import { execFileSync } from 'node:child_process';
import { chownSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const idOf = (flag: '-u' | '-g') => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));

/** For programs that refuse to run as root: another account where root runs the drills, or none. */
export const ACCOUNT = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};

/** A new folder that the account may write. */
export async function makeServerFolder(purpose: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `meadow-drill-${purpose}-`));
  if (ACCOUNT.uid !== undefined) chownSync(folder, ACCOUNT.uid, ACCOUNT.gid);
  return folder;
}
