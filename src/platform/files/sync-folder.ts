import { open } from 'node:fs/promises';

/**
 * Syncs the entries of a folder to disk, so that they survive a power cut. Not needed on Windows, which cannot open folders.
 */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
