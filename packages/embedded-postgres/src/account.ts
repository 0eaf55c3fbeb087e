import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

/** The user that runs the server and owns its files, when that is not the user of this process. */
export type Account = { uid: number; gid: number };

/**
 * Who has to run the server for `directory`: null for this process's own user. PostgreSQL refuses to run as root, so that
 * root hands over to the owner of the directory (or of its nearest existing parent), and to `nobody` where that is root too.
 */
export async function chooseAccount(directory: string): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  const { uid, gid } = await statNearestExisting(directory);
  return uid === 0 ? await findUnprivileged() : { uid, gid };
}

/** Whether the account can pass through every folder down to `directory`. Tried for real, since modes do not tell of ACLs. */
export async function canReach(account: Account, directory: string): Promise<boolean> {
  try {
    await promisify(execFile)('/bin/sh', ['-c', 'cd -- "$1"', 'sh', directory], { ...account, cwd: '/', env: {} });
    return true;
  } catch {
    return false;
  }
}

async function statNearestExisting(path: string): Promise<Account> {
  try {
    return await stat(path);
  } catch (error) {
    if (dirname(path) === path) throw error;
    return await statNearestExisting(dirname(path));
  }
}

async function findUnprivileged(): Promise<Account> {
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const account = users.find(([name]) => name === 'nobody');
  return { uid: Number(account?.[2] ?? 65534), gid: Number(account?.[3] ?? 65534) };
}
