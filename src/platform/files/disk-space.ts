import { realpath, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { startLoop } from '../concurrency/loop.ts';

/** A disk, and the names of what is stored on it. */
export type Disk = { holds: string[]; freeBytes: number; totalBytes: number };

/** Folders by name, such as `files`. They need not exist yet. */
export type StorageFolders = Readonly<Record<string, string>>;

const LOW_BYTES = 1024 ** 3;
const LOW_SHARE = 0.05;
const CHECK_INTERVAL_MS = 60_000;

/** Whether less than 1 GB or less than 5 % of the disk is free. */
export function isLow({ freeBytes, totalBytes }: Pick<Disk, 'freeBytes' | 'totalBytes'>): boolean {
  return freeBytes < LOW_BYTES || freeBytes < LOW_SHARE * totalBytes;
}

/** The disks of the folders, each once, with the space free for this account. Follows links; leaves out unreadable folders. */
export async function readDisks(folders: StorageFolders): Promise<Disk[]> {
  const disks = new Map<number, Disk>();
  for (const [name, folder] of Object.entries(folders)) {
    const found = await readDisk(folder).catch(() => null);
    if (found === null) continue;
    const known = disks.get(found.device);
    if (known !== undefined) known.holds.push(name);
    else disks.set(found.device, { holds: [name], freeBytes: found.freeBytes, totalBytes: found.totalBytes });
  }
  return [...disks.values()];
}

async function readDisk(folder: string): Promise<{ device: number; freeBytes: number; totalBytes: number }> {
  const existing = await nearestExisting(folder);
  const [{ dev: device }, { bavail, blocks, bsize }] = await Promise.all([stat(existing), statfs(existing)]);
  return { device, freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

async function nearestExisting(folder: string): Promise<string> {
  const real = await realpath(folder).catch(() => null);
  if (real !== null) return real;
  const above = dirname(folder);
  return above === folder ? folder : nearestExisting(above);
}

export type DiskWatchOptions = {
  read: () => Promise<Disk[]>;
  /** Called once when a disk becomes low. */
  onLow: (disk: Disk) => void;
  intervalMs?: number;
};

/** Checks the disks every minute until stopped. */
export function watchDisks({ read, onLow, intervalMs = CHECK_INTERVAL_MS }: DiskWatchOptions): {
  stop(): Promise<void>;
} {
  let lowBefore = new Set<string>();
  return startLoop({
    intervalMs,
    work: async () => {
      const low = (await read()).filter(isLow);
      for (const disk of low) if (!lowBefore.has(disk.holds.join())) onLow(disk);
      lowBefore = new Set(low.map(({ holds }) => holds.join()));
    },
    onError: () => undefined,
  });
}
