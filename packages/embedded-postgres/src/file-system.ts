import { chmod, lstat, mkdir, open, readlink } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Whether the path names anything, including a broken link. */
export async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return false;
    throw error;
  }
}

/** Whether an error carries one of these codes, as those of the file system and of PostgreSQL do. */
export function isCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** Where a symbolic link points to, or null for anything else. */
export async function linkTarget(path: string): Promise<string | null> {
  try {
    return await readlink(path);
  } catch (error) {
    if (isCode(error, 'EINVAL', 'ENOENT', 'UNKNOWN')) return null;
    throw error;
  }
}

/** Makes a folder, and its parents, that everyone may pass through, whatever the umask says. */
export async function openDirectory(directory: string): Promise<void> {
  const firstCreated = await mkdir(directory, { recursive: true });
  if (firstCreated === undefined) return;
  for (let path = directory; path.startsWith(firstCreated); path = dirname(path)) await chmod(path, 0o755);
}

/** Writes a new file that only its owner may read, and makes sure that it is on the disk. */
export async function writeSecret(path: string, secret: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(`${secret}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes a new name in a folder outlast a power cut. Windows has no such thing. */
export async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
