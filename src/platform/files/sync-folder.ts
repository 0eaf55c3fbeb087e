import { open } from 'node:fs/promises';

/** Lets the names in a folder outlast a power cut as the files do. Windows does that by itself, and opens no folders. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
